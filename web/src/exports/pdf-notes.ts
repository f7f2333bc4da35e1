import { PAGE } from 'sync-protocol/rules/pagination'
import { exportText } from './export-text.ts'
import { LEFT, RIGHT, TOP } from './pdf-columns.ts'
import { drawBand } from './pdf-heads.ts'
import { type Pen, wrap } from './pdf-pen.ts'

const SIZE = 13
const LINE = 20
const HEAD = 48
/** Below whose sheet it is. */
const HEAD_GAP = 10
const PER_PAGE = Math.floor((PAGE.content - HEAD) / LINE)

/** The lines of the notes on at most `pages` pages; what does not fit is counted on the last line, never dropped in silence. */
export function notesPages(pen: Pen, notes: string, pages: number): string[][] {
  const lines = notes.split(/\r\n|\r|\n/).flatMap((line) => wrap(pen, line, RIGHT - LEFT - 12, SIZE))
  const room = pages * PER_PAGE
  const shown =
    lines.length > room
      ? [...lines.slice(0, room - 1), exportText.linesLeftOut(lines.length - room + 1)]
      : lines
  const count = Math.ceil(shown.length / PER_PAGE)
  return Array.from({ length: count }, (_, page) => shown.slice(page * PER_PAGE, (page + 1) * PER_PAGE))
}

export function drawNotes(pen: Pen, lines: readonly string[]): void {
  drawBand(pen, {
    y: TOP + HEAD_GAP,
    height: 30,
    title: exportText.notes,
    titleSize: 15,
    room: 400,
    labels: [],
  })
  lines.forEach((line, index) => {
    pen.text(LEFT + 6, TOP + HEAD + index * LINE + SIZE, line, { size: SIZE })
  })
}
