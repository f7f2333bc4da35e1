import type { SyncRecord } from '../records/envelope.ts'
import { contentIn } from '../records/kinds.ts'
import { sectionKeyIn } from '../records/section.ts'
import { isTimeZone } from '../rules/time-zone.ts'

/**
 * The organization's `next_key` once this record stands: above every key that a section has, so that none is given out
 * twice (`spec 1 §3`); a tablet may hold keys that a restored server does not remember.
 */
export function nextKeyAfter(nextKey: number, { collection, content }: SyncRecord): number {
  const key = collection === 'sections' ? sectionKeyIn(content) : undefined
  return typeof key === 'number' ? Math.max(nextKey, key + 1) : nextKey
}

/**
 * The organization's time zone (IANA) once this record stands: its settings say it, and where they say none it stays. A zone that
 * this platform does not know is passed over.
 */
export function timeZoneAfter(
  timeZone: string,
  { collection, _id, content }: SyncRecord,
  orgId: string,
): string {
  if (collection !== 'policies' || _id !== orgId || content === null) return timeZone
  const { time_zone: decided } = contentIn('policies', content)
  return decided !== undefined && isTimeZone(decided) ? decided : timeZone
}
