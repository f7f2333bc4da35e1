import type { Op } from 'sync-protocol/records/mutation'
import { mayChange, PERMISSION } from 'sync-protocol/rules/permissions'
import type { AttentionEntry } from '../../data/attention.ts'

export type RefusedEntry = Extract<AttentionEntry, { sort: 'refused' }>
export type ConflictEntry = Extract<AttentionEntry, { sort: 'conflict' }>

export interface Person {
  _id: string
  org_perms: readonly number[]
}

export type Action = 'reopen' | 'approve' | 'retry' | 'copy' | 'discard'

/** What this person can do with a change that was not accepted. */
export function actionsOf(entry: RefusedEntry, person: Person): Action[] {
  const own = entry.author_id === person._id
  const readable = entry.raw === undefined && entry.mutation.ops.length > 0
  const holdsOthers = person.org_perms.includes(PERMISSION.othersRecords)
  const approves = entry.code === 'needs_approval' && holdsOthers && entry.record !== undefined
  return [
    ...(own && readable && sheetIn(entry) !== undefined ? (['reopen'] as const) : []),
    ...(approves ? (['approve'] as const) : []),
    ...(own && readable ? (['retry'] as const) : []),
    'copy',
    'discard',
  ]
}

/** The sheet that a change would have made. */
export const sheetIn = ({ mutation }: RefusedEntry) =>
  mutation.ops.find((op) => op.op === 'create' && op.collection === 'sheets')

const settles = (op: Op) => op.op === 'settle' && op.collection === 'attention'

/** A retry that was refused in its turn carries the settling of the first try: the two are shown as one. */
export function withoutEarlierTries(entries: readonly AttentionEntry[]): AttentionEntry[] {
  const replaced = new Set(
    entries.flatMap((entry) =>
      entry.sort === 'refused' ? entry.mutation.ops.filter(settles).map((op) => op._id) : [],
    ),
  )
  return entries.filter(
    (entry) =>
      entry.sort !== 'refused' || entry.attention_id === undefined || !replaced.has(entry.attention_id),
  )
}

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
  const earlier = mutation.ops.filter(settles)
  if (attention_id === undefined) return earlier
  const base = record?.version ?? FIRST
  return [...earlier, { op: 'settle', collection: 'attention', _id: attention_id, base, choice: 'dismiss' }]
}

/** Who may decide for either side; its sender may always give up their own. */
export function choicesOf(
  { conflict, author_id }: ConflictEntry,
  person: Person,
  target: Parameters<typeof mayChange>[1] | undefined,
): ('theirs' | 'mine')[] {
  const may = target !== undefined && mayChange({ user_id: person._id, perms: person.org_perms }, target)
  if (may) return conflict.kind === 'invalid_merge' ? ['theirs'] : ['theirs', 'mine']
  return author_id === person._id ? ['theirs'] : []
}
