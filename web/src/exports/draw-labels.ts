import type { jsPDF } from 'jspdf'
import { drawClassBand } from './class-band.ts'
import { unprintableNames } from './label-names.ts'
import { LABEL_SIZES, type LabelPaper, type PatientLabel, type SyringeLabel } from './label-paper.ts'
import { labelText as text } from './label-text.ts'
import { printable } from './letters.ts'
import { newDocument } from './pdf-document.ts'
import type { FontStyle, PdfFonts } from './pdf-fonts.ts'
import { fitLine, LEADING, makePen, wrap, type Lines, type Pen } from './pdf-pen.ts'

const POINTS_PER_MM = 72 / 25.4
/** Label printers print nothing nearer to the edge. */
const EDGE = 4
const BAND = 14
const STRIPE = 5
const FOOT = 16
const FOOT_SIZE = 6.5
/** Below it a word is broken rather than set smaller. */
const LEAST_WHOLE = 5.5
const LEAST = 2.5
const STEP = 0.25
/** The part of a line's size that stands above its baseline. */
const ASCENT = 0.8

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The whole of a name in a box, as large as it fits, in as many lines as that takes; never cut. */
function fitBox(pen: Pen, name: string, { width, height }: Box, most: number, style: FontStyle): Lines {
  const words = printable(name).split(' ')
  for (let size = most; size > LEAST; size -= STEP) {
    const isWhole = words.every((word) => pen.width(word, size, style) <= width)
    const lines = wrap(pen, name, width, size, style)
    if ((isWhole || size <= LEAST_WHOLE) && lines.length * size * LEADING <= height) return { size, lines }
  }
  return { size: LEAST, lines: wrap(pen, name, width, LEAST, style) }
}

/** In the middle of the box from top to bottom, at its left. */
function writeBox(pen: Pen, name: string, box: Box, most: number, style: FontStyle = 'bold'): void {
  const { size, lines } = fitBox(pen, name, box, most, style)
  const leading = size * LEADING
  const top = box.y + (box.height - lines.length * leading) / 2
  lines.forEach((line, nth) =>
    pen.text(box.x, top + nth * leading + size * ASCENT + leading - size, line, { size, style }),
  )
}

/** Below everything: when, room for initials, whose, and which print it is. */
function drawFoot(
  pen: Pen,
  { x, y, width }: Box,
  when: string,
  initials: string,
  clinic: string,
  print: number,
): void {
  const [upper, lower] = [y + FOOT_SIZE, y + FOOT - 1.5]
  const half = width * 0.55
  const time = fitLine(pen, when, half, FOOT_SIZE)
  pen.text(x, upper, time.line, { size: time.size })
  if (initials !== '') {
    const from = x + half + 4
    pen.text(from, upper, initials, { size: FOOT_SIZE })
    pen.line(from + pen.width(initials, FOOT_SIZE) + 2, upper + 0.5, x + width, upper + 0.5, 0, 0.5)
  }
  const nth = text.print(print)
  const room = width - (nth === '' ? 0 : pen.width(nth, FOOT_SIZE, 'bold') + 4)
  const whose = fitLine(pen, clinic, room, 5)
  pen.text(x, lower, whose.line, { size: whose.size })
  if (nth !== '') pen.text(x + width, lower, nth, { size: FOOT_SIZE, style: 'bold', align: 'right' })
}

function drawSyringe(pen: Pen, page: Box, label: SyringeLabel, clinic: string): void {
  const { drug, strength, volume, patient, line, time, drugClass, print } = label
  drawClassBand(pen, [page.x, page.y, BAND, page.height], drugClass, STRIPE)
  const x = page.x + BAND + EDGE
  const width = page.width - BAND - 2 * EDGE
  const free = page.height - 2 * EDGE - FOOT
  const [name, amount, who] = [free * 0.38, free * 0.36, free * 0.26]
  let y = page.y + EDGE
  writeBox(pen, drug, { x, y, width, height: name }, 16)
  y += name
  const ml = fitLine(pen, text.ml(volume), width * 0.55, amount * 0.95, 'bold')
  const baseline = y + amount * 0.82
  pen.text(x, baseline, ml.line, { size: ml.size, style: 'bold' })
  const left = width - pen.width(ml.line, ml.size, 'bold') - 5
  const of = fitLine(pen, strength, left, 10)
  pen.text(x + width, baseline, of.line, { size: of.size, align: 'right' })
  y += amount
  writeBox(pen, text.who(line, patient), { x, y, width, height: who }, 10)
  y += who
  drawFoot(pen, { x, y, width, height: FOOT }, time, text.initials, clinic, print)
}

function drawPatient(pen: Pen, page: Box, label: PatientLabel, clinic: string): void {
  const { patient, patientId, species, weight, line, day, print } = label
  const x = page.x + EDGE
  const width = page.width - 2 * EDGE
  const free = page.height - 2 * EDGE - FOOT
  const [name, amount, facts] = [free * 0.45, free * 0.31, free * 0.24]
  let y = page.y + EDGE
  writeBox(pen, text.who(line, patient), { x, y, width, height: name }, 18)
  y += name
  const baseline = y + amount * 0.8
  if (weight === '') {
    pen.text(x, baseline, text.weight, { size: FOOT_SIZE })
    pen.line(x + pen.width(text.weight, FOOT_SIZE) + 3, baseline + 0.5, x + width, baseline + 0.5, 0, 0.5)
  } else {
    const weighed = fitLine(pen, weight, width, amount * 0.85, 'bold')
    pen.text(x, baseline, weighed.line, { size: weighed.size, style: 'bold' })
  }
  y += amount
  writeBox(
    pen,
    [species, patientId].filter((fact) => fact !== '').join(' · '),
    { x, y, width, height: facts },
    9,
    'normal',
  )
  y += facts
  drawFoot(pen, { x, y, width, height: FOOT }, day, '', clinic, print)
}

/**
 * Labels for syringes or for patients, one a page, each page exactly as large as a label.
 * @throws RangeError where a label would stand there without its name
 */
export function drawLabels(paper: LabelPaper, fonts: PdfFonts): jsPDF {
  // @rule named-labels
  if (unprintableNames(paper).length > 0) throw new RangeError(text.nameless)
  const { title, clinic, size } = paper
  const [width, height] = [LABEL_SIZES[size].width * POINTS_PER_MM, LABEL_SIZES[size].height * POINTS_PER_MM]
  const doc = newDocument({ width, height }, fonts, { title, creator: clinic })
  const pen = makePen(doc)
  const page = { x: 0, y: 0, width, height }
  const next = (nth: number) => {
    if (nth > 0) doc.addPage([width, height], 'landscape')
  }
  if (paper.of === 'syringes')
    paper.labels.forEach((label, nth) => {
      next(nth)
      drawSyringe(pen, page, label, clinic)
    })
  else
    paper.labels.forEach((label, nth) => {
      next(nth)
      drawPatient(pen, page, label, clinic)
    })
  return doc
}
