import { PAGE } from 'sync-protocol/rules/pagination'
import { exportText } from './export-text.ts'
import { bandStyles } from './pdf-block-table.ts'
import { LEFT, RIGHT, TOP } from './pdf-columns.ts'
import { FONT } from './pdf-fonts.ts'
import { type Pen, wrap } from './pdf-pen.ts'
import { drawTable } from './pdf-table.ts'

const SIZE = 13
const LINE = 20
const PAD = 6
const BAND = 30
/** Below whose sheet it is. */
const BAND_TOP = TOP + 14
const BOTTOM = TOP + PAGE.content
const PER_PAGE = Math.floor((BOTTOM - BAND_TOP - BAND) / LINE)

/** The lines of the notes on at most `pages` pages; what does not fit is counted on the last line, never dropped in silence. */
export function notesLines(pen: Pen, notes: string, pages: number): string[] {
  const lines = notes.split(/\r\n|\r|\n/).flatMap((line) => wrap(pen, line, RIGHT - LEFT - 2 * PAD, SIZE))
  const room = pages * PER_PAGE
  if (lines.length <= room) return lines
  return [...lines.slice(0, room - 1), exportText.linesLeftOut(lines.length - room + 1)]
}

/** On this page and as many more as the lines take; `onPage` draws what stands above them on each. */
export function drawNotes(pen: Pen, lines: readonly string[], onPage: () => void): void {
  drawTable(pen, {
    startY: BAND_TOP,
    margin: { left: LEFT, top: BAND_TOP, bottom: PAGE.height - BOTTOM },
    tableWidth: RIGHT - LEFT,
    headStyles: {
      ...bandStyles,
      font: FONT.bold,
      fontSize: 15,
      minCellHeight: BAND,
      cellPadding: { horizontal: PAD },
    },
    bodyStyles: { fontSize: SIZE, minCellHeight: LINE, cellPadding: { horizontal: PAD, top: 5 } },
    head: [[exportText.notes]],
    body: lines.map((line) => [line]),
    willDrawPage: onPage,
  })
}
