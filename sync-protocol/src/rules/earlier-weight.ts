import type { SheetContent } from '../records/sheet.ts'
import { weightInKg } from './dose.ts'
import { numberText } from './number-input.ts'
import type { EarlierWeight } from './weight-guard.ts'

type Patient = Pick<SheetContent, 'species' | 'name'> & { patient_id?: string | undefined }
/** A saved sheet. */
export type WeighedPatient = Patient &
  Pick<SheetContent, 'weight' | 'weight_units' | 'day'> & { voided: boolean }

/** An older weight says little: a puppy of then is a dog now. */
const DAYS = 180
const DAY_MS = 86_400_000

const folded = (text: string | undefined) => (text ?? '').trim().normalize('NFC').toLowerCase()

/** Two patients with different IDs are never the same one. Without an ID on both sides, name and species decide. */
function sameName(a: Patient, b: Patient): boolean {
  const [one, other] = [folded(a.patient_id), folded(b.patient_id)]
  if (/* @rule other-id */ one !== '' && other !== '' && one !== other) return false
  return folded(a.name) !== '' && folded(a.name) === folded(b.name) && a.species === b.species
}

/** The last of them; of one day the one that comes later. */
const last = (sheets: readonly WeighedPatient[]) =>
  sheets.reduce<WeighedPatient | null>(
    (latest, sheet) => (latest === null || sheet.day >= latest.day ? sheet : latest),
    null,
  )

/**
 * The last weight of this patient in the 180 days up to `day` (YYYY-MM-DD, the clinic's local day): the sheets with the same ID
 * decide, and only where there is none those with the same name and species. Blanks around it and case do not count.
 * `sheets` are in the order in which they were saved, without the one that is being filled in; voided ones are passed over.
 */
export function earlierWeight(
  patient: Patient,
  sheets: Iterable<WeighedPatient>,
  day: string,
): EarlierWeight | null {
  const near = [...sheets].filter((sheet) => {
    const days = (Date.parse(day) - Date.parse(sheet.day)) / DAY_MS
    const isNear = /* @rule earlier-days */ days >= 0 && days <= DAYS
    return isNear && !sheet.voided
  })
  const id = folded(patient.patient_id)
  const sameId = id === '' ? [] : near.filter((sheet) => folded(sheet.patient_id) === id)
  const found = last(sameId) ?? last(near.filter((sheet) => sameName(patient, sheet)))
  const kg = found && weightInKg({ weight: numberText(found.weight), units: found.weight_units })
  return kg ? { kg, day: found.day } : null
}
