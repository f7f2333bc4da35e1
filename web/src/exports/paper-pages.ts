import { PAGE_ROWS, type BalanceRow } from 'sync-protocol/records/balance'
import { EMPTY_ROW, PORTRAIT_ROWS, reflow } from 'sync-protocol/rules/balance-pages'
import type { Orientation } from './balance-paper.ts'

/** A page of a blank or landscape sheet has 24 rows, of a portrait one 34 (`spec 2 §9`). */
export const ROWS: Readonly<Record<Orientation, number>> = { landscape: PAGE_ROWS, portrait: PORTRAIT_ROWS }

function filledUp(rows: readonly BalanceRow[]): BalanceRow[] {
  const missing = Math.max(0, PAGE_ROWS - rows.length)
  return [...rows, ...Array.from({ length: missing }, () => EMPTY_ROW)]
}

/** Landscape has the pages as recorded, filled up with empty rows; portrait the same rows on longer pages. */
export function pagesOnPaper(
  pages: readonly (readonly BalanceRow[])[],
  orientation: Orientation,
): BalanceRow[][] {
  if (pages.length === 0 || orientation === 'portrait') return reflow(pages, ROWS[orientation])
  return pages.map(filledUp)
}
