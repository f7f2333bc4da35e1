import type { Collection, SyncRecord } from '../records/envelope.ts'
import { voidingIn } from '../records/ledger-entry.ts'
import { sameJson, type Json, type JsonObject } from '../records/json.ts'

/** The collections whose facts enter the ledger (sync contract, section 12). */
export const LEDGERED: readonly Collection[] = ['draws', 'balances']

/** An entry of a fact, as much of it as is compared with the fact's record. */
export interface FactEntry {
  n: number
  at: string
  received_at: string
  op: 'create' | 'void'
  record: {
    collection: Collection
    _id: string
    version: number
    author: string
    /** Absent in entries of earlier releases. */
    author_name?: string
    made_at?: string
  }
  content: JsonObject
}

/** Where the ledger and the record of a fact differ. */
export interface RecordDifference {
  collection: Collection
  _id: string
  /** The entry; absent where the ledger has none. */
  n?: number
  kind: 'no_record' | 'no_entry' | 'differs'
  /** What of it, from the outside in: `content`, `author`, `author_name`, `at`, `received_at` or `voided`, then the field. */
  path: readonly string[]
  /** Undefined where that side has nothing there. */
  ledger: Json | undefined
  record: Json | undefined
  /** What the fact says, to name it by: as the ledger has it, where that is known. */
  content: JsonObject
}

/** The entry of a fact that this parsed text is; null for any other, such as that of a restore. */
export function factEntryOf(entry: unknown): FactEntry | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { op, record } = entry as Partial<FactEntry>
  if ((op !== 'create' && op !== 'void') || !record || !LEDGERED.includes(record.collection)) return null
  return entry as FactEntry
}

/**
 * What differs between an entry of the ledger and the record of its fact, the first thing of it. What the ledger does not hold
 * is not compared: flags; and where an earlier release wrote the entry, the author's name, and the time of a fact that somebody
 * approved later, whose entry has the approval's.
 */
export function differenceFrom(entry: FactEntry, record: SyncRecord | undefined): RecordDifference | null {
  const { op, n, content } = entry
  const { collection, _id } = entry.record
  const named = op === 'create' ? content : (record?.content ?? {})
  const about = { collection, _id, n, content: named }
  // A fact that was made and voided by one change had, in earlier versions, the entry of its voiding alone.
  if (!record || record.deleted || record._id !== _id || record.collection !== collection)
    return op === 'create' || entry.record.version === 1
      ? { ...about, kind: 'no_record', path: [], ledger: undefined, record: undefined }
      : null
  // Whoever changed the database may have left no record's shape.
  const meta: Partial<SyncRecord['meta']> = (record as Partial<SyncRecord>).meta ?? {}
  const pairs: [string, Json | undefined, Json | undefined][] =
    op === 'create'
      ? [
          ['content', content, record.content],
          ['author', entry.record.author, meta.author_id],
          ...whoseAndWhen(entry, meta),
          // Earlier releases kept it in the ledger alone.
          ...(meta.received_at === undefined
            ? []
            : [['received_at', entry.received_at, meta.received_at] satisfies [string, Json, Json]]),
        ]
      : [
          ['author', entry.record.author, meta.author_id],
          ['voided', voidingIn(content), record.voided],
        ]
  for (const [what, inLedger, inRecord] of pairs) {
    const found = firstDifference(inLedger, inRecord, [what])
    if (found) return { ...about, kind: 'differs', ...found }
  }
  return null
}

function whoseAndWhen(
  { at, record: { author_name, made_at } }: FactEntry,
  meta: Partial<SyncRecord['meta']>,
): [string, Json, Json | undefined][] {
  // @rule whose-and-when
  if (author_name !== undefined)
    return [
      ['author_name', author_name, meta.author_name],
      ['at', made_at ?? at, meta.date_created],
    ]
  return meta.approved_by === undefined ? [['at', at, meta.date_created]] : []
}

/** What a record claims and the ledger has no entry of: that it was made, or that it was voided. */
export function unentered(
  record: SyncRecord,
  { isCreated, isVoided }: { isCreated: boolean; isVoided: boolean },
): RecordDifference | null {
  const { collection, _id } = record
  const about = { collection, _id, content: record.content ?? {}, ledger: undefined }
  if (!isCreated && !isVoided) return { ...about, kind: 'no_entry', path: [], record: undefined }
  if (record.voided && !isVoided)
    return { ...about, kind: 'differs', path: ['voided'], record: { ...record.voided } }
  return null
}

interface Found {
  path: string[]
  ledger: Json | undefined
  record: Json | undefined
}

/** The first place where two values differ, in the order of their names; null where they are the same. */
function firstDifference(ledger: Json | undefined, record: Json | undefined, path: string[]): Found | null {
  if (sameJson(ledger, record)) return null
  if (typeof ledger !== 'object' || typeof record !== 'object' || ledger === null || record === null)
    return { path, ledger, record }
  if (Array.isArray(ledger) !== Array.isArray(record)) return { path, ledger, record }
  const inLedger = ledger as JsonObject
  const inRecord = record as JsonObject
  const names = [...new Set([...Object.keys(inLedger), ...Object.keys(inRecord)])]
  if (!Array.isArray(ledger)) names.sort()
  for (const name of names) {
    const found = firstDifference(inLedger[name], inRecord[name], [...path, name])
    if (found) return found
  }
  return null
}
