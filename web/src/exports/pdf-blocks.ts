import type { DrugClass } from 'sync-protocol/records/fields'
import { numberText } from 'sync-protocol/rules/number-input'
import { INJECTION_COLUMN } from 'sync-protocol/rules/pagination'
import { exportText } from './export-text.ts'
import {
  COLUMN,
  EMERGENCY_CONCENTRATION_END,
  FLUID_NAME_ROOM,
  LEFT,
  ONE_VOLUME,
  RIGHT,
  ROW,
} from './pdf-columns.ts'
import { drawBand, type Label, penLabels } from './pdf-heads.ts'
import type { Pen } from './pdf-pen.ts'
import {
  fitName,
  isLongNote,
  nameCell,
  penBoxes,
  quietCell,
  routeCell,
  ruleRow,
  volumeCell,
} from './pdf-rows.ts'
import type { SheetBlock } from './sheet-blocks.ts'
import { drugNotes, emergencyNotes, isOneVolume, shownVolume } from './sheet-facts.ts'

type BlockOf<K extends SheetBlock['kind']> = Extract<SheetBlock, { kind: K }>

/** Space above a band; with it a section's head is 32 high, the other blocks' 48. */
const SECTION_GAP = 8
const BLOCK_GAP = 18
const SECTION_BAND = 24
const BLOCK_BAND = 30

/** A note may go on below dosage and concentration. */
const DRUG_NOTE_ROOM = COLUMN.concentration.end - COLUMN.name.start
const EMERGENCY_NOTE_ROOM = EMERGENCY_CONCENTRATION_END - COLUMN.name.start

const volumeLabel: Label = { x: COLUMN.volume.unit + 12, text: exportText.volume, align: 'right', bold: true }
const routeLabel: Label = { x: COLUMN.route.start, text: exportText.route }

function drawSection(
  pen: Pen,
  y: number,
  { section }: BlockOf<'section'>,
  drugClass: DrugClass | undefined,
): void {
  drawBand(pen, {
    y: y + SECTION_GAP,
    height: SECTION_BAND,
    title: section.title,
    titleSize: 13,
    room: COLUMN.name.room,
    drugClass,
    labels: [
      { x: COLUMN.dosage.end, text: exportText.dosage, align: 'right' },
      { x: COLUMN.concentration.end, text: exportText.concentration, align: 'right' },
      volumeLabel,
      routeLabel,
      ...penLabels,
    ],
  })
  section.drugs.forEach((drug, index) => {
    const top = y + SECTION_GAP + SECTION_BAND + index * ROW
    const volume = shownVolume(drug.volume, drug.volume_exact)
    const notes = drugNotes(drug)
    const { room } = COLUMN.name
    nameCell(pen, top, { name: drug.name, room, notes, noteRoom: DRUG_NOTE_ROOM })
    const raised = isLongNote(pen, notes, room)
    if (drug.dosage !== undefined) {
      quietCell(pen, top, COLUMN.dosage.end, `${numberText(drug.dosage)} mg/kg`, 76, raised)
    }
    quietCell(pen, top, COLUMN.concentration.end, `${numberText(drug.concentration)} mg/ml`, 80, raised)
    volumeCell(pen, top, volume.text, COLUMN.volume)
    routeCell(pen, top, drug.route)
    penBoxes(pen, top)
    ruleRow(pen, top)
  })
}

function drawFluids(pen: Pen, y: number, { fluids }: BlockOf<'fluids'>): void {
  drawBand(pen, {
    y: y + BLOCK_GAP,
    height: BLOCK_BAND,
    title: exportText.fluids,
    titleSize: 15,
    room: FLUID_NAME_ROOM,
    labels: [
      { x: COLUMN.concentration.end, text: exportText.rate, align: 'right' },
      volumeLabel,
      ...penLabels,
    ],
  })
  fluids.forEach((fluid, index) => {
    const top = y + BLOCK_GAP + BLOCK_BAND + index * ROW
    const volume = shownVolume(fluid.volume, fluid.volume_exact)
    const notes = volume.note === undefined ? [] : [volume.note]
    const room = FLUID_NAME_ROOM - 10
    nameCell(pen, top, { name: fluid.name, room, notes, noteRoom: DRUG_NOTE_ROOM })
    if (fluid.rate !== undefined) {
      const rate = `${numberText(fluid.rate)} ml/kg`
      quietCell(pen, top, COLUMN.concentration.end, rate, 76, isLongNote(pen, notes, room))
    }
    volumeCell(pen, top, volume.text, COLUMN.volume)
    penBoxes(pen, top)
    ruleRow(pen, top)
  })
}

