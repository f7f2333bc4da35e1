import { digestAfter, NO_RECORDS } from 'sync-protocol/records/digest'
import {
  COLLECTIONS,
  keyOf,
  type Collection,
  type Flag,
  type SyncRecord,
} from 'sync-protocol/records/envelope'
import { canonical, type JsonObject } from 'sync-protocol/records/json'
import { viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { FleetServer, type FleetUser } from './fleet-server.ts'
import { draw, drug, procedure, sheet } from './samples.ts'

export const ORG = '0193aaaa-0000-7000-8000-000000000001'
export const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
export const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }

export const recordId = (collection: Collection, nth: number): string =>
  `0193bbbb-000${(COLLECTIONS.indexOf(collection) & 15).toString(16)}-7000-8000-${nth.toString(16).padStart(12, '0')}`

const CONTENT: Partial<Record<Collection, (nth: number) => JsonObject>> = {
  drugs: (nth) => drug(`Drug ${nth}`),
  procedures: (nth) => procedure(`Procedure ${nth}`),
  sheets: (nth) => sheet(`Rex ${nth}`),
  draws: (nth) => draw(`Rex ${nth}`, '-'),
}

/** A server whose clinic has this many records of each collection, one commit each. */
export function fullServer(counts: Partial<Record<Collection, number>>): FleetServer {
  const server = new FleetServer(ORG, EPOCH, [ana])
  for (const [name, count] of Object.entries(counts)) {
    for (let nth = 0; nth < count; nth++) putRecord(server, name as Collection, nth)
  }
  return server
}

/** Writes a record's next version as a commit of its own, or its first one. */
export function putRecord(
  server: FleetServer,
  collection: Collection,
  nth: number,
  content?: JsonObject | null,
  flags?: string[],
): void {
  const org = server.store.organization(ORG)
  const _id = recordId(collection, nth)
  const before = org.records.get(keyOf({ collection, _id }))
  const record: SyncRecord = {
    collection,
    _id,
    schema: 1,
    version: (before?.version ?? 0) + 1,
    seq: ++org.head,
    deleted: content === null,
    meta: { author_id: ana.id, author_name: ana.name, date_created: '2026-11-20T08:00:00.000Z' },
    content: content === undefined ? (CONTENT[collection]?.(nth) ?? {}) : content,
    ...(flags && { flags: flags as Flag[] }),
  }
  org.records.set(keyOf(record), record)
  const digest = digestAfter(org.digests[collection] ?? NO_RECORDS, before, record)
  org.digests = { ...org.digests, [collection]: digest }
}

const bare = (record: object) => canonical({ ...record, load: undefined })

/** What a tablet shows, and what its server has, for comparison: live records as texts, in order. */
export async function shownOn(clinic: ClinicDatabase): Promise<string[]> {
  const all = await Promise.all(COLLECTIONS.map((name) => viewOf(clinic, name).toArray()))
  return all
    .flat()
    .flatMap((record) => (record.deleted ? [] : [bare(record)]))
    .sort()
}
export const heldBy = (server: FleetServer): string[] =>
  server.store
    .allRecords(ORG)
    .flatMap((record) => (record.deleted ? [] : [bare(record)]))
    .sort()
