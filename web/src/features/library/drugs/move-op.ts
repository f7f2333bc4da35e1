import { updateOp } from 'sync-protocol/merge/update-op'
import type { JsonObject } from 'sync-protocol/records/json'

/**
 * Puts a drug from the section that the person saw it in into another, and changes nothing else (`spec 1 §7`): what others
 * edit of its dose stands. Null when both are the same.
 */
export const moveOp = (
  record: { _id: string; version: number; content: JsonObject },
  from: number,
  to: number,
) => {
  const seen = { ...record.content, section_key: from }
  return updateOp('drugs', { ...record, content: seen }, { ...seen, section_key: to })
}
