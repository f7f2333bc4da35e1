import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import {
  differenceFrom,
  factEntryOf,
  LEDGERED,
  unentered,
  type FactEntry,
  type RecordDifference,
} from 'sync-protocol/rules/ledger-records'
import type { LedgerLine, LedgerPage } from 'sync-protocol/wire/ledger'
import { parsedEntry } from './ledger-entries.ts'
import { inSlices } from '../../in-slices.ts'

/** What is read out; who changed a database all over left more. */
export const NAMED_MAX = 10

export interface PlacedDifference extends RecordDifference {
  /** The server's record is as the ledger says, and this tablet's copy is not. */
  isHere: boolean
}

export interface RecordsPage {
  records: SyncRecord[]
  after: string | null
}

export interface ComparedRecords {
  /** Draws and balance sheets that were compared. */
  compared: number
  /** Those of them that this tablet does not hold yet. */
  notHere: number
  /** The first ones, in the order in which they were met. */
  differences: PlacedDifference[]
  count: number
  /** The records as JSON, separated by commas, for the export. */
  texts: Blob[]
}

export interface Comparing {
  /** Of a ledger that is whole. */
  lines: readonly LedgerLine[]
  /** The server's records; read after the ledger, so that each entry has its record. */
  readRecords(after: string | null): Promise<RecordsPage>
  /** Entries of the ledger after a number. */
  readPage(after: number): Promise<LedgerPage>
  /** What this tablet holds of the server's, by id. */
  copiesHere(collection: Collection, ids: readonly string[]): Promise<ReadonlyMap<string, SyncRecord>>
  onProgress(done: number, of: number): void
  pause(): Promise<void>
  isOver(): boolean
}

type Line = Pick<LedgerLine, 'entry' | 'n' | 'hash'>
interface Entered {
  create?: Line
  void?: Line
}
const keyOf = ({ collection, _id }: { collection: string; _id: string }) => `${collection}/${_id}`

/**
 * Compares each entry of the ledger with its record on the server and on this tablet, and each record with the ledger, in
 * pieces. Null when the screen was left before the end.
 * @throws OfflineError and ServerError of the calls
 */
export async function compareRecords(comparing: Comparing): Promise<ComparedRecords | null> {
  const { lines, readRecords, copiesHere, onProgress, isOver } = comparing
  const entered = new Map<string, Entered>()
  const slices = inSlices(comparing)
  for (const line of lines) {
    enter(entered, line)
    if (await slices()) return null
  }
  const total = entered.size
  const found: PlacedDifference[] = []
  const keys = new Set<string>()
  const say = (difference: RecordDifference | null, isHere = false) => {
    if (!difference || keys.has(keyOf(difference))) return
    keys.add(keyOf(difference))
    if (found.length < NAMED_MAX) found.push({ ...difference, isHere })
  }
  /** What claims more than the ledger says: it may have come after the ledger was read. */
  const later: SyncRecord[] = []
  const texts: Blob[] = []
  let compared = 0
  let notHere = 0
  for (let after: string | null | undefined; after !== null;) {
    const page: RecordsPage = await readRecords(after ?? null)
    if (isOver()) return null
    texts.push(new Blob([page.records.map((record) => JSON.stringify(record)).join(',')]))
    const copies = await copiesOf(page.records, copiesHere)
    for (const record of page.records) {
      const key = keyOf(record)
      const entries = entered.get(key) ?? {}
      entered.delete(key)
      compared += 1
      const copy = copies.get(key)
      if (!copy) notHere += 1
      for (const entry of parsedOf(entries)) {
        say(differenceFrom(entry, record))
        // A copy of an earlier version is as it was then; the newer one is on its way.
        if (copy?.version === record.version) say(differenceFrom(entry, copy), true)
      }
      if (claimsMore(record, entries)) later.push(record)
      onProgress(compared, total)
      if (await slices()) return null
    }
    ;({ after } = page)
  }
  for (const entries of entered.values())
    for (const entry of parsedOf(entries)) say(differenceFrom(entry, undefined))
  if (later.length > 0) await compareLater(comparing, later, say)
  return { compared, notHere, differences: found, count: keys.size, texts }
}

function enter(entered: Map<string, Entered>, line: Line): void {
  const entry = factEntryOf(parsedEntry(line))
  if (!entry) return
  const key = keyOf(entry.record)
  const known = entered.get(key)
  if (known) known[entry.op] ??= line
  else entered.set(key, { [entry.op]: line })
}

const parsedOf = (entries: Entered): FactEntry[] =>
  [entries.create, entries.void].flatMap((line) => (line && factEntryOf(parsedEntry(line))) ?? [])

const claimsMore = (record: SyncRecord, entries: Entered) =>
  unentered(record, { isCreated: entries.create !== undefined, isVoided: entries.void !== undefined }) !==
  null

async function copiesOf(
  records: readonly SyncRecord[],
  copiesHere: Comparing['copiesHere'],
): Promise<Map<string, SyncRecord>> {
  const copies = new Map<string, SyncRecord>()
  for (const collection of LEDGERED) {
    const ids = records.filter((record) => record.collection === collection).map(({ _id }) => _id)
    if (ids.length === 0) continue
    for (const copy of (await copiesHere(collection, ids)).values()) copies.set(keyOf(copy), copy)
  }
  return copies
}

/** The entries that were written since must hold what these claim. */
async function compareLater(
  { lines, readPage, isOver }: Comparing,
  later: readonly SyncRecord[],
  say: (difference: RecordDifference | null) => void,
): Promise<void> {
  const wanted = new Set(later.map(keyOf))
  const entered = new Map<string, Entered>()
  const take = (line: Line) => {
    const entry = factEntryOf(parsedEntry(line))
    if (entry && wanted.has(keyOf(entry.record))) enter(entered, line)
  }
  lines.forEach(take)
  for (let after = lines.at(-1)?.n ?? 0; ;) {
    const page = await readPage(after)
    if (isOver()) return
    page.entries.forEach(take)
    if (page.isLast) break
    after = page.entries.at(-1)?.n ?? after
  }
  for (const record of later) {
    const entries = entered.get(keyOf(record)) ?? {}
    for (const entry of parsedOf(entries)) say(differenceFrom(entry, record))
    say(unentered(record, { isCreated: entries.create !== undefined, isVoided: entries.void !== undefined }))
  }
}
