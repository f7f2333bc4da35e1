import type { DrugClass } from 'sync-protocol/records/fields'
import { BAND_COLOUR, CLASS_COLOUR } from './class-colours.ts'
import { exportText } from './export-text.ts'
import { LEFT, PEN, RIGHT } from './pdf-columns.ts'
import { fitLine, type Pen } from './pdf-pen.ts'
import { fitName } from './pdf-rows.ts'

const HEAD_SIZE = 10
const SWATCH = 13

function swatch(pen: Pen, x: number, y: number, drugClass: DrugClass): void {
  const colour = CLASS_COLOUR[drugClass]
  if (drugClass === 'antagonist') {
    const stripe = SWATCH / 5
    for (const nth of [0, 2, 4]) pen.fill(x + nth * stripe, y, stripe, SWATCH, colour)
  } else {
    pen.fill(x, y, SWATCH, SWATCH, colour)
  }
  pen.box(x, y, SWATCH, SWATCH)
}

/** A column's label in a band; right-aligned where its cells are. */
export interface Label {
  x: number
  text: string
  align?: 'left' | 'right' | 'center'
  bold?: boolean
}

export const penLabels: readonly Label[] = [
  { x: (PEN.time + PEN.initials) / 2, text: exportText.time, align: 'center' },
  { x: (PEN.initials + RIGHT) / 2, text: exportText.initials, align: 'center' },
]

export interface Band {
  y: number
  height: number
  title: string
  titleSize: number
  /** What stands below the title, in small letters. */
  aside?: string
  room: number
  drugClass?: DrugClass | undefined
  labels: readonly Label[]
}

/** The band above a table: its title at the left, the columns' labels on the same line. */
export function drawBand(
  pen: Pen,
  { y, height, title, titleSize, aside, room, drugClass, labels }: Band,
): void {
  pen.fill(LEFT, y, RIGHT - LEFT, height, BAND_COLOUR)
  pen.line(LEFT, y + height, RIGHT, y + height, 60, 0.9)
  const middle = y + height / 2
  const start = LEFT + 6 + (drugClass ? SWATCH + 7 : 0)
  if (drugClass) swatch(pen, LEFT + 6, middle - SWATCH / 2, drugClass)
  const left = room - (start - LEFT - 6)
  const { size, lines } = fitName(pen, title, left, aside === undefined ? titleSize : 13, 9.5)
  const raised = aside === undefined ? 0 : 6
  lines.forEach((line, nth) => {
    const lift = ((lines.length - 1) / 2 - nth) * size * 1.1 + raised
    pen.text(start, middle + size * 0.36 - lift, line, { size, style: 'bold' })
  })
  if (aside !== undefined) {
    const below = fitLine(pen, aside, left, HEAD_SIZE)
    pen.text(start, middle + 11, below.line, { size: below.size, grey: 60 })
  }
  for (const { x, text, align = 'left', bold = false } of labels) {
    pen.text(x, middle + HEAD_SIZE * 0.36, text, {
      size: HEAD_SIZE,
      style: bold ? 'bold' : 'normal',
      grey: bold ? 0 : 60,
      align,
    })
  }
}
