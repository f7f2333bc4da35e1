import { EDGE } from './balance-head.ts'
import type { Grid } from './balance-grid.ts'
import { balanceText } from './balance-text.ts'
import { LEADING, wrap, type Pen } from './pdf-pen.ts'

const SIZE = 11
const TITLE = 13
const COLUMNS = 3
const GAP = 18
/** What stands below it takes as much room as below a table. */
const FOOT = 46

const LINE = SIZE * LEADING
const widthOf = ({ left, right }: Grid) => (right - left - GAP * (COLUMNS - 1)) / COLUMNS
const topOf = ({ head }: Grid) => head + TITLE + 8

/** Whose initials stand on the sheet, line by line in columns, on as many pages as that takes. */
export function legendPages(pen: Pen, grid: Grid, people: readonly string[]): string[][][] {
  const lines = people.flatMap((person) => wrap(pen, person, widthOf(grid), SIZE))
  const most = Math.floor((grid.height - EDGE - FOOT - topOf(grid)) / LINE)
  const columns = Array.from({ length: Math.ceil(lines.length / most) }, (_, nth) =>
    lines.slice(nth * most, (nth + 1) * most),
  )
  return Array.from({ length: Math.ceil(columns.length / COLUMNS) }, (_, nth) =>
    columns.slice(nth * COLUMNS, (nth + 1) * COLUMNS),
  )
}

export function drawLegendPage(pen: Pen, grid: Grid, columns: readonly string[][]): void {
  pen.text(grid.left, grid.head + TITLE, balanceText.legendTitle, { size: TITLE, style: 'bold' })
  columns.forEach((lines, nth) => {
    const x = grid.left + nth * (widthOf(grid) + GAP)
    lines.forEach((line, at) => pen.text(x, topOf(grid) + (at + 1) * LINE, line, { size: SIZE }))
  })
}
