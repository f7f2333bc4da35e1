import type { SyncRecord } from '../records/envelope.ts'
import { liftedRecord } from '../records/lift.ts'

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

function isRecord(value: unknown): value is SyncRecord {
  if (typeof value !== 'object' || value === null) return false
  const { collection, _id, schema, version, seq, deleted, meta, content } = value as Partial<SyncRecord>
  return (
    typeof collection === 'string' &&
    typeof _id === 'string' &&
    isCount(schema) &&
    isCount(version) &&
    isCount(seq) &&
    typeof deleted === 'boolean' &&
    typeof content === 'object' &&
    typeof meta === 'object' &&
    typeof meta.author_id === 'string' &&
    typeof meta.author_name === 'string' &&
    typeof meta.date_created === 'string'
  )
}

/**
 * The records of a page as a tablet reads them, a hundred times as fast as by their schema: thousands come at once, and may
 * not hold up its screen. A record's content is JSON by then, and is looked into where it is used. It may be of a collection
 * that this release does not know (sync contract W2): `isKnown` tells, and the tablet keeps such a record unread.
 * @throws TypeError for what is no record
 */
export function readRecords(value: unknown): SyncRecord[] {
  if (!Array.isArray(value)) throw new TypeError('A page has no records.')
  const wrong = value.findIndex((each) => !isRecord(each))
  if (wrong >= 0) throw new TypeError(`What came at ${wrong} is no record.`)
  return (value as SyncRecord[]).map(liftedRecord)
}
