import type { Grid } from './balance-grid.ts'
import { balanceText } from './balance-text.ts'
import type { PaperClinic } from './clinic-on-paper.ts'
import { drawClinic } from './pdf-clinic.ts'
import { textCell, TIGHT } from './pdf-cells.ts'
import { fitLine, wrap, type Pen } from './pdf-pen.ts'

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

export interface HeadFacts extends PaperClinic {
  title: string
  drug: string
  page: number
  total: number
  fields: readonly HeadField[]
}

/** What stands above the table of every page: which drug, in which bottle, of whom, and which page of how many. */
export function drawHead(pen: Pen, { left, right }: Grid, facts: HeadFacts): void {
  pen.text(left, 27, facts.title, { size: 10.5, style: 'bold', grey: GREY })
  const titled = left + pen.width(facts.title, 10.5, 'bold') + 20
  drawClinic(pen, { right, y: 27, room: right - titled, size: 10.5 }, facts)
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

export interface FootNote {
  text: string
  bold: boolean
  /** The sizes between which it is written, as large as there is room. */
  most: number
  least: number
}

interface FittedNote {
  lines: string[]
  size: number
  bold: boolean
}

const styleOf = ({ bold }: { bold: boolean }) => (bold ? 'bold' : 'normal')
const topOf = ({ first, rows, row }: Grid) => first + rows * row + 2
const STEP = 0.96

/** These notes as large as they find room below the table, each on as many lines as it takes; null where they find none. */
export function fitFoot(pen: Pen, grid: Grid, notes: readonly FootNote[]): FittedNote[] | null {
  const room = grid.height - EDGE - topOf(grid)
  const smallest = Math.min(...notes.map(({ most, least }) => least / most))
  for (let scale = 1; ; scale *= STEP) {
    const fitted = notes.map((note) => {
      const size = Math.max(note.least, note.most * scale)
      return {
        lines: wrap(pen, note.text, grid.right - grid.left, size, styleOf(note)),
        size,
        bold: note.bold,
      }
    })
    if (fitted.reduce((sum, { lines, size }) => sum + lines.length * size * TIGHT, 0) <= room) return fitted
    if (scale < smallest) return null
  }
}

/** What stands below the table of every page; a long note is on several lines, so that it can be read. */
export function drawFoot(pen: Pen, grid: Grid, notes: readonly FittedNote[]): void {
  let y = topOf(grid)
  for (const note of notes) {
    for (const line of note.lines) {
      y += note.size * TIGHT
      pen.text(grid.left, y - note.size * DESCENT, line, {
        size: note.size,
        style: styleOf(note),
        grey: note.bold ? 0 : GREY,
      })
    }
  }
}

/** Printers leave this much open at the edge. */
export const EDGE = 12
/** Of a line's height below its letters' foot. */
const DESCENT = 0.25
