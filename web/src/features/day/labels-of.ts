import { perMl } from 'sync-protocol/records/amount-unit'
import type { DrugClass } from 'sync-protocol/records/fields'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { labelClass } from 'sync-protocol/rules/label-class'
import { numberText } from 'sync-protocol/rules/number-input'
import { protocolOfSheet } from 'sync-protocol/rules/sheet-protocols'
import { printedForAnother, timesPrinted, type PrintedLabel } from '../../data/database/label-prints.ts'
import type { SettingValues } from '../../data/database/setting-values.ts'
import type { DayRow } from '../../data/view/day-rows.ts'
import type { PatientLabel, SyringeLabel } from '../../exports/label-paper.ts'
import { shownVolume } from '../../exports/sheet-facts.ts'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { weightOf } from './day-list.ts'
import { dayText } from './day-text.ts'
import { isToPlan } from './many.ts'
import type { Lack, PlannedRows } from './planned-rows.ts'

/** The other weight for which labels of a patient who is still to be drawn were printed here. */
export const labelledFor = (row: DayRow, prints: SettingValues['label_prints']): string | undefined =>
  isToPlan(row) ? printedForAnother(prints, row._id, plainWeight(row.content)) : undefined

/** What is to be printed, and as which label it is counted. */
export type Counted<T> = PrintedLabel & { paper: T }

/** The labels of one patient; `lack` is why there are none. */
export interface LabelsOfRow<T> {
  row: DayRow
  labels: readonly Counted<T>[]
  lack?: Lack
}

interface Known {
  prints: SettingValues['label_prints']
  classes: ReadonlyMap<number, DrugClass>
  /** Sheets by id, saved or open, as far as their labels need them. */
  sheets: ReadonlyMap<string, LabelledSheet>
  /** When it is printed, in words. */
  time: string
}

type Protocol = SheetContent['anesthesia_protocol']
export type LabelledSheet = Pick<SheetContent, 'name' | 'weight' | 'weight_units' | 'anesthesia_protocol'>

/** '12.4 kg'; undefined without a weight. */
export const plainWeight = ({
  weight,
  weight_units: units,
}: Pick<DayRow['content'], 'weight' | 'weight_units'>): string | undefined =>
  weight === undefined || units === undefined ? undefined : `${numberText(weight)} ${units}`

/** The number by which a patient is called, or the place on the list. */
export const lineOf = (all: readonly DayRow[], row: DayRow): string =>
  row.content.line ?? String(all.indexOf(row) + 1)

function syringesOf(
  all: readonly DayRow[],
  row: DayRow,
  patient: { name: string; weight: string | undefined },
  { sections }: Protocol,
  { prints, classes, time }: Known,
): Counted<SyringeLabel>[] {
  const seen = new Map<string, number>()
  return sections.flatMap(({ key, drugs }) =>
    drugs.flatMap((drug): Counted<SyringeLabel>[] => {
      // Nobody draws up a tablet.
      if (drug.form === 'TABLET') return []
      const strength = `${formatNumber(drug.concentration)} ${perMl(drug)}`
      const named = `${drug.name} ${strength}`
      const nth = (seen.get(named) ?? 0) + 1
      seen.set(named, nth)
      const label = nth === 1 ? named : `${named} ${nth}`
      const counted = { row: row._id, label, weight: patient.weight }
      const drugClass = labelClass(drug.name, key === undefined ? undefined : classes.get(key))
      return [
        {
          ...counted,
          paper: {
            drug: drug.name,
            strength,
            volume: shownVolume(drug.volume, drug.volume_exact).text,
            patient: patient.name,
            line: lineOf(all, row),
            time,
            ...(drugClass !== undefined && { drugClass }),
            print: timesPrinted(prints, counted) + 1,
          },
        },
      ]
    }),
  )
}

/**
 * The labels of all syringes of the day, of each patient in the order of the list: by the saved sheet where there is one, else as
 * the sheet will print them. Whoever is drawn without a sheet, or refused, has none.
 */
export function syringeLabels(
  all: readonly DayRow[],
  { planned, lacking }: Pick<PlannedRows, 'planned' | 'lacking'>,
  known: Known,
): LabelsOfRow<SyringeLabel>[] {
  const open = new Map(planned.map((one) => [one.row._id, one]))
  const lacks = new Map(lacking.map(({ row, lack }) => [row._id, lack]))
  return all.flatMap((row): LabelsOfRow<SyringeLabel>[] => {
    const sheet = known.sheets.get(row.content.sheet_id ?? '')
    if (sheet !== undefined && row.content.status !== 'refused') {
      const patient = { name: sheet.name, weight: plainWeight(sheet) }
      return [{ row, labels: syringesOf(all, row, patient, sheet.anesthesia_protocol, known) }]
    }
    const lack = lacks.get(row._id)
    if (lack !== undefined) return [{ row, labels: [], lack }]
    const plan = open.get(row._id)
    if (plan === undefined) return []
    const protocol = protocolOfSheet(plan.protocol, plan.weight)
    const patient = { name: row.content.name, weight: plainWeight(row.content) }
    return [{ row, labels: syringesOf(all, row, patient, protocol, known) }]
  })
}

/** One label for each patient who was not refused; of two weights nobody's is printed. */
export const patientLabels = (
  all: readonly DayRow[],
  contested: ReadonlySet<string>,
  { prints }: Pick<Known, 'prints'>,
): LabelsOfRow<PatientLabel>[] =>
  all
    .filter(({ content }) => content.status !== 'refused')
    .map((row) => {
      const { name, patient_id = '', species, day } = row.content
      const weight = /* @rule contested-label */ contested.has(row._id) ? null : weightOf(row.content)
      const counted = {
        row: row._id,
        label: 'patient',
        weight: weight === null ? undefined : plainWeight(row.content),
      }
      const paper = {
        patient: name,
        patientId: patient_id,
        species: dayText.species[species],
        weight: weight?.join(' · ') ?? '',
        line: lineOf(all, row),
        day: formatDate(day),
        print: timesPrinted(prints, counted) + 1,
      }
      return { row, labels: [{ ...counted, paper }] }
    })
