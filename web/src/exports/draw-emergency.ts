import type { jsPDF } from 'jspdf'
import { PAGE } from 'sync-protocol/rules/pagination'
import { BAND_COLOUR } from './class-colours.ts'
import type { EmergencyPaper, EmergencyPaperPart, EmergencyPaperRow } from './emergency-paper.ts'
import { rowsWithoutName } from './emergency-letters.ts'
import { exportText } from './export-text.ts'
import { LEFT, RIGHT, TOP } from './pdf-columns.ts'
import { newDocument } from './pdf-document.ts'
import { FONT, type PdfFonts } from './pdf-fonts.ts'
import { BOTTOM, drawFoot, drawHead, HEAD } from './pdf-patient.ts'
import { makePen, wrap, type Pen } from './pdf-pen.ts'
import { drawTable } from './pdf-table.ts'

const GREY = 70
const BAND = 24
const LINE = 17
const LINE_SIZE = 12.5
/** On A4 the page is printed at 0.78 or a little less: digits of 20 are 15 points there. */
const LEAST_ROW = 30
const MOST_ROW = 54
const MOST_DIGITS = 38
const LEAST_DIGITS = 20
const NAME_SIZE = 17
const UNIT_SIZE = 13
const UNIT_ROOM = 26

const COLUMNS = { volume: 232, name: 292, route: 66 } as const

const digitsOf = (row: number) => Math.max(LEAST_DIGITS, Math.min(MOST_DIGITS, row * 0.66))

interface Room {
  /** Of a row. */
  row: number
}

/** Below the name, as wide as what is right of the volume. */
const NOTE_SIZE = 10.5
const NOTE_LINE = 11
const NOTE_ROOM = RIGHT - LEFT - COLUMNS.volume - 16

const notesOf = (pen: Pen, { notes }: EmergencyPaperRow): string[] =>
  notes.length === 0 ? [] : wrap(pen, notes.join(' · '), NOTE_ROOM, NOTE_SIZE, 'bold')

/** A line of notes has room in the lowest row; each further one makes its row higher. */
const heightOf = (pen: Pen, row: EmergencyPaperRow, room: Room): number =>
  room.row + Math.max(0, notesOf(pen, row).length - 1) * NOTE_LINE

const linesOf = (pen: Pen, texts: readonly string[]): string[] =>
  texts.flatMap((text) => wrap(pen, text, RIGHT - LEFT, LINE_SIZE))

/** How high everything but the rows is. */
function besideRows(pen: Pen, { before, parts }: EmergencyPaper): number {
  const said = linesOf(pen, [...before, ...parts.flatMap(({ after }) => after)]).length
  return HEAD + said * LINE + parts.length * (BAND + 11)
}

function roomOf(pen: Pen, paper: EmergencyPaper): Room {
  const rows = paper.parts.flatMap((part) => part.rows)
  const further = rows.reduce((sum, row) => sum + heightOf(pen, row, { row: 0 }), 0)
  const left = BOTTOM - TOP - besideRows(pen, paper) - further
  return { row: Math.max(LEAST_ROW, Math.min(MOST_ROW, left / Math.max(1, rows.length))) }
}

