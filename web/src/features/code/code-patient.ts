import type { CodePatient } from 'sync-protocol/records/code-event'
import type { Species } from 'sync-protocol/records/fields'
import { NAME_MAX } from 'sync-protocol/records/limits'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { cutText } from 'sync-protocol/rules/cut-text'
import { readWeight, saidWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { savedOtherwise, type RowWeighing, type SavedWith } from '../../records/row-weighing.ts'
import { codeText as text } from './code-text.ts'

/** Whom CPR is started for. */
export interface CodeFor {
  /** The open sheet; null for a patient that was entered. */
  sheetId: string | null
  name: string
  species: Species
  /** As typed. */
  weight: string
  units: WeightUnit
  /** The weight is a guess. */
  estimated?: boolean | undefined
}

/** What the first tap says of its patient. */
export function codePatientOf({ name, species, weight, units, estimated }: CodeFor): CodePatient {
  const number = readWeight(weight) === null ? undefined : Number(weight)
  const called = cutText(name.trim(), NAME_MAX)
  return {
    species,
    ...(called !== '' && { name: called }),
    ...(number !== undefined && number > 0 && { weight: number, weight_units: units }),
    ...(estimated === true && { estimated }),
  }
}

/** What a code's patient is called; '' while nobody knows. */
export const nameOfPatient = (patient: CodePatient | undefined): string =>
  patient?.name ?? (patient === undefined ? '' : text.noName[patient.species])

/** A code for one of them is not the other's: another species, or another name where both have one. */
export function isOtherPatient(one: CodePatient, other: CodePatient): boolean {
  const [name, another] = [one.name?.trim() ?? '', other.name?.trim() ?? '']
  return (
    one.species !== other.species ||
    (name !== '' && another !== '' && name.toLowerCase() !== another.toLowerCase())
  )
}

/** '4.1 kg', 'about 4.1 kg'; '' without a weight. */
export const weightSaid = ({ weight, weight_units: units, estimated }: CodePatient): string =>
  weight === undefined || units === undefined
    ? ''
    : (saidWeight(numberText(weight), units, estimated)?.[0] ?? '')

/** What the sheet of a code says by now, where that is something else than the doses here go by; null where it is the same. */
export function sheetSays(code: CodePatient, now: CodePatient): string | null {
  const weight = weightSaid(now)
  if (isOtherPatient(code, now)) return text.otherPatient(nameOfPatient(now), weight)
  const here = weightSaid(code)
  return weight === '' || weight === here ? null : text.otherWeight(weight, here)
}

/** The same where something else is said of the patient beside the sheet, which is newer than the sheet. */
export function besideSays(code: CodePatient, beside: SavedWith): string | null {
  const { species, name = '', weight, weight_units = '-' as const, estimated } = code
  const of = {
    species,
    name,
    patient_id: '',
    weight: weight === undefined ? '' : numberText(weight),
    weight_units,
  }
  const other = savedOtherwise(beside, { ...of, ...(estimated === true && { estimated }) })
  return other && /* @rule code-says-beside */ text.beside(other.title, weightSaid(code))
}

/** What is said beside the sheet, where the sheet itself does not say it, and is of the same patient as the code still; else null. */
export const besideOf = (
  code: CodePatient,
  now: CodePatient,
  beside: SavedWith | undefined,
): SavedWith | null =>
  beside === undefined || isOtherPatient(code, now) || besideSays(now, beside) === null ? null : beside

/** What is known of the sheet of a code. */
export interface SheetOfCode {
  /** Its patient by now; null where there is none to ask. */
  isNow: CodePatient | null
  /** It was reset or deleted. */
  isEnded: boolean
  /** What is said of the patient beside it, once it was saved. */
  beside: SavedWith | null
  /** Two weights that were entered at once, or what the scale said. */
  other: RowWeighing | null
}

/** What a person should know of the sheet before a dose is given; null where it says what the code goes by. */
export function saidOfSheet(
  code: CodePatient,
  { isNow, isEnded, beside, other }: SheetOfCode,
): string | null {
  const says = saidOfWeight(code, { isNow, isEnded, beside })
  if (other === null) return says
  const asWell = /* @rule code-says-other */ `${other.title}. ${other.here}`
  return says === null ? asWell : `${asWell} ${says}`
}

function saidOfWeight(
  code: CodePatient,
  { isNow, isEnded, beside }: Omit<SheetOfCode, 'other'>,
): string | null {
  if (beside !== null) return besideSays(code, beside)
  if (isEnded) return /* @rule code-says-ended */ text.ended(weightSaid(code))
  return isNow && sheetSays(code, isNow)
}

/** Whom a code that was stopped is started again for: the weight is the sheet's of now, unless that is another patient's. */
export const startedAgainFor = (code: CodePatient, now: CodePatient | null): CodePatient =>
  now === null || weightSaid(now) === '' || isOtherPatient(code, now) ? code : /* @rule again-by-now */ now
