import type { jsPDF } from 'jspdf'
import { printable } from './letters.ts'
import { type FontStyle, setFont } from './pdf-fonts.ts'

interface Ink {
  size: number
  style?: FontStyle
  /** 0 black to 255 white. */
  grey?: number
  align?: 'left' | 'right' | 'center'
}

/** Lines of one text stand this many sizes apart. */
export const LEADING = 1.15

/** Writes and measures in the embedded fonts, in units of the page. */
export interface Pen {
  doc: jsPDF
  text(x: number, y: number, text: string, ink: Ink): void
  width(text: string, size: number, style?: FontStyle): number
  line(x1: number, y1: number, x2: number, y2: number, grey?: number, thickness?: number): void
  fill(x: number, y: number, width: number, height: number, colour: string): void
  /** The inside of the corners, in their order. */
  fillShape(corners: readonly (readonly [x: number, y: number])[], colour: string): void
  box(x: number, y: number, width: number, height: number): void
}

export function makePen(doc: jsPDF): Pen {
  const widths = { normal: new Map<string, number>(), bold: new Map<string, number>() }
  const letterWidth = (letter: string, style: FontStyle): number => {
    const known = widths[style].get(letter)
    if (known !== undefined) return known
    setFont(doc, style)
    const width = doc.getStringUnitWidth(letter)
    widths[style].set(letter, width)
    return width
  }
  const width: Pen['width'] = (text, size, style = 'normal') => {
    let units = 0
    for (const letter of text) units += letterWidth(letter, style)
    return units * size
  }
  return {
    doc,
    width,
    text(x, y, text, { size, style = 'normal', grey = 0, align = 'left' }) {
      const written = width(text, size, style)
      const left = align === 'left' ? x : align === 'right' ? x - written : x - written / 2
      setFont(doc, style)
      doc.setFontSize(size)
      doc.setTextColor(grey)
      doc.text(text, left, y)
    },
    line(x1, y1, x2, y2, grey = 140, thickness = 0.6) {
      doc.setDrawColor(grey)
      doc.setLineWidth(thickness)
      doc.line(x1, y1, x2, y2)
    },
    fill(x, y, wide, high, colour) {
      doc.setFillColor(colour)
      doc.rect(x, y, wide, high, 'F')
    },
    fillShape(corners, colour) {
      const [first, ...others] = corners
      if (first === undefined) return
      let [fromX, fromY] = first
      const steps = others.map(([x, y]) => {
        const step = [x - fromX, y - fromY]
        ;[fromX, fromY] = [x, y]
        return step
      })
      doc.setFillColor(colour)
      doc.lines(steps, first[0], first[1], [1, 1], 'F', true)
    },
    box(x, y, wide, high) {
      doc.setDrawColor(0)
      doc.setLineWidth(0.8)
      doc.rect(x, y, wide, high, 'S')
    },
  }
}

function splitWord(pen: Pen, word: string, room: number, size: number, style: FontStyle): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && pen.width(piece + letter, size, style) > room) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}

/** The lines of a text in `room`, broken between words and, where a word is wider than a line, within it. */
export function wrap(
  pen: Pen,
  text: string,
  room: number,
  size: number,
  style: FontStyle = 'normal',
): string[] {
  const lines: string[] = []
  let line: string | null = null
  for (const word of printable(text).split(' ')) {
    const longer: string = line === null ? word : `${line} ${word}`
    if (pen.width(longer, size, style) <= room) {
      line = longer
      continue
    }
    if (line !== null) lines.push(line)
    const pieces = splitWord(pen, word, room, size, style)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line ?? '']
}

export interface Line {
  size: number
  line: string
}
export interface Lines {
  size: number
  lines: string[]
}

/** One line of `text`, at most `size` large and never wider than `room`; the whole of it, always. */
export function fitLine(
  pen: Pen,
  text: string,
  room: number,
  size: number,
  style: FontStyle = 'normal',
): Line {
  const line = printable(text)
  const wide = pen.width(line, size, style)
  return { size: wide > room ? (size * room) / wide : size, line }
}
