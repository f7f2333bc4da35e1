import type { CellInput, Styles } from 'jspdf-autotable'
import { HEAD, type Grid, type GridColumn } from './balance-grid.ts'
import type { ShownRow } from './balance-rows.ts'
import { balanceText } from './balance-text.ts'
import { BAND_COLOUR } from './class-colours.ts'
import { FONT } from './pdf-fonts.ts'
import type { Pen } from './pdf-pen.ts'
import { drawTable } from './pdf-table.ts'

/** Grey enough to be seen on a copy, light enough for a pencil. */
const SHADE = '#dcdfde'
const PAD = 4
const LABEL = 9.5
const TEXT = 11
const NUMBER = 12
const THIN = 150
const DARK = 40
const FRACTION = '.00'

/** The two amounts of a blank sheet share one label. */
function labelsOf(columns: readonly GridColumn[], joined: boolean): CellInput[] {
  return columns.flatMap(({ name, label, align }): CellInput[] => {
    const styles = { halign: align === 'left' ? 'left' : 'center' } as const
    if (!joined || (name !== 'added' && name !== 'used')) return [{ content: label, styles }]
    return name === 'added' ? [{ content: balanceText.columns.addedUsed, colSpan: 2, styles }] : []
  })
}

function stylesOf({ name, width, align }: GridColumn): Partial<Styles> {
  return {
    cellWidth: width,
    halign: align === 'decimal' ? 'right' : align,
    font: name === 'title' || name === 'balance' ? FONT.bold : FONT.normal,
    fontSize: align === 'decimal' ? NUMBER : TEXT,
  }
}

const contentOf = (row: ShownRow | undefined, name: GridColumn['name']): string =>
  name === 'count' || name === 'initials' ? '' : (row?.[name] ?? '')

interface TableOptions {
  /** Whether the initials of who stands behind each row are printed. */
  initials?: boolean
  joinAmounts?: boolean
}

/** The table of one page, empty rows included: every row takes a pen. Rows that are not given are left open. */
export function drawBalanceTable(
  pen: Pen,
  { left, right, head, first, rows, row: height, columns }: Grid,
  shown: readonly ShownRow[],
  { initials = false, joinAmounts = false }: TableOptions,
): void {
  const filled = Math.max(1, shown.findLastIndex(({ empty }) => !empty) + 1)
  const textsOf = (row: ShownRow | undefined) =>
    columns.map(({ name }) =>
      name === 'initials' && initials ? (row?.by?.initials ?? '') : contentOf(row, name),
    )
  // Cells take their time: the open rows are one, and ruled afterwards.
  const open = { content: '', styles: { minCellHeight: (rows - filled) * height } }
  drawTable(pen, {
    startY: head,
    margin: { left, bottom: 0 },
    tableWidth: right - left,
    tableLineColor: DARK,
    tableLineWidth: 0.8,
    styles: {
      lineColor: THIN,
      lineWidth: 0.6,
      cellPadding: { vertical: 1, horizontal: PAD },
      minCellHeight: height,
    },
    headStyles: { font: FONT.bold, fontSize: LABEL, fillColor: BAND_COLOUR, minCellHeight: HEAD },
    columnStyles: Object.fromEntries(columns.map((column, nth) => [nth, stylesOf(column)])),
    head: [labelsOf(columns, joinAmounts)],
    body: [
      ...Array.from({ length: filled }, (_, nth) => textsOf(shown[nth])),
      ...(filled < rows ? [columns.map(() => open)] : []),
    ],
    didParseCell: ({ section, row, cell }) => {
      if (section !== 'body') return
      if (row.index === 0) cell.styles.fillColor = SHADE
      if (shown[row.index]?.gap) cell.styles.font = FONT.bold
    },
    numberPlace: ({ section, column, cell }) => {
      if (section !== 'body' || columns[column.index]?.align !== 'decimal') return undefined
      const after = PAD + pen.width(FRACTION, NUMBER, cell.styles.font === FONT.bold ? 'bold' : 'normal')
      return { after, room: cell.width - PAD - after, loose: true }
    },
    didDrawCell: ({ section, row, column, cell }) => {
      const balance = section === 'body' && columns[column.index]?.name === 'balance'
      // Black and white has no red.
      if (balance && shown[row.index]?.belowZero) {
        pen.box(cell.x + 1.5, cell.y + 1.5, cell.width - 3, cell.height - 3)
      }
    },
  })
  const rule = (nth: number, grey: number, thickness: number) =>
    pen.line(left, first + nth * height, right, first + nth * height, grey, thickness)
  rule(0, 0, 1.2)
  for (let nth = filled + 1; nth < rows; nth++) rule(nth, THIN, 0.6)
  shown.forEach(({ gap }, nth) => {
    if (gap) for (const edge of [nth, nth + 1]) rule(edge, 0, 2)
  })
}
