import type { CellInput } from 'jspdf-autotable'
import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import { ownLabelClass } from 'sync-protocol/rules/label-class'
import { numberText } from 'sync-protocol/rules/number-input'
import { INJECTION_COLUMN } from 'sync-protocol/rules/pagination'
import { exportText } from './export-text.ts'
import { type Column, drawBlockTable } from './pdf-block-table.ts'
import { unparted } from './pdf-cells.ts'
import type { Pen } from './pdf-pen.ts'
import type { SheetBlock } from './sheet-blocks.ts'
import { drugNotes, emergencyNotes, isOneVolume, shownVolume } from './sheet-facts.ts'
import type { SheetPaper } from './sheet-paper.ts'

type BlockOf<K extends SheetBlock['kind']> = Extract<SheetBlock, { kind: K }>

/** Space above a band; with it a section's head is 32 high, the other blocks' 48. */
const SECTION_GAP = 8
const BLOCK_GAP = 18
const SECTION_BAND = 24
const BLOCK_BAND = 30
const SECTION_SIZE = 13
const BLOCK_SIZE = 15

const name = (width: number): Column => ({ kind: 'name', width })
const quiet = (label: string, width: number): Column => ({ kind: 'quiet', label, width })
const VOLUME: Column = {
  kind: 'volume',
  label: exportText.volume,
  width: 142,
  place: { after: 70, room: 60 },
}
/** Both stand in the place of one volume and a dosage. */
const LOW: Column = { kind: 'volume', label: exportText.low, width: 108, place: { after: 52, room: 50 } }
const HIGH: Column = { kind: 'volume', label: exportText.high, width: 118, place: { after: 70, room: 46 } }
const ROUTE: Column = { kind: 'route', label: exportText.route, width: 72 }
const NO_ROUTE: Column = { kind: 'route', width: 72 }
const penOf = (width: number): Column[] => [
  { kind: 'pen', label: exportText.time, width },
  { kind: 'pen', label: exportText.initials, width },
]
const PEN = penOf(55)

const amount = (value: number | undefined, unit: string): string =>
  value === undefined ? '' : `${numberText(value)} ${unit}`

function drawSection(
  pen: Pen,
  y: number,
  { section }: BlockOf<'section'>,
  { sheet, drug_classes: classes }: SheetPaper,
): void {
  const { dosage, concentration } = exportText
  const drugClass = section.key === undefined ? undefined : classes?.get(section.key)
  drawBlockTable(pen, {
    top: y + SECTION_GAP,
    band: SECTION_BAND,
    title: section.title,
    titleSize: SECTION_SIZE,
    drugClass,
    columns: [name(216), quiet(dosage, 76), quiet(concentration, 84), VOLUME, ROUTE, ...PEN],
    rows: section.drugs.map((drug) => ({
      notes: drugNotes(drug, sheet),
      drugClass: classes && ownLabelClass(drug.name, drugClass),
      cells: [
        drug.name,
        amount(drug.dosage, perKg(drug)),
        amount(drug.concentration, perMl(drug)),
        shownVolume(drug.volume, drug.volume_exact).text,
        drug.route,
      ],
    })),
  })
}

function drawFluids(pen: Pen, y: number, { fluids }: BlockOf<'fluids'>): void {
  drawBlockTable(pen, {
    top: y + BLOCK_GAP,
    band: BLOCK_BAND,
    title: exportText.fluids,
    titleSize: BLOCK_SIZE,
    columns: [name(300), quiet(exportText.rate, 76), VOLUME, NO_ROUTE, ...PEN],
    rows: fluids.map((fluid) => {
      const { text, note } = shownVolume(fluid.volume, fluid.volume_exact)
      return {
        notes: note === undefined ? [] : [note],
        cells: [fluid.name, amount(fluid.rate, 'ml/kg'), text],
      }
    }),
  })
}

