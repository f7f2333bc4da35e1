import { groupValues } from 'sync-protocol/merge/three-way'
import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { canonical, type JsonObject } from 'sync-protocol/records/json'
import { kinds } from 'sync-protocol/records/kinds'
import { viewOf } from '../../data/database/clinic-database.ts'
import type { FleetServer } from './fleet-server.ts'
import type { FleetDevice } from './fleet-device.ts'

export const LIBRARY = [
  'drugs',
  'fluids',
  'sections',
  'anesthesia_protocols',
  'emergency_protocols',
] as const satisfies readonly Collection[]

interface Conflict {
  record: { collection: Collection; _id: string }
  groups: { group: string; mine: JsonObject }[]
  full?: JsonObject
}

/** Remembers every group as some one person saved it, and finds the groups that nobody saved (sync contract M1, M3). */
export class Provenance {
  private readonly saved = new Map<string, Set<string>>()
  private readonly keys = new Map<number, string>()
  private seen = 0

  /** This person saves the record as they see it now. */
  note(collection: Collection, id: string, content: JsonObject): void {
    for (const group of Object.keys(kinds[collection].groups)) {
      const name = `${collection}/${id}/${group}`
      const known = this.saved.get(name) ?? new Set()
      this.saved.set(name, known.add(canonical(groupValues(kinds[collection], group, content))))
    }
  }

  /** Every version that the server ever wrote, and everything that these tablets show now. */
  async check(server: FleetServer, tablets: readonly FleetDevice[]): Promise<void> {
    for (const text of server.history.slice(this.seen))
      this.look(JSON.parse(text) as SyncRecord, 'the server')
    this.seen = server.history.length
    for (const { clinic } of tablets) {
      for (const collection of LIBRARY) {
        for (const record of await viewOf(clinic, collection).toArray()) this.look(record, 'a tablet')
      }
    }
  }

  private look({ collection, _id, content }: SyncRecord, where: string): void {
    if (!content) return
    if (collection === 'conflicts') this.lookAtConflict(content as unknown as Conflict)
    if (!LIBRARY.some((name) => name === collection)) return
    for (const group of Object.keys(kinds[collection].groups)) {
      this.hold(collection, _id, group, groupValues(kinds[collection], group, content), where)
    }
    if (collection === 'sections' && where === 'the server') this.holdKey(Number(content['key']), _id)
  }

  /** What a conflict offers can be chosen: it may not be a mixture either. */
  private lookAtConflict({ record: { collection, _id }, groups, full }: Conflict): void {
    if (!LIBRARY.some((name) => name === collection)) return
    for (const { group, mine } of groups) this.hold(collection, _id, group, mine, 'a conflict')
    if (full) this.look({ collection, _id, content: full } as SyncRecord, 'a conflict')
  }

  private hold(collection: Collection, id: string, group: string, values: JsonObject, where: string): void {
    const name = `${collection}/${id}/${group}`
    const text = canonical(values)
    if (this.saved.get(name)?.has(text)) return
    throw new Error(`[M3] nobody ever saved ${name} as ${where} has it: ${text}`)
  }

  private holdKey(key: number, id: string): void {
    const holder = this.keys.get(key) ?? id
    if (holder !== id) throw new Error(`[SECT-05] the sections ${holder} and ${id} have the key ${key}`)
    this.keys.set(key, id)
  }
}
