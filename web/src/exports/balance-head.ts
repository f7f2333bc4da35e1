import type { Grid } from './balance-grid.ts'
import { balanceText } from './balance-text.ts'
import { textCell } from './pdf-cells.ts'
import { fitLine, type Pen } from './pdf-pen.ts'

const GREY = 60
const LABEL = 9
const VALUE = 13
const NAME = 23

export interface HeadField {
  label: string
  /** '' is a line for the pen. */
  value: string
  /** Its part of the width. */
  part: number
}

export interface HeadFacts {
  title: string
  clinic: string
  drug: string
  page: number
  total: number
  fields: readonly HeadField[]
}

/** What stands above the table of every page: which drug, in which bottle, of whom, and which page of how many. */
export function drawHead(pen: Pen, { left, right }: Grid, facts: HeadFacts): void {
  pen.text(left, 27, facts.title, { size: 10.5, style: 'bold', grey: GREY })
  const titled = left + pen.width(facts.title, 10.5, 'bold') + 20
  const clinic = fitLine(pen, facts.clinic, right - titled, 10.5)
  pen.text(right, 27, clinic.line, { size: clinic.size, grey: GREY, align: 'right' })
  pen.line(left, 33, right, 33, 0, 1.4)

  const page = balanceText.page(facts.page, facts.total)
  const room = right - left - pen.width(page, 15, 'bold') - 20
  const drug = fitLine(pen, facts.drug, room, NAME, 'bold')
  pen.text(left, 57, drug.line, { size: drug.size, style: 'bold' })
  pen.text(right, 57, page, { size: 15, style: 'bold', align: 'right' })

  const parts = facts.fields.reduce((sum, { part }) => sum + part, 0)
  let x = left
  for (const { label, value, part } of facts.fields) {
    const width = ((right - left) * part) / parts
    pen.text(x, 72, label, { size: LABEL, grey: GREY })
    textCell(pen, value, { x, y: 74, width: width - 12, height: 20 }, { size: VALUE, style: 'bold' })
    if (value === '') pen.line(x, 91, x + width - 14, 91, 0, 0.7)
    x += width
  }
}

/** What stands below the table of every page; a long note is on several lines, so that it can be read. */
export function drawFoot(
  pen: Pen,
  { left, right, first, rows, row }: Grid,
  notes: readonly FootNote[],
): void {
  let y = first + rows * row + 2
  for (const { text, size, bold, height, beside } of notes) {
    const ink = { size, style: bold ? 'bold' : 'normal', grey: bold ? 0 : GREY } as const
    const width = beside === undefined ? right - left : (right - left) * BESIDE
    textCell(pen, text, { x: left, y, width, height }, ink)
    if (beside !== undefined) {
      const x = left + width + GAP
      textCell(pen, beside, { x, y, width: right - x, height }, ink)
    }
    y += height
  }
}

/** The part of the first of two notes in one line, and the room between them. */
const BESIDE = 0.48
const GAP = 12

export interface FootNote {
  text: string
  /** On the same line, for want of room. */
  beside?: string
  size: number
  bold: boolean
  height: number
}
