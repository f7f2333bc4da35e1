import { digestAfter, NO_RECORDS, type Digests } from 'sync-protocol/records/digest'
import { isKnown, keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ServerState, ViewRecord } from '../database/clinic-rows.ts'
import { statesOf } from './key-runs.ts'
import { noteListDigests } from './list-changes.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { writeView } from './write-view.ts'

/** What the server has, and what this tablet held of it before. */
export interface Change {
  collection: Collection
  before: ViewRecord | null | undefined
  after: ViewRecord | null
}

/** Keeps the digests of what the server has, in the transaction that changes it; `known` are those of before (sync contract L3). */
export async function noteServerChanges(
  clinic: ClinicDatabase,
  known: Digests | undefined,
  changes: readonly Change[],
): Promise<void> {
  // A tablet of an earlier version has none until its tables are looked through.
  if (known === undefined || changes.length === 0) return
  const digests: Digests = { ...known }
  for (const { collection, before, after } of changes)
    digests[collection] = digestAfter(digests[collection] ?? NO_RECORDS, before, after)
  await Promise.all([
    writeSetting(clinic, 'digests', digests),
    noteListDigests(clinic, known, digests, new Set(changes.map(({ collection }) => collection))),
  ])
}

interface Manner {
  load: number
  /** They come from a page that may be older than what the feed brought meanwhile. */
  mayBeOld?: boolean
}

/** What is here of records that come from the server. */
export interface KnownRecords {
  kept: ReadonlyMap<string, ServerState>
  shown: ReadonlyMap<string, ViewRecord | undefined>
  digests: Digests | undefined
}

/**
 * Read side by side: every answer that is waited for alone holds up what somebody waits to see. `fresh`: nothing of these
 * records can be here but beside pending mutations.
 */
export async function readKnownRecords(
  clinic: ClinicDatabase,
  records: readonly SyncRecord[],
  fresh = false,
): Promise<KnownRecords> {
  const [kept, shown, digests] = await Promise.all([
    besides(clinic, records),
    fresh ? new Map<string, ViewRecord | undefined>() : inView(clinic, records),
    readSetting(clinic, 'digests'),
  ])
  return { kept, shown, digests }
}

/**
 * Stores what the server has over what is here of it: beside the view where pending mutations touch a record, else in it. Says
 * which records have to be shown anew. Runs inside the caller's transaction.
 */
export async function storeServerRecords(
  clinic: ClinicDatabase,
  records: readonly SyncRecord[],
  { kept, shown, digests }: KnownRecords,
  { load, mayBeOld = false }: Manner,
): Promise<Set<string>> {
  if (records.length === 0) return new Set()
  const beside: ServerState[] = []
  const plain: ViewRecord[] = []
  const changes: Change[] = []
  for (const record of records) {
    const { collection } = record
    const key = keyOf(record)
    const state = kept.get(key)
    const before = state ? state.record : shown.get(key)
    if (mayBeOld && before && before.load === load && before.seq > record.seq) continue
    const after = { ...record, load }
    changes.push({ collection, before, after })
    if (state) beside.push({ ...state, record: after })
    else plain.push(after)
  }
  const view = plain.map((record) => ({ collection: record.collection, _id: record._id, record }))
  await Promise.all([
    beside.length > 0 && clinic.server_state.bulkPut(beside),
    writeView(clinic, view),
    noteServerChanges(clinic, digests, changes),
  ])
  return new Set(beside.map(({ key }) => key))
}

/** What is kept beside the view of these records, by key. */
export async function besides(
  clinic: ClinicDatabase,
  records: readonly { collection: Collection; _id: string }[],
): Promise<Map<string, ServerState>> {
  const found = await statesOf(clinic, records.map(keyOf))
  return new Map(found.map((state) => [state.key, state]))
}

/** What the view holds of these records, by key. */
export async function inView(
  clinic: ClinicDatabase,
  records: readonly { collection: Collection; _id: string }[],
): Promise<Map<string, ViewRecord | undefined>> {
  const ids = new Map<Collection, string[]>()
  for (const { collection, _id } of records) {
    const list = ids.get(collection)
    if (list) list.push(_id)
    else ids.set(collection, [_id])
  }
  const found = await Promise.all(
    [...ids].map(async ([collection, list]) => {
      const there = isKnown(collection)
        ? await viewOf(clinic, collection).bulkGet(list)
        : await unreadOf(clinic, collection, list)
      return list.map((_id, index) => [keyOf({ collection, _id }), there[index]] as const)
    }),
  )
  return new Map(found.flat())
}

async function unreadOf(clinic: ClinicDatabase, collection: Collection, ids: readonly string[]) {
  const found = await clinic.unread.bulkGet(ids.map((_id) => keyOf({ collection, _id })))
  return found.map((row) => row?.record)
}
