import { withValues } from 'sync-protocol/merge/field-paths'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'

/** An open draft as it stood when the server's history ended (sync contract L6). */
export interface DraftToReturn {
  _id: string
  author_id: string
  content: JsonObject
}

/**
 * What there is still to bring back once somebody worked on: what was typed since stays over what stood before, and a draft
 * that ended since does not come back. The same array when these operations touch none of them.
 */
export function workedOn(drafts: readonly DraftToReturn[], ops: readonly Op[]): readonly DraftToReturn[] {
  const touching = ops.filter((op) => op.collection === 'drafts' && drafts.some(({ _id }) => _id === op._id))
  return touching.length === 0 ? drafts : touching.reduce(workedOnBy, drafts)
}

function workedOnBy(drafts: readonly DraftToReturn[], op: Op): readonly DraftToReturn[] {
  if (op.op === 'delete') return drafts.filter(({ _id }) => _id !== op._id)
  return drafts.map((draft) => {
    if (draft._id !== op._id) return draft
    if (op.op === 'update') return { ...draft, content: withValues(draft.content, op.set) }
    return op.op === 'create' || op.op === 'restore' ? { ...draft, content: op.content } : draft
  })
}
