import {
  differenceFrom,
  factEntryOf,
  unentered,
  type RecordDifference,
} from 'sync-protocol/rules/ledger-records'
import { LedgerWalk, type LedgerBreak, type LedgerRow } from 'sync-protocol/rules/ledger-walk'
import { sha256 } from '../sha256.ts'
import type { LedgerKeeper, LedgerMoment } from './ledger-records-store.ts'

/** So few at a time that other work gets its turn in between. */
const PIECE = 250
/** So many differences are named; a database that was changed all over has more. */
export const NAMED_MAX = 20

export interface LookedThrough {
  keeper: LedgerKeeper
  /** The first broken entry; then nothing is compared with the records. */
  broken: LedgerBreak | null
  differences: RecordDifference[]
  /** Entries that were compared with their records. */
  compared: number
}

/** Verifies a ledger and compares each of its entries with the records, both ways. Null where the server is closing. */
export async function lookThrough(moment: LedgerMoment, stop?: AbortSignal): Promise<LookedThrough | null> {
  const keeper = await moment.header()
  if (!keeper) return null
  const walk = new LedgerWalk(keeper.epoch, { unmarkedUntil: keeper.unmarked_until, hex: sha256 })
  const differences = new Map<string, RecordDifference>()
  const name = (found: RecordDifference | null) => {
    if (!found || differences.size >= NAMED_MAX) return
    const key = `${found.collection}/${found._id}`
    if (!differences.has(key)) differences.set(key, found)
  }
  let compared = 0
  for (let after = 0; ;) {
    if (stop?.aborted) return null
    const rows = await moment.entries(after, PIECE)
    for (const row of rows) {
      const broken = walk.take(row)
      if (broken) return { keeper, broken, differences: [], compared: 0 }
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.n
    compared += await comparePiece(moment, rows, name)
  }
  const told = walk.end(keeper.head)
  if (!told.ok) return { keeper, broken: told, differences: [], compared: 0 }
  for (const { record, ...entered } of await moment.unentered(NAMED_MAX)) name(unentered(record, entered))
  return { keeper, broken: null, differences: [...differences.values()], compared }
}

async function comparePiece(
  moment: LedgerMoment,
  rows: readonly LedgerRow[],
  name: (found: RecordDifference | null) => void,
): Promise<number> {
  const entries = rows.flatMap(({ text }) => factEntryOf(parsed(text)) ?? [])
  const records = await moment.records([...new Set(entries.map(({ record }) => record._id))])
  const byKey = new Map(records.map((record) => [`${record.collection}/${record._id}`, record]))
  for (const entry of entries)
    name(differenceFrom(entry, byKey.get(`${entry.record.collection}/${entry.record._id}`)))
  return entries.length
}

/** The last entry may be no JSON: the one after it, or the head, would have shown that it is broken. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
