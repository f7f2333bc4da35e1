import type { AttentionContent } from 'sync-protocol/records/attention'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import {
  viewOf,
  type ClinicDatabase,
  type KeptMutation,
  type LaneRow,
  type ViewRecord,
} from './clinic-database.ts'
import { isSessionEvent } from './session-log.ts'
import { currentClinic, currentUser } from './signed-in.ts'

interface EntryBase {
  /** Stable: the same mutation keeps it when its synced record takes the place of the local copy. */
  key: string
  author_id: string
  author_name: string
  at: string
}
/** What waits for a person. */
export type AttentionEntry =
  | (EntryBase & {
      sort: 'refused'
      status: KeptMutation['status']
      code: KeptMutation['code']
      field?: string
      message: string
      mutation: Mutation
      /** The synced record; absent for a copy that is only on this tablet. */
      record?: ViewRecord
      /** The server's record that a decision settles, be it here yet or not; absent when the server has none. */
      attention_id?: string
      /** The text of a mutation that could not be read as one. */
      raw?: string
    })
  | (EntryBase & { sort: 'conflict'; record: ViewRecord; conflict: ConflictContent })
  /** Unsent work of somebody for whom nobody may send any more. */
  | (EntryBase & { sort: 'shut-out'; mutations: Mutation[] })

export type RefusedEntry = Extract<AttentionEntry, { sort: 'refused' }>
export type ShutOutEntry = Extract<AttentionEntry, { sort: 'shut-out' }>
export type ConflictEntry = Extract<AttentionEntry, { sort: 'conflict' }>

const unsettled = (record: ViewRecord) =>
  !record.deleted && record.content !== null && !record.content['settled']

const refusedEntry = (record: ViewRecord): RefusedEntry => {
  const content = record.content as unknown as AttentionContent
  return {
    sort: 'refused',
    key: content.mutation.id,
    author_id: record.meta.author_id,
    author_name: record.meta.author_name,
    at: record.meta.date_created,
    status: content.status,
    code: content.code,
    ...(content.field === undefined ? {} : { field: content.field }),
    message: content.message,
    mutation: content.mutation,
    record,
    attention_id: record._id,
    ...(content.raw === undefined ? {} : { raw: content.raw }),
  }
}

const keptEntry = (kept: KeptMutation): RefusedEntry => ({
  sort: 'refused',
  key: kept.mutation_id,
  author_id: kept.user_id,
  author_name: kept.user_name,
  at: kept.mutation.at,
  status: kept.status,
  code: kept.code,
  ...(kept.field === undefined ? {} : { field: kept.field }),
  message: kept.message,
  mutation: kept.mutation,
  ...(kept.attention_id === undefined ? {} : { attention_id: kept.attention_id }),
})

const conflictEntry = (record: ViewRecord): AttentionEntry => ({
  sort: 'conflict',
  key: record._id,
  author_id: record.meta.author_id,
  author_name: record.meta.author_name,
  at: record.meta.date_created,
  record,
  conflict: record.content as unknown as ConflictContent,
})

/** None for a lane that only tells of its person's sign-ins: there is nothing to bring to safety. */
async function shutOutEntries(clinic: ClinicDatabase, lane: LaneRow): Promise<AttentionEntry[]> {
  const rows = await clinic.outbox
    .where('[lane+n]')
    .between([lane.id, 0], [lane.id, Infinity])
    .filter((row) => row.done === 0 && row.withdrawn === 0 && !isSessionEvent(row.body.action))
    .toArray()
  if (rows.length === 0) return []
  const entry: AttentionEntry = {
    sort: 'shut-out',
    key: lane.id,
    author_id: lane.user_id,
    author_name: lane.user_name,
    at: rows[0]?.body.at ?? '',
    mutations: rows.map(({ body }) => body),
  }
  return [entry]
}

/** What waits for this person: their own, and everybody's for a holder of 2; the oldest first. */
export async function attentionFor(
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'>,
): Promise<AttentionEntry[]> {
  const seesAll = user.org_perms.includes(PERMISSION.othersRecords)
  const [synced, conflicts, kept, lanes] = await Promise.all([
    viewOf(clinic, 'attention').filter(unsettled).toArray(),
    viewOf(clinic, 'conflicts').filter(unsettled).toArray(),
    clinic.kept.toArray(),
    clinic.lanes.filter((lane) => lane.shut_out && lane.unsent > 0).toArray(),
  ])
  const entries = [
    ...synced.map(refusedEntry),
    ...conflicts.map(conflictEntry),
    ...kept.map(keptEntry),
    ...(await Promise.all(lanes.map((lane) => shutOutEntries(clinic, lane)))).flat(),
  ]
  return entries
    .filter((entry) => seesAll || entry.author_id === user._id)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Needs attention of the signed-in user, for a query that stays live. */
export const attentionEntries = (): Promise<AttentionEntry[]> => attentionFor(currentClinic(), currentUser())

/** Settles what a refused or parked change left behind, as the retry of one carries it. */
export const settlesAttention = (op: Op) => op.op === 'settle' && op.collection === 'attention'

/** The version of a record that was only made. */
const FIRST = 1

/**
 * Dismisses an entry, and the earlier tries that it carries. What the server keeps of it is dismissed also while the feed
 * has not brought it: it would stand here again once it comes, to be decided a second time.
 */
export function dismissOps({
  record,
  attention_id,
  mutation,
}: Pick<RefusedEntry, 'record' | 'attention_id' | 'mutation'>): Op[] {
  const earlier = mutation.ops.filter(settlesAttention)
  if (attention_id === undefined) return earlier
  const base = record?.version ?? FIRST
  return [...earlier, { op: 'settle', collection: 'attention', _id: attention_id, base, choice: 'dismiss' }]
}

/** What waits under this key for the signed-in user; undefined when it is settled or gone. */
export async function waitingEntry(key: string): Promise<RefusedEntry | ConflictEntry | undefined> {
  const found = (await attentionEntries()).find((entry) => entry.key === key)
  return found?.sort === 'shut-out' ? undefined : found
}

/** Throws away a copy that is only on this tablet: the person has decided, or a new mutation took its place. */
export const discardKept = (mutationId: string): Promise<void> => currentClinic().kept.delete(mutationId)
