import { withValues } from 'sync-protocol/merge/field-paths'
import type { Json } from 'sync-protocol/records/json'
import type { Mutation, Op } from 'sync-protocol/records/mutation'

/**
 * The one operation that does what two saves of one draft do, or null when they cannot be one. It keeps the first `base`
 * and what was seen first, so that a clash with another tablet is still noticed.
 */
export function mergeDraftOps(first: Op, second: Op): Op | null {
  if (first._id !== second._id || first.collection !== 'drafts' || second.collection !== 'drafts') return null
  if (second.op !== 'update') return null
  const set = second.set as Record<string, Json>
  if (first.op === 'create' || first.op === 'restore')
    return { ...first, content: withValues(first.content, set) }
  if (first.op !== 'update') return null
  return { ...first, set: { ...first.set, ...second.set }, was: { ...second.was, ...first.was } }
}

/** True for what an autosave makes: one operation on one draft, which logs nothing. */
export const isAutosave = ({ action, ops }: Pick<Mutation, 'action' | 'ops'>) =>
  action.startsWith('draft.') && ops.length === 1 && ops[0]?.collection === 'drafts'