function drawRows(
  pen: Pen,
  y: number,
  part: EmergencyPaperPart,
  rows: readonly EmergencyPaperRow[],
  room: Room,
) {
  const notes = rows.map((row) => notesOf(pen, row))
  const size = digitsOf(room.row)
  drawTable(pen, {
    startY: y,
    margin: { left: LEFT, bottom: 0 },
    tableWidth: RIGHT - LEFT,
    styles: { lineColor: 140, lineWidth: { bottom: 0.6 } },
    headStyles: { fillColor: BAND_COLOUR, font: FONT.bold, fontSize: 13, minCellHeight: BAND },
    bodyStyles: { minCellHeight: room.row },
    columnStyles: {
      0: {
        cellWidth: COLUMNS.volume,
        font: FONT.bold,
        fontSize: size,
        halign: 'right',
        cellPadding: { left: 2, right: UNIT_ROOM },
      },
      1: {
        cellWidth: COLUMNS.name,
        font: FONT.bold,
        fontSize: NAME_SIZE,
        cellPadding: { left: 12, right: 4, vertical: 2 },
      },
      2: { cellWidth: COLUMNS.route, font: FONT.bold, fontSize: 15 },
      3: { fontSize: 10.5, textColor: GREY },
    },
    head: [[{ content: part.title, colSpan: 4, styles: { cellPadding: { left: 6 } } }]],
    body: rows.map(({ volume, name, route, amounts }) => [volume, name, route, amounts]),
    didParseCell: ({ section, row, column, cell }) => {
      const lines = section === 'body' ? (notes[row.index]?.length ?? 0) : 0
      if (lines === 0) return
      const further = (lines - 1) * NOTE_LINE
      cell.styles.minCellHeight = room.row + further
      if (column.index === 1)
        cell.styles.cellPadding = { left: 12, right: 4, top: 1, bottom: NOTE_LINE + further }
      // Beside the name, above the further lines.
      else if (column.index > 1) cell.styles.cellPadding = { bottom: further }
    },
    didDrawCell: ({ section, row, column, cell }) => {
      if (section !== 'body') return
      const shown = rows[row.index]
      const { x, y: top, height } = cell
      if (column.index === 0 && shown !== undefined && shown.volume !== '') {
        const baseline = top + height / 2 + cell.styles.fontSize * 0.35
        pen.text(x + cell.width - UNIT_ROOM + 4, baseline, shown.unit, { size: UNIT_SIZE, grey: GREY })
      }
      if (column.index !== 1) return
      const lines = notes[row.index] ?? []
      const last = top + height - 4
      for (const [nth, line] of lines.entries())
        pen.text(x + 12, last - (lines.length - 1 - nth) * NOTE_LINE, line, {
          size: NOTE_SIZE,
          style: 'bold',
        })
    },
  })
}

/**
 * Draws the emergency doses of a patient on one page, the digits as large as their number allows; so many that digits of 15 points
 * find no room on one go on, on the next.
 * @throws RangeError where a drug would stand there without its name
 */
export function drawEmergency(paper: EmergencyPaper, fonts: PdfFonts): jsPDF {
  // @rule named-emergency-rows
  if (rowsWithoutName(paper).length > 0) throw new RangeError(exportText.nameless)
  const doc = newDocument(PAGE, fonts, { title: `${paper.title}, ${paper.patient}`, creator: paper.clinic })
  const pen = makePen(doc)
  const room = roomOf(pen, paper)
  let y = 0
  const begin = () => {
    drawHead(pen, paper)
    y = TOP + HEAD
  }
  const need = (height: number) => {
    if (y + height <= BOTTOM + 0.5) return
    doc.addPage()
    begin()
  }
  const say = (texts: readonly string[]) => {
    for (const line of linesOf(pen, texts)) {
      need(LINE)
      pen.text(LEFT, y + 12, line, { size: LINE_SIZE, style: 'bold' })
      y += LINE
    }
  }

  begin()
  say(paper.before)
  for (const part of paper.parts) {
    let rest = part.rows
    while (rest.length > 0) {
      const heights = rest.map((row) => heightOf(pen, row, room))
      need(BAND + (heights[0] ?? 0))
      y += BAND
      let fit = 0
      for (const height of heights) {
        if (fit > 0 && y + height > BOTTOM + 0.5) break
        y += height
        fit++
      }
      drawRows(
        pen,
        y - BAND - heights.slice(0, fit).reduce((sum, one) => sum + one, 0),
        part,
        rest.slice(0, fit),
        room,
      )
      rest = rest.slice(fit)
    }
    if (part.rows.length === 0) say([part.title])
    if (part.after.length > 0) y += 3
    say(part.after)
    y += 8
  }

  const total = doc.getNumberOfPages()
  for (let page = 1; page <= total; page++) {
    doc.setPage(page)
    drawFoot(pen, paper, page, total)
  }
  return doc
}
