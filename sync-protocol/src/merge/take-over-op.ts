import { takenFrom } from '../records/is-table.ts'
import type { SyncRecord } from '../records/envelope.ts'
import type { OpOf } from '../records/mutation.ts'

/** The update by which whoever sends it takes over an open sheet from its author, as they see it (sync contract, section 1). */
export function takeOverOp({
  _id,
  version,
  content,
  meta,
}: Pick<SyncRecord, '_id' | 'version' | 'content'> & { meta: { author_id: string } }): OpOf<'update'> {
  const before = takenFrom(content)
  return {
    op: 'update',
    collection: 'drafts',
    _id,
    base: version,
    set: { taken_from: [...before, meta.author_id] },
    was: { taken_from: before.length === 0 ? null : [...before] },
  }
}
