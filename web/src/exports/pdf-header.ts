import { PAGE } from 'sync-protocol/rules/pagination'
import { drawClinic } from './pdf-clinic.ts'
import { exportText } from './export-text.ts'
import { LEFT, RIGHT, TOP } from './pdf-columns.ts'
import { fitCell, textCell, unparted } from './pdf-cells.ts'
import { fitLine, LEADING, type Pen } from './pdf-pen.ts'
import { isNameless } from './letters.ts'
import { sheetFacts, type SheetFacts } from './sheet-facts.ts'
import type { SheetPaper } from './sheet-paper.ts'

const LABEL_SIZE = 9.5
const VALUE_SIZE = 13
const VALUE_HEIGHT = 24
const GREY = 70

interface Field {
  label: string
  value: string
  x: number
  room: number
}

function drawField(pen: Pen, y: number, { label, value, x, room }: Field): void {
  pen.text(x, y, label, { size: LABEL_SIZE, grey: GREY })
  const { size, lines } = fitCell(pen, value, { width: room, height: VALUE_HEIGHT }, VALUE_SIZE, 'bold')
  lines.forEach((line, nth) => {
    pen.text(x, y + 15 + nth * size * LEADING - (lines.length - 1) * 3, line, { size, style: 'bold' })
  })
}

/** A patient none of whose letters a PDF has is called by words, never by nothing. */
function factsOnPaper(paper: SheetPaper): SheetFacts {
  const { sheet } = paper
  return sheetFacts(
    isNameless(sheet.name) ? { ...paper, sheet: { ...sheet, name: exportText.nameInDocx } } : paper,
  )
}

/** Where the name and the two rows of fields stand in the head, without words below the name and with them. */
const PLAIN = { name: 50, size: 28, rows: [72, 112] } as const
const WITH_WORDS = { name: 44, size: 24, rows: [83, 117] } as const
const WORDS = { middle: 63, height: 23, size: 12 } as const

/** On one line or on two, between the name and the fields. */
function drawWords(pen: Pen, y: number, words: string): void {
  const box = { x: LEFT, y: y + WORDS.middle - WORDS.height / 2, width: RIGHT - LEFT, height: WORDS.height }
  textCell(pen, unparted(words), box, { size: WORDS.size, style: 'bold' })
}

/** The first page's 152: who the patient is, how heavy, what is done, when and by whom. */
export function drawHeader(pen: Pen, paper: SheetPaper): void {
  const facts = factsOnPaper(paper)
  const y = TOP
  // A warning goes before; what this paper replaces stands in its margin too.
  const changed = facts.isWarning ? undefined : facts.replaces
  const title = changed ?? facts.title
  const plain = !facts.isWarning && changed === undefined
  pen.text(LEFT, y + 13, title, { size: 11, style: 'bold', grey: plain ? GREY : 0 })
  const beside = RIGHT - LEFT - pen.width(title, 11, 'bold') - 20
  drawClinic(pen, { right: RIGHT, y: y + 13, room: Math.min(400, beside), size: 11 }, paper)
  pen.line(LEFT, y + 20, RIGHT, y + 20, 0, 1.4)

  // A warning takes the place of what this paper replaces; with the weight's it stands below the name.
  const below = [facts.isWarning ? facts.replaces : undefined, facts.unusualWeight]
    .filter((words) => words !== undefined)
    .join(' ')
  const { name, size, rows } = below === '' ? PLAIN : WITH_WORDS
  const weightWidth = pen.width(facts.weight, size, 'bold')
  const otherWidth = pen.width(facts.otherWeight, 13) + 8
  const patient = fitLine(pen, facts.patient, RIGHT - LEFT - weightWidth - otherWidth - 24, size, 'bold')
  pen.text(LEFT, y + name, patient.line, { size: patient.size, style: 'bold' })
  pen.text(RIGHT - otherWidth, y + name, facts.weight, { size, style: 'bold', align: 'right' })
  pen.text(RIGHT, y + name, facts.otherWeight, { size: 13, grey: GREY, align: 'right' })

  if (below !== '') drawWords(pen, y, below)

  const first: Field[] = [
    { label: exportText.speciesLabel, value: facts.species, x: LEFT, room: 90 },
    { label: exportText.date, value: facts.date, x: LEFT + 110, room: 110 },
    { label: exportText.preparer, value: facts.preparer, x: LEFT + 240, room: 210 },
  ]
  if (facts.patientId !== undefined) {
    first.push({ label: exportText.patientId, value: facts.patientId, x: LEFT + 470, room: 230 })
  }
  const second: Field[] = [
    { label: exportText.procedure, value: facts.procedure, x: LEFT, room: 220 },
    { label: exportText.protocol, value: facts.protocol, x: LEFT + 240, room: 210 },
  ]
  if (facts.outcome !== undefined) {
    second.push({ label: exportText.outcome, value: facts.outcome, x: LEFT + 470, room: 230 })
  }
  for (const field of first) drawField(pen, y + rows[0], field)
  for (const field of second) drawField(pen, y + rows[1], field)
  pen.line(LEFT, y + 145, RIGHT, y + 145, 140)
}

