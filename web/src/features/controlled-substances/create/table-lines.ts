import { PAGE_ROWS } from 'sync-protocol/records/balance'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import type { Hundredths } from 'sync-protocol/rules/ledger-volume'
import type { TableEntry } from 'sync-protocol/rules/table-entry'

/** What the screen shows of a table, line by line. */
export type TableLine =
  | { kind: 'entry'; key: string; entry: TableEntry; isLastDraw: boolean; opensGroup: boolean }
  /** The shaded first row of a further page: the balance carried from the one before. */
  | { kind: 'page'; key: string; page: number; bottle_number: string; balance: Hundredths }

/** Entries of a page, besides its shaded first row. */
const PAGE_ENTRIES = PAGE_ROWS - 1

/** The lines of a table: its entries, with the breaks where a saved page will end (`spec 2 §4`). */
export function linesOf({ entries, rows, lastDraw }: BalanceTable): TableLine[] {
  const opening = new Set<TableEntry>()
  for (const row of rows) {
    if (row.kind === 1) opening.add(row.entry)
    if (row.kind === 2 && row.entries[0] !== undefined) opening.add(row.entries[0])
  }
  return entries.flatMap((entry, at): TableLine[] => {
    const line: TableLine = {
      kind: 'entry',
      key: String(at),
      entry,
      isLastDraw: entry === lastDraw,
      opensGroup: at > 0 && opening.has(entry),
    }
    const before = entries[at - 1]
    if (before === undefined || at === 1 || (at - 1) % PAGE_ENTRIES !== 0) return [line]
    const page = (at - 1) / PAGE_ENTRIES + 1
    const { bottle_number, balance } = before
    return [{ kind: 'page', key: `page ${page}`, page, bottle_number, balance }, line]
  })
}
