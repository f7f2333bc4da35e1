import { printable } from './letters.ts'
import type { FontStyle } from './pdf-fonts.ts'
import { type Lines, type Pen, wrap } from './pdf-pen.ts'

/** Lines of one cell stand close. */
export const TIGHT = 1.08
const SHRINK = 0.95
/** Where a line's letters sit around its middle, in sizes. */
const RISE = 0.35

export interface CellBox {
  x: number
  y: number
  width: number
  height: number
}

/** A number and what it counts stand on one line. */
export const unparted = (text: string): string => text.replaceAll(/(\d) (?=\S)/g, '$1\u00a0')

type Room = Pick<CellBox, 'width' | 'height'>

/** A word is broken only where it would have to be smaller than this to stand on one line. */
const LEAST_WHOLE = 7.5

function breaksWord(pen: Pen, text: string, width: number, size: number, style: FontStyle): boolean {
  return text.split(' ').some((word) => pen.width(printable(word), size, style) > width)
}

/** The largest size at which all words stay whole; where that is too small to read, the largest at which all of it fits. */
function fit(pen: Pen, text: string, room: Room, most: number, style: FontStyle): Lines {
  const fits = (size: number): Lines | undefined => {
    const lines = wrap(pen, text, room.width, size, style)
    return lines.length * size * TIGHT <= room.height ? { size, lines } : undefined
  }
  for (let size = most; size >= LEAST_WHOLE; size *= SHRINK) {
    const lines = breaksWord(pen, text, room.width, size, style) ? undefined : fits(size)
    if (lines) return lines
  }
  for (let size = most; ; size *= SHRINK) {
    const lines = fits(size)
    if (lines) return lines
  }
}

/** A table says the same in many of its cells. */
const fitted = new WeakMap<Pen, Map<string, Lines>>()

/** `text` on as many lines as the cell takes, at most `size` large; the whole of it, always. */
export function fitCell(
  pen: Pen,
  text: string,
  room: Room,
  size: number,
  style: FontStyle = 'normal',
): Lines {
  const known = fitted.get(pen) ?? new Map<string, Lines>()
  fitted.set(pen, known)
  const key = `${room.width}/${room.height}/${size}/${style}/${text}`
  const lines = known.get(key) ?? fit(pen, text, room, size, style)
  known.set(key, lines)
  return lines
}

interface CellInk {
  size: number
  style?: FontStyle
  align?: 'left' | 'center'
  grey?: number
}

/** Writes `text` into the middle of a cell. */
export function textCell(pen: Pen, text: string, box: CellBox, ink: CellInk): void {
  if (text === '') return
  const { style = 'normal', align = 'left', grey = 0 } = ink
  const { size, lines } = fitCell(pen, text, box, ink.size, style)
  const middle = box.y + box.height / 2 + size * RISE
  lines.forEach((line, nth) => {
    const y = middle + (nth - (lines.length - 1) / 2) * size * TIGHT
    pen.text(align === 'left' ? box.x : box.x + box.width / 2, y, line, { size, style, align, grey })
  })
}
