import type { CellName, Grid } from '../balance-grid.ts'
import type { PdfPage } from '../read-pdf.ts'

export type ReadRow = Readonly<Partial<Record<CellName, string>>>

/** Larger letters are the mark of a voided sheet, which lies under the rows. */
const LARGEST_IN_CELL = 20

/** The cells of a page's table, read by where their letters stand; lines of one cell are joined. For tests. */
export function readTable(page: PdfPage, { first, row, rows, columns }: Grid): ReadRow[] {
  const table: Partial<Record<CellName, string>>[] = Array.from({ length: rows }, () => ({}))
  for (const { text, x, y, size } of page.texts) {
    const index = Math.floor((y - first) / row)
    const column = columns.findLast((one) => one.x <= x)
    const cells = table[index]
    if (y < first || !cells || !column || size > LARGEST_IN_CELL) continue
    cells[column.name] = (cells[column.name] ?? '') + text
  }
  return table
}
