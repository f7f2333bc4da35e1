import { valueAt, withValues } from 'sync-protocol/merge/field-paths'
import { isTable, takenFrom } from 'sync-protocol/records/is-table'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { canonical, sameJson, type JsonObject } from 'sync-protocol/records/json'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { Op, OpOf } from 'sync-protocol/records/mutation'

/** An open draft as it stood when the server's epoch ended (sync contract L6). */
export interface DraftToResubmit {
  _id: string
  author_id: string
  content: JsonObject
  /** When that was typed; releases before did not note it. */
  edited?: string
  /** When somebody on this tablet last typed over it since. */
  typed?: string
}

/**
 * What there is still to bring back once the person `by` worked on, `at` that time: what was typed since stays over what stood
 * before, and a draft that ended since does not come back. The same array when these operations touch none of them.
 */
export function workedOn(
  drafts: readonly DraftToResubmit[],
  ops: readonly Op[],
  at: string,
  by: string,
): readonly DraftToResubmit[] {
  const touching = ops.filter((op) => op.collection === 'drafts' && drafts.some(({ _id }) => _id === op._id))
  return touching.reduce<readonly DraftToResubmit[]>((left, op) => workedOnBy(left, op, at, by), drafts)
}

function workedOnBy(
  drafts: readonly DraftToResubmit[],
  op: Op,
  at: string,
  by: string,
): readonly DraftToResubmit[] {
  if (op.op === 'delete') return drafts.filter(({ _id }) => _id !== op._id)
  return drafts.map((draft) => {
    if (draft._id !== op._id) return draft
    if (op.op === 'update' && !isOverAnother(draft, op))
      return {
        ...draft,
        content: withValues(draft.content, op.set),
        typed: at,
        // Who takes it over brings it back.
        ...('taken_from' in op.set && { author_id: by }),
      }
    return op.op === 'create' || op.op === 'restore' ? { ...draft, content: op.content, typed: at } : draft
  })
}

/** A table is typed into as a whole: over another state, such as the restored server's, this one's rows are not in it. */
const isOverAnother = ({ content }: DraftToResubmit, { set, was }: OpOf<'update'>): boolean =>
  isTable(content) && Object.keys(set).some((path) => !sameJson(valueAt(content, path), was[path] ?? null))

/**
 * What there is still to bring back once the server has taken these operations elsewhere, into tables kept apart (sync
 * contract M10): each draft as it stood before them. What was typed over them since stays. The newest operation comes first.
 */
export const withoutKeptApart = (
  drafts: readonly DraftToResubmit[],
  newestFirst: readonly Op[],
): readonly DraftToResubmit[] => newestFirst.reduce(withoutOne, drafts)

function withoutOne(drafts: readonly DraftToResubmit[], op: Op): readonly DraftToResubmit[] {
  if (op.op === 'restore')
    return drafts.filter(({ _id, content }) => _id !== op._id || !sameJson(content, op.content))
  if (op.op !== 'update') return drafts
  return drafts.map((draft) => {
    if (draft._id !== op._id) return draft
    const typed = Object.entries(op.set).filter(([path, value]) =>
      sameJson(valueAt(draft.content, path), value),
    )
    if (typed.length === 0) return draft
    const before = typed.map(([path]) => [path, op.was[path] ?? null] as const)
    const { typed: _, ...untouched } = draft
    return { ...untouched, content: withValues(draft.content, Object.fromEntries(before)) }
  })
}

/** In whose hands an open sheet has been more than the other tells, by its content. */
const hands = (content: JsonObject | null | undefined) => takenFrom(content).length

/**
 * Where a draft is brought back; null for an open sheet that a colleague has taken over since: what its author before has not
 * sent comes to it by itself, and what they had before is never written over it. Any other comes back in its place, unless what
 * stands there was typed later. That may hold it or not; it is kept apart then, in the same place by every tablet that brings the
 * same.
 */
export function placeOf(
  draft: DraftToResubmit,
  stands: Pick<SyncRecord, 'content' | 'meta'> | undefined,
): string | null {
  const { _id, content, edited, typed = edited } = draft
  if (!stands || sameJson(stands.content, content)) return _id
  const { date_created, date_edited = date_created } = stands.meta
  const apart = derivedId(_id, `returned/${canonical(content)}`)
  // @rule handed-over-since
  if (hands(stands.content) > hands(content)) return null
  return typed !== undefined && date_edited > typed ? apart : _id
}