const CHECK = 15
const HALF = (RIGHT - LEFT) / 2
const HALF_GAP = 12
const INJECTION_PEN = [100, 50, 0]

function drawInjections(pen: Pen, y: number, { injections }: BlockOf<'injections'>): void {
  const columns = injections.length > INJECTION_COLUMN ? [0, 1] : [0]
  const ends = columns.map((column) => LEFT + (column + 1) * HALF - (column === 0 ? HALF_GAP : 0))
  const labels = ends.flatMap((end): Label[] => [
    { x: end - 75, text: exportText.time, align: 'center' },
    { x: end - 25, text: exportText.initials, align: 'center' },
  ])
  drawBand(pen, {
    y: y + BLOCK_GAP,
    height: BLOCK_BAND,
    title: exportText.injections,
    titleSize: 15,
    room: 200,
    labels,
  })
  injections.forEach((injection, index) => {
    const column = index < INJECTION_COLUMN ? 0 : 1
    const start = LEFT + column * HALF + 6
    const end = ends[column] ?? RIGHT
    const top = y + BLOCK_GAP + BLOCK_BAND + (index % INJECTION_COLUMN) * ROW
    pen.box(start, top + (ROW - CHECK) / 2, CHECK, CHECK)
    const { size, lines } = fitName(pen, injection, end - 106 - (start + CHECK + 8), 13, 12)
    lines.forEach((line, nth) => {
      const baseline = top + ROW / 2 + size * 0.36 + (nth - (lines.length - 1) / 2) * size * 1.15
      pen.text(start + CHECK + 8, baseline, line, { size, style: 'bold' })
    })
    penBoxes(
      pen,
      top,
      INJECTION_PEN.map((back) => end - back),
    )
    ruleRow(pen, top, start - 6, end)
  })
}

function drawEmergency(pen: Pen, y: number, { emergency }: BlockOf<'emergency'>): void {
  drawBand(pen, {
    y: y + BLOCK_GAP,
    height: BLOCK_BAND,
    title: exportText.emergency,
    titleSize: 15,
    aside: emergency.name,
    room: 214,
    labels: [
      { x: EMERGENCY_CONCENTRATION_END, text: exportText.concentration, align: 'right' },
      { x: COLUMN.low.unit + 12, text: exportText.low, align: 'right', bold: true },
      { x: COLUMN.volume.unit + 12, text: exportText.high, align: 'right', bold: true },
      routeLabel,
      ...penLabels,
    ],
  })
  emergency.drugs.forEach((drug, index) => {
    const top = y + BLOCK_GAP + BLOCK_BAND + index * ROW
    const low = shownVolume(drug.volume_low, drug.volume_low_exact)
    const high = shownVolume(drug.volume_high, drug.volume_high_exact)
    const notes = emergencyNotes(drug)
    const { room } = COLUMN.name
    nameCell(pen, top, { name: drug.name, room, notes, noteRoom: EMERGENCY_NOTE_ROOM })
    const concentration = `${numberText(drug.concentration)} mg/ml`
    quietCell(pen, top, EMERGENCY_CONCENTRATION_END, concentration, 74, isLongNote(pen, notes, room))
    if (isOneVolume(drug)) volumeCell(pen, top, low.text, ONE_VOLUME)
    else {
      volumeCell(pen, top, low.text, COLUMN.low)
      volumeCell(pen, top, high.text, COLUMN.volume)
    }
    routeCell(pen, top, drug.route)
    penBoxes(pen, top)
    ruleRow(pen, top)
  })
}

/** Draws one block; `y` is the top of its space on the page. */
export function drawBlock(
  pen: Pen,
  y: number,
  block: SheetBlock,
  classes: ReadonlyMap<number, DrugClass> | undefined,
): void {
  switch (block.kind) {
    case 'section': {
      const { key } = block.section
      return drawSection(pen, y, block, key === undefined ? undefined : classes?.get(key))
    }
    case 'fluids':
      return drawFluids(pen, y, block)
    case 'injections':
      return drawInjections(pen, y, block)
    case 'emergency':
      return drawEmergency(pen, y, block)
  }
}
