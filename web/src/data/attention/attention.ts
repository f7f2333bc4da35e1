import type { AttentionContent } from 'sync-protocol/records/attention'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import { isKnown, type Collection } from 'sync-protocol/records/envelope'
import type { ContentOf } from 'sync-protocol/records/kinds'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { parkedOps } from 'sync-protocol/rules/legible-ops'
import { mayChange, PERMISSION } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import { viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { KeptMutation, LaneRow, ViewRecord } from '../database/clinic-rows.ts'
import { balanceMade, makes, originOf, tableTyped } from './entered-tables.ts'
import type { Intent } from '../outbox/save.ts'
import { saveTogether } from '../outbox/save-together.ts'
import { isSessionEvent } from '../outbox/session-log.ts'
import { unsentOf } from './shut-out.ts'
import { currentClinic, currentUser } from '../database/signed-in.ts'

interface EntryBase {
  /** Stable: the same mutation keeps it when its synced record takes the place of the local copy. */
  key: string
  author_id: string
  author_name: string
  at: string
}
/** What waits for a person. */
export type AttentionEntry =
  | (EntryBase &
      Pick<KeptMutation, 'status' | 'code' | 'field' | 'message' | 'mutation' | 'attention_id'> &
      Pick<AttentionContent, 'raw'> & {
        sort: 'refused'
        /** The synced record; absent for a copy that is only on this tablet. */
        record?: ViewRecord<'attention'>
        /** What was typed into the same open sheet or table before, and refused too; the oldest first. */
        beside: RefusedEntry[]
      })
  | (EntryBase & { sort: 'conflict'; record: ViewRecord<'conflicts'>; conflict: ConflictContent })
  /** Unsent work of somebody for whom this tablet may not send; `removed`: nor will they log in again. */
  | (EntryBase & { sort: 'shut-out'; mutations: Mutation[]; removed: boolean })

export type RefusedEntry = Extract<AttentionEntry, { sort: 'refused' }>
export type ShutOutEntry = Extract<AttentionEntry, { sort: 'shut-out' }>
export type ConflictEntry = Extract<AttentionEntry, { sort: 'conflict' }>

/** Everything but what somebody only looked at, which is settled from the first. */
const isRefusal = (content: ContentOf<'attention'> | null): content is AttentionContent =>
  content !== null && 'mutation' in content

function refusedEntries(record: ViewRecord<'attention'>): RefusedEntry[] {
  const { content, deleted } = record
  if (deleted || !isRefusal(content) || content.settled) return []
  const mutation = { ...content.mutation, ops: parkedOps(content) }
  // A newer release's, whose screens show it (sync contract W2).
  if (!content.mutation.ops.every(({ collection }) => isKnown(collection))) return []
  const { lane: _lane, device: _device, settled: _settled, ...told } = content
  const { author_id, author_name, date_created: at } = record.meta
  const shown = { sort: 'refused', key: content.mutation.id, author_id, author_name, at } as const
  return [{ ...told, ...shown, mutation, beside: [], record, attention_id: record._id }]
}

function keptEntry(kept: KeptMutation): RefusedEntry {
  const { mutation_id: key, user_id: author_id, user_name: author_name, lane: _lane, ...told } = kept
  const { at } = kept.mutation
  return { ...told, sort: 'refused', key, author_id, author_name, at, beside: [] }
}

/** One while nobody decided it, of a kind of record that this app knows. */
export function conflictEntries(record: ViewRecord<'conflicts'>): ConflictEntry[] {
  const { content, deleted } = record
  if (deleted || content === null || content.settled || !isKnown(content.record.collection)) return []
  const { author_id, author_name, date_created: at } = record.meta
  return [{ sort: 'conflict', key: record._id, author_id, author_name, at, record, conflict: content }]
}

/** None for a lane that only tells of its person's sign-ins: there is nothing to bring to safety. */
async function shutOutEntries(clinic: ClinicDatabase, lane: LaneRow): Promise<AttentionEntry[]> {
  const rows = (await unsentOf(clinic, lane)).filter(
    (row) => row.withdrawn === 0 && !isSessionEvent(row.body.action),
  )
  if (rows.length === 0) return []
  const entry: AttentionEntry = {
    sort: 'shut-out',
    key: lane.id,
    author_id: lane.user_id,
    author_name: lane.user_name,
    at: rows[0]?.body.at ?? '',
    mutations: rows.map(({ body }) => body),
    removed: lane.removed === true,
  }
  return [entry]
}

type Person = { _id: string; org_perms: readonly number[] }

/** May this person settle it? `target` is the record that it is about; where that is gone, it goes by who wanted the edit. */
export const maySettle = (
  { conflict, record: { meta } }: ConflictEntry,
  { _id: user_id, org_perms: perms }: Person,
  target: Parameters<typeof mayChange>[1] | undefined,
): boolean => mayChange({ user_id, perms }, target ?? { ...conflict.record, content: null, meta })

/** Those of other people's conflicts that this person may settle: about what is theirs to change. */
async function decidedBy(
  clinic: ClinicDatabase,
  user: Person,
  visible: readonly AttentionEntry[],
): Promise<ReadonlySet<AttentionEntry>> {
  const entries = visible.filter(
    (entry): entry is ConflictEntry => entry.sort === 'conflict' && entry.author_id !== user._id,
  )
  const targets = await Promise.all(
    entries.map(({ conflict: { record } }) => viewOf(clinic, record.collection).get(record._id)),
  )
  return new Set(entries.filter((entry, index) => maySettle(entry, user, targets[index])))
}

/** All that waits on this tablet, whoever it is for; inside a transaction too. */
export async function waitingHere(clinic: ClinicDatabase): Promise<AttentionEntry[]> {
  const [synced, conflicts, kept, lanes] = await Promise.all([
    viewOf(clinic, 'attention').toArray(),
    viewOf(clinic, 'conflicts').toArray(),
    clinic.kept.toArray(),
    clinic.lanes.filter((lane) => lane.shut_out && lane.unsent > 0).toArray(),
  ])
  return [
    ...synced.flatMap(refusedEntries),
    ...conflicts.flatMap(conflictEntries),
    ...kept.map(keptEntry),
    ...(await Promise.all(lanes.map((lane) => shutOutEntries(clinic, lane)))).flat(),
  ]
}

/** Of these what is this person's own, or about their own records, and everybody's for a holder of 2; the oldest first. */
export async function visibleTo(
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'>,
  entries: readonly AttentionEntry[],
): Promise<AttentionEntry[]> {
  const seesAll = user.org_perms.includes(PERMISSION.othersRecords)
  const decides = await decidedBy(clinic, user, seesAll ? [] : entries)
  const visible = entries
    .filter((entry) => seesAll || entry.author_id === user._id || decides.has(entry))
    .sort((a, b) => urgency(a) - urgency(b) || (a.at < b.at ? -1 : 1))
  return besideWhatBecame(withoutEarlierTries(visible))
}

/** How many of these wait for this person: what another alone may settle is only shown. */
export async function countFor(
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'>,
  entries: readonly AttentionEntry[],
): Promise<number> {
  const visible = await visibleTo(clinic, user, entries)
  const decides = await decidedBy(clinic, user, visible)
  return visible.filter(
    (entry) => entry.sort !== 'conflict' || entry.author_id === user._id || decides.has(entry),
  ).length
}

/** What waits for this person, or is shown to them. */
export const attentionFor = async (
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'>,
): Promise<AttentionEntry[]> => visibleTo(clinic, user, await waitingHere(clinic))

/** What is on this tablet alone comes first: nobody else can save it. */
const urgency = (entry: AttentionEntry) =>
  entry.sort === 'shut-out' || (entry.sort === 'refused' && entry.record === undefined) ? 0 : 1

/** A retry that was refused in its turn carries the settling of the first try: the two are one. */
export function withoutEarlierTries(entries: readonly AttentionEntry[]): AttentionEntry[] {
  const replaced = new Set(
    entries.flatMap((entry) => {
      if (entry.sort !== 'refused' || entry.mutation.ops.every(settlesAttention)) return []
      return entry.mutation.ops.filter(settlesAttention).map((op) => op._id)
    }),
  )
  return entries.filter(
    (entry) =>
      entry.sort !== 'refused' || entry.attention_id === undefined || !replaced.has(entry.attention_id),
  )
}

/** The open sheet or table that a change is about: one that was typed into, or that ended with what it became. */
function draftOf({ ops }: Mutation): string | undefined {
  const main = ops.filter((op) => !settlesAttention(op))
  const typed = main.length === 1 && main[0]?.collection === 'drafts' ? main[0] : undefined
  return (typed ?? main.find((op) => op.op === 'delete' && op.collection === 'drafts'))?._id
}

/** A table that is stored anew, as after a refusal, is another draft of one origin. */
function matterOf({ mutation }: RefusedEntry, all: readonly RefusedEntry[]): string | undefined {
  const draft = draftOf(mutation)
  const own = originOf(tableTyped(mutation))
  if (own !== undefined) return own
  const content = balanceMade(mutation)
  const made = all.find(({ mutation: other }) => {
    const table = tableTyped(other)
    return (
      table !== undefined && (draftOf(other) === draft || (content !== undefined && makes(table, content)))
    )
  })
  return (made && originOf(tableTyped(made.mutation))) ?? draft
}

const becameMore = ({ mutation }: RefusedEntry) =>
  mutation.ops.some((op) => op.collection !== 'drafts' && !settlesAttention(op))

/** What was typed into one open sheet or table is one matter with what it became, or with what was typed last. */
export function besideWhatBecame(entries: readonly AttentionEntry[]): AttentionEntry[] {
  const refused = entries.filter((entry): entry is RefusedEntry => entry.sort === 'refused')
  const groups = new Map<string, RefusedEntry[]>()
  for (const entry of refused) {
    const { author_id } = entry
    const typing = refused.filter((each) => each.author_id === author_id && !becameMore(each))
    const matter = typing.length === 0 ? undefined : matterOf(entry, typing)
    if (matter === undefined) continue
    const key = `${author_id}/${matter}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const main = new Map<string, RefusedEntry | undefined>()
  for (const group of groups.values()) {
    const typed = group.filter((entry) => !becameMore(entry)).sort((a, b) => a.mutation.n - b.mutation.n)
    const became = group.filter(becameMore)
    const last = became.at(-1) ?? typed.at(-1)
    if (last === undefined) continue
    for (const entry of typed) main.set(entry.key, undefined)
    main.set(last.key, { ...last, beside: typed.filter((entry) => entry !== last) })
  }
  return entries.flatMap((entry) => (main.has(entry.key) ? (main.get(entry.key) ?? []) : [entry]))
}

/** Needs attention of the signed-in user, for a query that stays live. */
export const attentionEntries = (): Promise<AttentionEntry[]> => attentionFor(currentClinic(), currentUser())

/** Whether a record that was made here waits for a person instead: the server did not accept it. For a query that stays live. */
export async function isSetAside(collection: Collection, id: string): Promise<boolean> {
  if ((await viewOf(currentClinic(), collection).get(id)) !== undefined) return false
  return (await attentionEntries()).some(
    (entry) =>
      entry.sort === 'refused' &&
      entry.mutation.ops.some((op) => op.op === 'create' && op.collection === collection && op._id === id),
  )
}

/** Whether what was typed into an open sheet waits for the signed-in user. For a query that stays live. */
export async function waitsOfDraft(draftId: string): Promise<boolean> {
  const isOfIt = ({ collection, _id }: { collection: Collection; _id: string }) =>
    collection === 'drafts' && _id === draftId
  return (await attentionEntries()).some((entry) => {
    if (entry.sort === 'conflict') return isOfIt(entry.conflict.record)
    return (
      entry.sort === 'refused' && [entry, ...entry.beside].some(({ mutation }) => mutation.ops.some(isOfIt))
    )
  })
}

/** Settles what a refused or parked change left behind, as the retry of one carries it. */
export const settlesAttention = (op: Op) => op.op === 'settle' && op.collection === 'attention'

/** A decision that came too late: what was settled is not settled again. */
export const isDecidedBefore = ({ code, mutation }: Pick<RefusedEntry, 'code' | 'mutation'>) =>
  code === 'too_late' && mutation.ops.every(({ op }) => op === 'settle')

const isDismissal = (op: Op) => op.op === 'settle' && op.choice === 'dismiss'

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
  code,
}: Pick<RefusedEntry, 'record' | 'attention_id' | 'mutation' | 'code'>): Op[] {
  // A decision is no earlier try, and is not made by putting it away.
  const tries = isDecidedBefore({ code, mutation }) ? [] : mutation.ops
  const earlier = tries.filter((op) => settlesAttention(op) && isDismissal(op))
  if (attention_id === undefined) return earlier
  const base = record?.version ?? FIRST
  return [...earlier, { op: 'settle', collection: 'attention', _id: attention_id, base, choice: 'dismiss' }]
}

/**
 * Saves a decision over an entry. What is beside it is dismissed by a change of its own: one that settles what somebody has
 * settled already is without effect as a whole. Copies that are only on this tablet go once what takes their place is on disk.
 * Gives the id of the decision's first mutation, where there was anything to decide.
 */
export async function decideOver(
  entry: RefusedEntry,
  ...decision: readonly Intent[]
): Promise<string | undefined> {
  const beside: Intent = { action: 'attention.discard', ops: entry.beside.flatMap(dismissOps) }
  const [saved] = await saveTogether(
    [...decision, beside].filter(({ ops }) => ops.length > 0),
    (clinic) =>
      clinic.kept.bulkDelete(
        [entry, ...entry.beside].flatMap(({ key, record }) => (record === undefined ? [key] : [])),
      ),
  )
  return saved?.mutation_id
}

/** What waits under this key for the signed-in user; undefined when it is settled or gone. */
export async function waitingEntry(key: string): Promise<RefusedEntry | ConflictEntry | undefined> {
  const found = (await attentionEntries()).find((entry) => entry.key === key)
  return found?.sort === 'shut-out' ? undefined : found
}
