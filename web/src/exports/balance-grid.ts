import type { Orientation } from './balance-paper.ts'
import { balanceText } from './balance-text.ts'
import { ROWS } from './paper-pages.ts'

const { columns: labels } = balanceText

export type CellName = Exclude<keyof typeof labels, 'addedUsed'>
export interface GridColumn {
  name: CellName
  label: string
  x: number
  width: number
  /** 'decimal' puts all decimal points of the column into one line. */
  align: 'left' | 'center' | 'decimal'
}

/** Where things stand on a page, in its own units (`spec 2 §9`). */
export interface Grid {
  width: number
  height: number
  left: number
  right: number
  /** Rows of a page, the shaded first one counted. */
  rows: number
  row: number
  /** Tops of the table's head and of its first row. */
  head: number
  first: number
  columns: readonly GridColumn[]
}

export const HEAD = 38
const MARGIN = 24
const HEAD_TOP = 98

const LONG = 985
const SHORT = 760
/** As high as ruled paper once the page is printed on Letter. */
const ROW: Readonly<Record<Orientation, number>> = { landscape: 24, portrait: 23.6 }

type Widths = readonly (readonly [name: CellName, width: number, align?: GridColumn['align']])[]

const SHEET: Readonly<Record<Orientation, Widths>> = {
  landscape: [
    ['number', 38, 'center'],
    ['date', 72],
    ['title', 170],
    ['species', 56],
    ['description', 136],
    ['bottle', 84],
    ['reason', 138],
    ['added', 66, 'decimal'],
    ['used', 66, 'decimal'],
    ['balance', 70, 'decimal'],
    ['initials', 41, 'center'],
  ],
  portrait: [
    ['number', 30, 'center'],
    ['date', 62],
    ['title', 124],
    ['species', 46],
    ['description', 96],
    ['bottle', 62],
    ['reason', 98],
    ['added', 51, 'decimal'],
    ['used', 51, 'decimal'],
    ['balance', 54, 'decimal'],
    ['initials', 38, 'center'],
  ],
}

const BLANK: Widths = [
  ['date', 74],
  ['title', 160],
  ['species', 56],
  ['description', 136],
  ['bottle', 84],
  ['reason', 126],
  ['added', 60, 'decimal'],
  ['used', 60, 'decimal'],
  ['balance', 60, 'decimal'],
  ['initials', 46, 'center'],
  ['count', 75, 'center'],
]

function gridOf(orientation: Orientation, widths: Widths): Grid {
  const [width, height] = orientation === 'landscape' ? [LONG, SHORT] : [SHORT, LONG]
  let x = MARGIN
  const columns = widths.map(([name, wide, align = 'left']): GridColumn => {
    const column = { name, label: labels[name], x, width: wide, align }
    x += wide
    return column
  })
  return {
    width,
    height,
    left: MARGIN,
    right: x,
    rows: ROWS[orientation],
    row: ROW[orientation],
    head: HEAD_TOP,
    first: HEAD_TOP + HEAD,
    columns,
  }
}

export const SHEET_GRID: Readonly<Record<Orientation, Grid>> = {
  landscape: gridOf('landscape', SHEET.landscape),
  portrait: gridOf('portrait', SHEET.portrait),
}
export const BLANK_GRID: Grid = gridOf('landscape', BLANK)