function drawReasons(pen: Pen, y: number, { reasons }: BlockOf<'reasons'>): void {
  drawBlockTable(pen, {
    top: y + BLOCK_GAP,
    band: BLOCK_BAND,
    title: exportText.reasons,
    titleSize: BLOCK_SIZE,
    columns: [name(216), { kind: 'words', width: 484 }],
    rows: reasons.map(({ name: drug, words }) => ({ cells: [drug, unparted(words)] })),
  })
}

/** Two columns, the left one first; a box to tick before each. */
function drawInjections(pen: Pen, y: number, { injections }: BlockOf<'injections'>): void {
  const columnOf = (width: number): Column[] => [{ kind: 'check', width }, ...penOf(50)]
  const nothing: CellInput = { content: '', styles: { lineWidth: 0 } }
  const cellsOf = (injection: string | undefined): CellInput[] =>
    injection === undefined ? [nothing, nothing, nothing] : [injection, '', '']
  const inTwo = injections.length > INJECTION_COLUMN
  drawBlockTable(pen, {
    top: y + BLOCK_GAP,
    band: BLOCK_BAND,
    title: exportText.injections,
    titleSize: BLOCK_SIZE,
    columns: [...columnOf(238), { kind: 'gap', width: inTwo ? 12 : 362 }, ...(inTwo ? columnOf(250) : [])],
    rows: injections.slice(0, INJECTION_COLUMN).map((left, nth) => ({
      cells: [...cellsOf(left), '', ...(inTwo ? cellsOf(injections[nth + INJECTION_COLUMN]) : [])],
    })),
  })
}

function drawEmergency(
  pen: Pen,
  y: number,
  { emergency }: BlockOf<'emergency'>,
  { sheet, drug_classes: classes }: SheetPaper,
): void {
  drawBlockTable(pen, {
    top: y + BLOCK_GAP,
    band: BLOCK_BAND,
    title: exportText.emergency,
    titleSize: BLOCK_SIZE,
    aside: emergency.name,
    columns: [name(216), quiet(exportText.concentration, 76), LOW, HIGH, ROUTE, ...PEN],
    rows: emergency.drugs.map((drug) => {
      const low = shownVolume(drug.volume_low, drug.volume_low_exact).text
      const high = shownVolume(drug.volume_high, drug.volume_high_exact).text
      const volumes: CellInput[] = isOneVolume(drug) ? [{ content: low, colSpan: 2 }] : [low, high]
      return {
        notes: emergencyNotes(drug, sheet),
        drugClass: classes && ownLabelClass(drug.name),
        cells: [drug.name, amount(drug.concentration, perMl(drug)), ...volumes, drug.route],
      }
    }),
  })
}

/** What was done in a code, each tap with its time. */
export function drawCode(
  pen: Pen,
  y: number,
  { title, rows }: Pick<BlockOf<'code'>, 'title' | 'rows'>,
): void {
  drawBlockTable(pen, {
    top: y + BLOCK_GAP,
    band: BLOCK_BAND,
    title,
    titleSize: BLOCK_SIZE,
    columns: [
      name(330),
      quiet(exportText.time, 100),
      quiet(exportText.sinceStart, 90),
      { kind: 'gap', width: 20 },
      { kind: 'words', label: exportText.who, width: 160 },
    ],
    rows: rows.map(({ what, time, since, who, note }) => ({
      cells: [what, time, since, '', who],
      notes: note === undefined ? [] : [note],
    })),
  })
}

/** Draws one block; `y` is the top of its space on the page. */
export function drawBlock(pen: Pen, y: number, block: SheetBlock, paper: SheetPaper): void {
  switch (block.kind) {
    case 'section':
      return drawSection(pen, y, block, paper)
    case 'fluids':
      return drawFluids(pen, y, block)
    case 'reasons':
      return drawReasons(pen, y, block)
    case 'injections':
      return drawInjections(pen, y, block)
    case 'code':
      return drawCode(pen, y, block)
    case 'emergency':
      return drawEmergency(pen, y, block, paper)
  }
}
