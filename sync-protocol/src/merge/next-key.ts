import type { SyncRecord } from '../records/envelope.ts'
import { sectionKeyIn } from '../records/section.ts'

/**
 * The organization's `next_key` once this record stands: above every key that a section has, so that none is given out
 * twice (`spec 1 §3`); a tablet may hold keys that a restored server does not remember.
 */
export function nextKeyAfter(nextKey: number, { collection, content }: SyncRecord): number {
  const key = collection === 'sections' ? sectionKeyIn(content) : undefined
  return typeof key === 'number' ? Math.max(nextKey, key + 1) : nextKey
}
