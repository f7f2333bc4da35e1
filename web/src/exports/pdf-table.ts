import { autoTable, type Cell, type CellHookData, type UserOptions } from 'jspdf-autotable'
import { fitCell } from './pdf-cells.ts'
import { FONT, type FontStyle } from './pdf-fonts.ts'
import { fitLine, type Pen } from './pdf-pen.ts'

const styleOf = ({ styles }: Cell): FontStyle => (styles.font === FONT.bold ? 'bold' : 'normal')

/** An empty cell is left without a text. */
function shrink(pen: Pen, cell: Cell): void {
  const text = cell.text.join(' ')
  const width = cell.width - cell.padding('horizontal')
  const height = cell.height - cell.padding('vertical')
  const { size, lines } = fitCell(pen, text, { width, height }, cell.styles.fontSize, styleOf(cell))
  cell.styles.fontSize = size
  cell.text = text === '' ? [] : lines
}

export interface NumberPlace {
  /** From the decimal point to the cell's right edge. */
  after: number
  /** What may stand before the point. */
  room: number
  /** A number too long for that leaves the line of points and takes the whole cell. */
  loose?: boolean
}

/** Pads a right-aligned number so that its decimal point stands in the column's line. */
function alignPoint(pen: Pen, cell: Cell, { after, room, loose = false }: NumberPlace): void {
  const [text = ''] = cell.text
  const { styles } = cell
  const style = styleOf(cell)
  const point = text.includes('.') ? text.indexOf('.') : text.length
  const whole = fitLine(pen, text.slice(0, point), room, styles.fontSize, style).size
  if (loose && whole < styles.fontSize) {
    styles.fontSize = fitLine(pen, text, cell.width - cell.padding('horizontal'), styles.fontSize, style).size
    return
  }
  styles.fontSize = whole
  styles.cellPadding = { right: after - pen.width(text.slice(point), whole, style) }
}

interface TableOptions extends UserOptions {
  /** Where the point of a cell that holds a number stands; undefined for a cell of text. */
  numberPlace?: (data: CellHookData) => NumberPlace | undefined
}

/** Draws a table: the whole of each text stands in its cell, as small as that takes. */
export function drawTable(pen: Pen, { numberPlace, ...options }: TableOptions): void {
  autoTable(pen.doc, {
    theme: 'plain',
    ...options,
    styles: {
      font: FONT.normal,
      fontStyle: 'normal',
      textColor: 0,
      valign: 'middle',
      overflow: 'visible',
      cellPadding: 0,
      textOptions: {},
      ...options.styles,
    },
    willDrawCell: (data) => {
      const { cell } = data
      const place = cell.text.join('') === '' ? undefined : numberPlace?.(data)
      if (place) alignPoint(pen, cell, place)
      else shrink(pen, cell)
      pen.doc.setFontSize(cell.styles.fontSize)
    },
  })
}