const CONTINUED_SIZE = 15

/** Above the first block of every other page, the emergency drugs' too: whose volumes these are. */
export function drawContinuedHead(pen: Pen, paper: SheetPaper): void {
  const { patient, species, weight, otherWeight } = factsOnPaper(paper)
  const y = TOP + 2
  const known = exportText.atHead(species, weight, otherWeight)
  pen.text(RIGHT, y, known, { size: CONTINUED_SIZE, style: 'bold', align: 'right' })
  const room = RIGHT - LEFT - pen.width(known, CONTINUED_SIZE, 'bold') - 20
  const name = fitLine(pen, patient, room, CONTINUED_SIZE, 'bold')
  pen.text(LEFT, y, name.line, { size: name.size, style: 'bold' })
}

const PRINTED_SIZE = 9

/** In the margin of every page, outside the content: whose sheet it is, for which weight, which page, and which print. */
export function drawMargin(pen: Pen, paper: SheetPaper, page: number, total: number): void {
  const y = PAGE.height - 13
  const { patient, patientId, margin, replaces, printed, check } = factsOnPaper(paper)
  const above = y - 12
  if (replaces !== undefined) pen.text(LEFT, above, replaces, { size: PRINTED_SIZE, style: 'bold' })
  if (printed !== undefined)
    pen.text(RIGHT, above, printed, { size: PRINTED_SIZE, grey: GREY, align: 'right' })
  if (check !== undefined) {
    const taken = (text: string | undefined, style?: 'bold') =>
      text === undefined ? 0 : pen.width(text, PRINTED_SIZE, style) + 16
    const end = RIGHT - taken(printed)
    const words = fitLine(pen, check, end - LEFT - taken(replaces, 'bold'), PRINTED_SIZE, 'bold')
    pen.text(end, above, words.line, { size: words.size, style: 'bold', align: 'right' })
  }
  pen.text(RIGHT, y, exportText.pageOf(page, total), { size: 12, style: 'bold', align: 'right' })
  const right = RIGHT - pen.width(exportText.pageOf(total, total), 12, 'bold') - 24
  pen.text(right, y, margin, { size: 12, style: 'bold', align: 'right' })

  const room = right - pen.width(margin, 12, 'bold') - 20 - LEFT
  const name = fitLine(pen, patient, patientId === undefined ? room : room * 0.6, 12, 'bold')
  pen.text(LEFT, y, name.line, { size: name.size, style: 'bold' })
  if (patientId !== undefined) {
    const x = LEFT + pen.width(name.line, name.size, 'bold') + 14
    const id = fitLine(pen, exportText.idInMargin(patientId), LEFT + room - x, 11)
    pen.text(x, y, id.line, { size: id.size, grey: GREY })
  }
}
