import type { Grid, GridColumn } from './balance-grid.ts'
import { HEAD } from './balance-grid.ts'
import type { ShownRow } from './balance-rows.ts'
import { balanceText } from './balance-text.ts'
import { BAND_COLOUR } from './class-colours.ts'
import { numberCell, textCell } from './pdf-cells.ts'
import type { Pen } from './pdf-pen.ts'

/** Grey enough to be seen on a copy, light enough for a pencil. */
const SHADE = '#dcdfde'
const PAD = 4
const LABEL = 9.5
const TEXT = 11
const NUMBER = 12
const THIN = 150
const DARK = 40

const boxOf = ({ x, width }: GridColumn, y: number, height: number) => ({
  x: x + PAD,
  y: y + 1,
  width: width - 2 * PAD,
  height: height - 2,
})

/** The two amounts of a blank sheet share one label. */
function labelsOf(columns: readonly GridColumn[], joined: boolean): GridColumn[] {
  return columns.flatMap((column, index) => {
    if (joined && column.name === 'used') return []
    if (!joined || column.name !== 'added') return [column]
    const next = columns[index + 1]
    return [{ ...column, label: balanceText.columns.addedUsed, width: column.width + (next?.width ?? 0) }]
  })
}

/** Bands, shade and lines of a page, empty rows included: every row takes a pen. */
export function drawGrid(pen: Pen, grid: Grid, { joinAmounts = false } = {}): void {
  const { left, right, head, first, rows, row, columns } = grid
  const bottom = first + rows * row
  pen.fill(left, head, right - left, HEAD, BAND_COLOUR)
  for (const column of labelsOf(columns, joinAmounts)) {
    const align = column.align === 'left' ? 'left' : 'center'
    textCell(pen, column.label, boxOf(column, head, HEAD), { size: LABEL, style: 'bold', align })
  }
  for (let nth = 1; nth < rows; nth++) pen.line(left, first + nth * row, right, first + nth * row, THIN)
  for (const { x, name } of columns.slice(1)) {
    const top = joinAmounts && name === 'used' ? first : head
    pen.line(x, top, x, bottom, THIN)
  }
  pen.line(left, first, right, first, 0, 1.2)
  pen.line(left, head, right, head, DARK, 0.8)
  pen.line(left, bottom, right, bottom, DARK, 0.8)
  pen.line(left, head, left, bottom, DARK, 0.8)
  pen.line(right, head, right, bottom, DARK, 0.8)
}

/** The shade of a page's first row; drawn before all else. */
export const shadeFirst = (pen: Pen, { left, right, first, row }: Grid): void =>
  pen.fill(left, first, right - left, row, SHADE)

function drawRow(pen: Pen, grid: Grid, y: number, row: ShownRow, initials: boolean): void {
  for (const column of grid.columns) {
    const box = boxOf(column, y, grid.row)
    const { name } = column
    if (name === 'initials') {
      if (initials) textCell(pen, row.by?.initials ?? '', box, { size: TEXT, align: 'center' })
    } else if (name === 'balance') {
      numberCell(pen, row.balance, box, { size: NUMBER, style: 'bold' })
      // Black and white has no red.
      if (row.belowZero) pen.box(column.x + 1.5, y + 1.5, column.width - 3, grid.row - 3)
    } else if (name === 'added' || name === 'used') numberCell(pen, row[name], box, { size: NUMBER })
    else if (name !== 'count') {
      const style = name === 'title' || row.gap ? 'bold' : 'normal'
      textCell(pen, row[name], box, {
        size: TEXT,
        style,
        align: column.align === 'center' ? 'center' : 'left',
      })
    }
  }
}

/** What was recorded, with the initials of who stands behind each row where they are wanted. */
export function drawRows(pen: Pen, grid: Grid, rows: readonly ShownRow[], initials: boolean): void {
  const { left, right, first } = grid
  rows.forEach((row, index) => {
    const y = first + index * grid.row
    drawRow(pen, grid, y, row, initials)
    if (!row.gap) return
    for (const edge of [y, y + grid.row]) pen.line(left, edge, right, edge, 0, 2)
  })
}
