import type { BalanceContent, BalanceRow } from '../records/balance.ts'
import { pagesOf } from './balance-pages.ts'
import type { BalanceTable } from './balance-table.ts'
import { type Hundredths, mlOf } from './ledger-volume.ts'
import type { Substance } from './substances.ts'
import { rowWords, type TableEntry } from './table-entry.ts'

const ml = (volume: Hundredths | null) => (volume === null ? null : mlOf(volume))

/** Beside what the draw is of, what its own record says where another volume was entered. */
function descriptionOf({ description, edited, original }: TableEntry): string {
  if (!edited || original === undefined) return description
  const record = rowWords.record(original)
  return description === '' ? record : `${description}, ${record}`
}

/** A row as it is stored: volumes in ml, the drug's name where the row is about no patient. */
export function rowOfEntry(entry: TableEntry, date: string, drugName: string): BalanceRow {
  return {
    kind: entry.kind,
    procedure_number: entry.procedure_number,
    date,
    title: entry.kind === 'draw' ? entry.title : drugName,
    species: entry.species,
    description: descriptionOf(entry),
    bottle_number: entry.bottle_number,
    reason: entry.reason,
    added: ml(entry.added),
    used: ml(entry.used),
    adjusted: ml(entry.adjusted),
    balance: mlOf(entry.balance),
    ...(entry.container_size !== undefined && { container_size: mlOf(entry.container_size) }),
    ...(entry.draw_id !== undefined && { draw_id: entry.draw_id }),
    ...(entry.remainder && { remainder: true as const }),
    empty: false,
  }
}

/** The rows of an open table on pages, as they will be saved; before the first draw they have no date. */
export const pagesOfTable = (table: BalanceTable, drugName: string, rowsPerPage?: number): BalanceRow[][] =>
  pagesOf(
    table.entries.map((entry) => rowOfEntry(entry, table.date ?? '', drugName)),
    rowsPerPage,
  )

/**
 * The balance sheet that an open table is saved as (`spec 2 §3`), of one local day; volumes in ml.
 * @throws RangeError for a table without a draw, which has no day
 */
export function balanceContentOf(table: BalanceTable, substance: Substance): BalanceContent {
  const { date } = table
  if (date === null) throw new RangeError('a balance sheet holds at least one draw')
  const drug_name = substance.drug_name.trim()
  return {
    drug_name,
    drug_concentration: substance.drug_concentration,
    drug_form: 'injection',
    container_size: mlOf(table.first_size),
    date_start: date,
    date_end: date,
    combined: false,
    pages: pagesOfTable(table, drug_name),
    ...(table.previous_id !== undefined && { previous_id: table.previous_id }),
    closing: {
      bottle_number: table.bottle,
      container_size: mlOf(table.container_size),
      balance: mlOf(table.balance),
      others: [...table.others],
    },
  }
}
