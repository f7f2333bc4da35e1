import type { Table, TextRun } from 'docx'
import { perKg, perMl } from 'sync-protocol/records/amount-unit'
import { ownLabelClass } from 'sync-protocol/rules/label-class'
import { numberText } from 'sync-protocol/rules/number-input'
import { INJECTION_COLUMN } from 'sync-protocol/rules/pagination'
import { type Column, type Content, run, SIZE, swatch, table } from './docx-cells.ts'
import { exportText } from './export-text.ts'
import type { SheetBlock } from './sheet-blocks.ts'
import { drugNotes, emergencyNotes, isOneVolume, shownVolume } from './sheet-facts.ts'
import type { SheetPaper } from './sheet-paper.ts'

type BlockOf<K extends SheetBlock['kind']> = Extract<SheetBlock, { kind: K }>

const PEN: readonly Column[] = [
  { title: exportText.time, width: 850, align: 'center', pen: true },
  { title: exportText.initials, width: 850, align: 'center', pen: true },
]
/** As wide as EPIDURAL. */
const ROUTE_WIDTH = 1400
const route: Column = { title: exportText.route, width: ROUTE_WIDTH }
const volume = (title: string): Column => ({ title, width: 1700, bold: true, volumes: true })
const right = (title: string, width: number): Column => ({ title, width, align: 'right' })
const name = (width: number): Column => ({ title: '', width })
/** A space of no width, at which 'Tranquilizers/Sedatives' is broken before it is broken within a word. */
const brokenAtSlashes = (title: string): string => title.replaceAll('/', '/\u200b')
const heading = (title: string): TextRun => run(title, { size: SIZE.title, bold: true })

const amount = (value: number | undefined, unit: string): Content => ({
  quiet: value === undefined ? '' : `${numberText(value)} ${unit}`,
})

function sectionTable({ section }: BlockOf<'section'>, { sheet, drug_classes: classes }: SheetPaper): Table {
  const { dosage, concentration } = exportText
  const drugClass = section.key === undefined ? undefined : classes?.get(section.key)
  return table(
    [...(drugClass ? [swatch(drugClass, SIZE.title)] : []), heading(brokenAtSlashes(section.title))],
    [name(3050), right(dosage, 1450), right(concentration, 1500), volume(exportText.volume), route, ...PEN],
    section.drugs.map((drug) => [
      {
        name: drug.name,
        notes: drugNotes(drug, sheet),
        drugClass: classes && ownLabelClass(drug.name, drugClass),
      },
      amount(drug.dosage, perKg(drug)),
      amount(drug.concentration, perMl(drug)),
      { volume: shownVolume(drug.volume, drug.volume_exact).text },
      { strong: drug.route },
    ]),
  )
}

function fluidsTable({ fluids }: BlockOf<'fluids'>): Table {
  return table(
    [heading(exportText.fluids)],
    [name(4500), right(exportText.rate, 1500), volume(exportText.volume), name(ROUTE_WIDTH), ...PEN],
    fluids.map((fluid) => {
      const { text, note } = shownVolume(fluid.volume, fluid.volume_exact)
      return [
        { name: fluid.name, notes: note === undefined ? [] : [note] },
        amount(fluid.rate, 'ml/kg'),
        { volume: text },
      ]
    }),
  )
}

const reasonsTable = ({ reasons }: BlockOf<'reasons'>): Table =>
  table(
    [heading(exportText.reasons)],
    [name(3050), name(7750)],
    reasons.map(({ name: drug, words }) => [{ name: drug, notes: [] }, { quiet: words }]),
  )

/** Two columns, the left one first; a box to tick before each. */
function injectionsTable({ injections }: BlockOf<'injections'>): Table {
  const box = (injection: string | undefined): Content =>
    injection === undefined ? { quiet: '' } : { name: `☐ ${injection}`, notes: [] }
  const rows = injections.slice(0, INJECTION_COLUMN).map((left, index): Content[] => {
    const blank: Content = { quiet: '' }
    return [box(left), blank, blank, box(injections[index + INJECTION_COLUMN])]
  })
  const columns =
    injections.length > INJECTION_COLUMN ? [name(3700), ...PEN, name(3700), ...PEN] : [name(9100), ...PEN]
  return table([heading(exportText.injections)], columns, rows)
}

function emergencyTable(
  { emergency }: BlockOf<'emergency'>,
  { sheet, drug_classes: classes }: SheetPaper,
): Table {
  const { concentration } = exportText
  return table(
    [heading(exportText.emergency), run(`  ${emergency.name}`, { size: SIZE.head, quiet: true })],
    [name(2800), right(concentration, 1500), volume(exportText.low), volume(exportText.high), route, ...PEN],
    emergency.drugs.map((drug): Content[] => {
      const low = shownVolume(drug.volume_low, drug.volume_low_exact).text
      const high = shownVolume(drug.volume_high, drug.volume_high_exact).text
      return [
        {
          name: drug.name,
          notes: emergencyNotes(drug, sheet),
          drugClass: classes && ownLabelClass(drug.name),
        },
        amount(drug.concentration, perMl(drug)),
        ...(isOneVolume(drug) ? [{ volume: low, columns: 2 }] : [{ volume: low }, { volume: high }]),
        { strong: drug.route },
      ]
    }),
  )
}

const codeTable = ({ title, rows }: BlockOf<'code'>): Table =>
  table(
    [heading(title)],
    [name(4700), right(exportText.time, 1700), right(exportText.sinceStart, 1600), name(2800)],
    rows.map(({ what, time, since, who, note }) => [
      { name: what, notes: note === undefined ? [] : [note] },
      { quiet: time },
      { quiet: since },
      { quiet: who },
    ]),
  )

export function blockTable(block: SheetBlock, paper: SheetPaper): Table {
  if (block.kind === 'fluids') return fluidsTable(block)
  if (block.kind === 'reasons') return reasonsTable(block)
  if (block.kind === 'injections') return injectionsTable(block)
  if (block.kind === 'code') return codeTable(block)
  if (block.kind === 'emergency') return emergencyTable(block, paper)
  return sectionTable(block, paper)
}
