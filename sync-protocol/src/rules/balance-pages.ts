import { type BalanceRow, PAGE_ROWS } from '../records/balance.ts'
import { rowWords } from './table-entry.ts'

/** Rows of a portrait page (`spec 2 §9`). */
export const PORTRAIT_ROWS = 34

const blank = {
  procedure_number: -1,
  date: '',
  title: '',
  species: '',
  description: '',
  bottle_number: '',
  reason: '',
  added: null,
  used: null,
  adjusted: null,
} as const

export const EMPTY_ROW: BalanceRow = { ...blank, kind: 'empty', balance: null, empty: true }

/** The shaded first row of a page after `last`. */
export function carriedRow({ date, bottle_number, balance }: BalanceRow): BalanceRow {
  return {
    ...blank,
    kind: 'carried',
    date,
    title: rowWords.carriedTitle,
    bottle_number,
    reason: rowWords.carriedReason,
    balance,
    empty: false,
  }
}

const blankRows = (count: number) => Array.from({ length: count }, () => EMPTY_ROW)

/** What stands on pages: neither carried nor empty rows. */
export const rowsOnPages = (pages: readonly (readonly BalanceRow[])[]): BalanceRow[] =>
  pages.flatMap((rows) => rows.filter(({ kind }) => kind !== 'carried' && kind !== 'empty'))

/**
 * Rows on pages: a shaded first row (the opening, then what is carried from the page before) and `rowsPerPage` - 1 more, the
 * last page padded with empty rows (`spec 2 §4`, `spec 2 §9`). No number changes.
 */
export function pagesOf(rows: readonly BalanceRow[], rowsPerPage: number = PAGE_ROWS): BalanceRow[][] {
  const pages: BalanceRow[][] = []
  const first = rows[0]
  if (!first) return [blankRows(rowsPerPage)]
  for (let at = 1; at === 1 || at < rows.length; at += rowsPerPage - 1) {
    const shaded = at === 1 ? first : carriedRow(rows[at - 1] ?? first)
    const page = [shaded, ...rows.slice(at, at + rowsPerPage - 1)]
    pages.push([...page, ...blankRows(rowsPerPage - page.length)])
  }
  return pages
}

/** Stored pages with another number of rows, 24 in landscape and 34 in portrait. */
export const reflow = (pages: readonly (readonly BalanceRow[])[], rowsPerPage: number): BalanceRow[][] =>
  pagesOf(rowsOnPages(pages), rowsPerPage)
