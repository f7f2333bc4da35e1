import type { DayRowContent } from '../records/day-row.ts'
import type { SheetDraft } from '../records/draft.ts'
import { weightInKg, type Weight } from './dose.ts'
import { numberText } from './number-input.ts'

/** Whom an open sheet is of, and what it says of the weight. */
export type SheetOfRow = Pick<
  SheetDraft,
  'species' | 'name' | 'patient_id' | 'weight' | 'weight_units' | 'estimated'
>

const alike = (one: string, other: string) =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()

/** The sheet was begun from the row: it is of another animal once neither the name nor the ID is the row's, or the species. */
export const isOfRow = (
  sheet: Pick<SheetOfRow, 'species' | 'name' | 'patient_id'>,
  { species, name, patient_id = '' }: { species: number; name: string; patient_id?: string | undefined },
): boolean => sheet.species === species && (alike(sheet.name, name) || alike(sheet.patient_id, patient_id))

/** 22 lb and 9.98 kg are one weight, written twice. */
const SAME = 0.005

function isSame(one: Weight, other: Weight): boolean {
  const [a, b] = [weightInKg(one), weightInKg(other)].map((kg) => kg && Number(kg.over) / Number(kg.under))
  return a != null && b != null && Math.abs(a - b) <= SAME * Math.max(a, b)
}

/**
 * What the scale says of the patient of the day list, where their open sheet has another weight, a guess or none; else null.
 * Whichever was entered later: two measured weights are for a person to look at.
 */
export function weighedOtherwise(sheet: SheetOfRow, row: DayRowContent): Weight | null {
  const { weight, weight_units: units, weighed_at, estimated } = row
  if (weight === undefined || units === undefined || weighed_at === undefined || estimated === true)
    return null
  if (/* @rule row-patient */ !isOfRow(sheet, row)) return null
  const scale = { weight: numberText(weight), units }
  const stands =
    sheet.estimated !== true &&
    sheet.weight_units !== '-' &&
    isSame({ weight: sheet.weight, units: sheet.weight_units }, scale)
  const isOther = /* @rule weighed-otherwise */ !stands
  return isOther ? scale : null
}
