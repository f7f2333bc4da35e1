import type { SheetContent } from '../records/sheet.ts'
import { weightInKg } from './dose.ts'
import { numberText } from './number-input.ts'
import type { EarlierWeight } from './weight-guard.ts'

interface Patient {
  /** A species code (`spec 1 §3`). */
  species: number
  name: string
  patient_id?: string | undefined
}
/** What a list knows of a saved sheet. */
export interface SavedPatient extends Patient {
  /** The clinic's local day, YYYY-MM-DD. */
  day: string
  /** The instant at which it was saved. */
  date_created: string
  voided: boolean
}
/** A saved sheet. */
export type WeighedPatient = SavedPatient & Pick<SheetContent, 'weight' | 'weight_units' | 'estimated'>

/** An older weight says little: a puppy of then is a dog now. */
const DAYS = 180
const DAY_MS = 86_400_000

const folded = (text: string | undefined) => (text ?? '').trim().normalize('NFC').toLowerCase()
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** By what a sheet is this patient's. Two patients with different IDs are never the same one, whatever their names. */
function samenessWith(patient: Patient): (sheet: Patient) => 'id' | 'name' | null {
  const [id, name] = [folded(patient.patient_id), folded(patient.name)]
  return (sheet) => {
    const other = id === '' ? '' : folded(sheet.patient_id)
    if (id !== '' && other === id) return 'id'
    if (/* @rule other-id */ other !== '') return null
    return name !== '' && sheet.species === patient.species && folded(sheet.name) === name ? 'name' : null
  }
}

/** The later one; of one day the one that was saved later. */
function later<S extends SavedPatient>(a: S | null, b: S): S {
  if (a === null || b.day > a.day) return b
  return b.day === a.day && b.date_created > a.date_created ? b : a
}

/**
 * The last sheet of this patient in the 180 days up to `day` (YYYY-MM-DD, the clinic's local day): the sheets with the same ID
 * decide, and only where there is none those with the same name and species. Blanks around it and case do not count.
 * `sheets` are in any order, without the one that is being filled in; voided ones are passed over.
 */
export function earlierSheet<S extends SavedPatient>(
  patient: Patient,
  sheets: Iterable<S>,
  day: string,
): S | null {
  const samenessOf = samenessWith(patient)
  const first = dayBefore(day, DAYS)
  const last: { id: S | null; name: S | null } = { id: null, name: null }
  for (const sheet of sheets) {
    const isNear = /* @rule earlier-days */ sheet.day >= first && sheet.day <= day
    const by = isNear && !sheet.voided ? samenessOf(sheet) : null
    if (by !== null) last[by] = later(last[by], sheet)
  }
  return last.id ?? last.name
}

/**
 * The sheets of this patient that were saved for `day` (YYYY-MM-DD, the clinic's local day), the last saved first: those with the
 * same ID, and only where there is none those with the same name and species. `sheets` are as in `earlierSheet`.
 */
export function sheetsOfDay<S extends SavedPatient>(
  patient: Patient,
  sheets: Iterable<S>,
  day: string,
): { by: 'id' | 'name'; sheets: S[] } {
  const samenessOf = samenessWith(patient)
  const found: { id: S[]; name: S[] } = { id: [], name: [] }
  for (const sheet of sheets) {
    const stands = /* @rule saved-that-day */ sheet.day === day && !sheet.voided
    const by = stands ? samenessOf(sheet) : null
    if (by !== null) found[by].push(sheet)
  }
  const by = found.id.length > 0 ? 'id' : 'name'
  return { by, sheets: found[by].sort((a, b) => (a.date_created > b.date_created ? -1 : 1)) }
}

/** The exact weight on a saved sheet; null where it is no weight. */
export function weightOn(
  sheet: Pick<WeighedPatient, 'weight' | 'weight_units' | 'estimated' | 'day'>,
): EarlierWeight | null {
  const kg = weightInKg({ weight: numberText(sheet.weight), units: sheet.weight_units })
  return kg && { kg, day: sheet.day, ...(sheet.estimated === true && { estimated: true }) }
}

/** What this patient weighed on its last sheet, see `earlierSheet`. */
export function earlierWeight(
  patient: Patient,
  sheets: Iterable<WeighedPatient>,
  day: string,
): EarlierWeight | null {
  const found = earlierSheet(patient, sheets, day)
  return found && weightOfPatient(patient, found)
}

/** What a patient weighed on an earlier sheet that is taken for theirs, and whether only by the name. */
export function weightOfPatient(
  patient: Pick<Patient, 'patient_id'>,
  sheet: Parameters<typeof weightOn>[0] & Pick<Patient, 'patient_id'>,
): EarlierWeight | null {
  const weighed = weightOn(sheet)
  const id = folded(patient.patient_id)
  const byName = /* @rule weighed-by-name */ id === '' || folded(sheet.patient_id) !== id
  return weighed && { ...weighed, ...(byName && { by_name: true as const }) }
}

/**
 * Whether a sheet may say what a patient weighs that gets a dose on this day: by the name alone only one of the same day.
 * Several patients have the same name, and a dose would be judged by the weight of another one.
 */
export function mayWeigh(
  patient: Pick<Patient, 'patient_id'>,
  sheet: Pick<SavedPatient, 'patient_id' | 'day'>,
  day: string,
): boolean {
  const id = folded(patient.patient_id)
  return /* @rule name-of-the-day */ sheet.day === day || (id !== '' && folded(sheet.patient_id) === id)
}
