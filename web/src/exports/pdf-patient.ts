import { PAGE } from 'sync-protocol/rules/pagination'
import { exportText } from './export-text.ts'
import { drawClinic } from './pdf-clinic.ts'
import type { PatientPaper } from './patient-paper.ts'
import { LEFT, RIGHT, TOP } from './pdf-columns.ts'
import { fitLine, type Pen } from './pdf-pen.ts'

const GREY = 70
/** What the head takes. */
export const HEAD = 96
/** Below it are the patient and the page's number. */
export const BOTTOM = PAGE.height - 32

/** At the head of each page. */
export function drawHead(pen: Pen, paper: PatientPaper): void {
  const y = TOP
  pen.text(LEFT, y + 13, paper.title, { size: 13, style: 'bold' })
  const beside = RIGHT - LEFT - pen.width(paper.title, 13, 'bold') - 20
  drawClinic(pen, { right: RIGHT, y: y + 13, room: Math.min(400, beside), size: 11 }, paper)
  pen.line(LEFT, y + 20, RIGHT, y + 20, 0, 1.4)
  const weight = `${paper.weight} · ${paper.otherWeight}`
  const wide = pen.width(weight, 28, 'bold')
  const patient = fitLine(pen, paper.patient, RIGHT - LEFT - wide - 24, 28, 'bold')
  pen.text(LEFT, y + 52, patient.line, { size: patient.size, style: 'bold' })
  pen.text(RIGHT, y + 52, weight, { size: 28, style: 'bold', align: 'right' })
  pen.text(LEFT, y + 74, paper.species, { size: 15, style: 'bold' })
  pen.text(RIGHT, y + 74, paper.printed, { size: 12, grey: GREY, align: 'right' })
  pen.line(LEFT, y + 84, RIGHT, y + 84, 140)
}

/** At its foot. */
export function drawFoot(pen: Pen, paper: PatientPaper, page: number, total: number): void {
  const y = PAGE.height - 13
  const right = exportText.pageOf(page, total)
  pen.text(RIGHT, y, right, { size: 12, style: 'bold', align: 'right' })
  const known = exportText.atHead(paper.species, paper.weight, paper.otherWeight)
  const room = RIGHT - LEFT - pen.width(right, 12, 'bold') - 24
  const left = fitLine(pen, [paper.patient, known].join('  '), room, 12, 'bold')
  pen.text(LEFT, y, left.line, { size: left.size, style: 'bold' })
}
