import { exportText } from './export-text.ts'
import { COLUMN, LEFT, PEN, RIGHT, ROW } from './pdf-columns.ts'
import { fitLine, fitLines, LEADING, type Lines, type Pen } from './pdf-pen.ts'

const QUIET = 70
const NAME_SIZE = 14
const NOTE_SIZE = 9.5
const QUIET_SIZE = 11
const VOLUME_SIZE = 22
/** Two lines of one name stand close. */
const TIGHT = 1.06

/** A name that would be smaller than this on one line takes two. */
const LEAST_LINE = 11.5

/** A line under the row, and the two boxes for time and initials. */
export function ruleRow(pen: Pen, y: number, left = LEFT, right = RIGHT): void {
  pen.line(left, y + ROW, right, y + ROW)
}

export function penBoxes(
  pen: Pen,
  y: number,
  edges: readonly number[] = [PEN.time, PEN.initials, RIGHT],
): void {
  for (const x of edges) pen.line(x, y, x, y + ROW, 170)
}

/** Notes as they stand under a name, on one line. */
const noteLine = (notes: readonly string[]): string => notes.join(' · ')

/** A note that goes on under the quiet cells, which then stand on the row's upper half. */
export const isLongNote = (pen: Pen, notes: readonly string[], room: number): boolean =>
  pen.width(noteLine(notes), NOTE_SIZE, 'bold') > room

/** A name on one line where it can be read so, else on two. */
export function fitName(pen: Pen, name: string, room: number, size: number, small: number): Lines {
  const one = fitLine(pen, name, room, size, 'bold')
  return one.size >= LEAST_LINE
    ? { size: one.size, lines: [one.line] }
    : fitLines(pen, name, room, small, 'bold')
}

export interface Named {
  name: string
  room: number
  notes: readonly string[]
  /** How far a note may reach, below the quiet cells. */
  noteRoom: number
}

/** A name with what must be known of it beneath; the whole of both, however long. */
export function nameCell(pen: Pen, y: number, { name, room, notes, noteRoom }: Named): void {
  const noted = notes.length > 0
  const { size, lines } = fitName(pen, name, room, NAME_SIZE, noted ? 10 : 12)
  const note = fitLine(pen, noteLine(notes), noteRoom, NOTE_SIZE, 'bold')
  const high = lines.length * size * TIGHT + (noted ? note.size * LEADING : 0)
  let baseline = y + (ROW - high) / 2 + size * 0.88
  for (const line of lines) {
    pen.text(COLUMN.name.start, baseline, line, { size, style: 'bold' })
    baseline += size * TIGHT
  }
  if (!noted) return
  const below = baseline - size * 0.88 + note.size
  pen.text(COLUMN.name.start, below, note.line, { size: note.size, style: 'bold', grey: 40 })
}

export function quietCell(
  pen: Pen,
  y: number,
  end: number,
  text: string,
  room: number,
  raised: boolean,
): void {
  const { size, line } = fitLine(pen, text, room, QUIET_SIZE)
  pen.text(end, y + (raised ? 15 : 21.5), line, { size, grey: QUIET, align: 'right' })
}

export function routeCell(pen: Pen, y: number, route: string): void {
  const { size, line } = fitLine(pen, route, COLUMN.route.room, 13, 'bold')
  pen.text(COLUMN.route.start, y + 22.5, line, { size, style: 'bold' })
}

const UNIT_GAP = 4

/** The largest thing in its row: digits on both sides of one decimal point, the unit right behind them: no room for another. */
export function volumeCell(
  pen: Pen,
  y: number,
  text: string,
  { point, room }: { point: number; room: number },
): void {
  const at = text.indexOf('.')
  const whole = at < 0 ? text : text.slice(0, at)
  const rest = at < 0 ? '' : text.slice(at)
  const wide = pen.width(whole, VOLUME_SIZE, 'bold')
  const size = wide > room ? (VOLUME_SIZE * room) / wide : VOLUME_SIZE
  pen.text(point, y + 25.5, whole, { size, style: 'bold', align: 'right' })
  pen.text(point, y + 25.5, rest, { size, style: 'bold' })
  const end = point + (rest === '' ? 0 : pen.width(rest, size, 'bold'))
  pen.text(end + UNIT_GAP, y + 25.5, exportText.ml, { size: 12, grey: QUIET })
}
