import type { SheetDraft } from 'sync-protocol/records/draft'
import type { Species } from 'sync-protocol/records/fields'
import type { EmergencyProtocolContent } from 'sync-protocol/records/emergency-protocol'
import type { SheetContent, WeightUnit } from 'sync-protocol/records/sheet'
import { readWeight } from 'sync-protocol/rules/dose'
import type { GivenDrug } from 'sync-protocol/rules/reversals'
import type { SavedWith, SetAsideWeight } from './row-weighing.ts'
import { formatNumber } from '../ui/format.ts'

/** The open sheet of this tablet, as other screens read it. */
export type SheetAtHand = SheetDraft & {
  /** What another tablet saved it with while it stood here. */
  saved_with?: SavedWith
  /** Whom or what two tablets entered at once, until a person chooses. */
  set_aside?: SetAsideWeight
  /** Another tablet reset or deleted it. */
  put_away?: boolean
}

/** Whose doses are worked out. */
export interface Patient {
  species: Species
  /** As typed; it can be computed with. */
  weight: string
  units: WeightUnit
  /** The weight is a guess. */
  estimated?: boolean
  /** What its sheet says of it; null for one that was entered here. */
  sheet: PatientSheet | null
  /** Of a sheet that was chosen and is not the one that is open on this tablet. */
  sheetId?: string
}

/** What counts of a patient's sheet, open or saved. */
export interface PatientSheet extends Pick<
  SheetAtHand,
  'name' | 'patient_id' | 'saved_as' | 'day_row' | 'saved_with' | 'set_aside' | 'put_away'
> {
  /** The drugs of its anesthesia protocol. */
  given: readonly GivenDrug[]
  /** Its emergency protocol; a saved sheet keeps volumes, and no dosages to compute others from. */
  emergency: EmergencyProtocolContent | null
}

/** The patient of an open sheet; null while its species, its weight or its unit is missing. */
export function patientOfSheet(sheet: SheetAtHand): Patient | null {
  const { species, weight, weight_units: units } = sheet
  if (species === -1 || /* @rule patient-unit */ units === '-' || readWeight(weight) === null) return null
  const { name, patient_id, saved_as, anesthesia_protocol, emergency_protocol } = sheet
  const given = (anesthesia_protocol?.content.sections ?? []).flatMap(({ drugs }) => drugs)
  const emergency = emergency_protocol?.content ?? null
  const guess = sheet.estimated === true && { estimated: true }
  const said = {
    ...(sheet.day_row !== undefined && { day_row: sheet.day_row }),
    ...(sheet.saved_with !== undefined && { saved_with: sheet.saved_with }),
    ...(sheet.set_aside !== undefined && { set_aside: sheet.set_aside }),
    ...(sheet.put_away === true && { put_away: true }),
  }
  return {
    species,
    weight,
    units,
    ...guess,
    sheet: { name, patient_id, saved_as, ...said, given, emergency },
  }
}

/** The drugs of the anesthesia protocol that a sheet was saved with. */
const givenOf = ({ anesthesia_protocol }: SheetContent): readonly GivenDrug[] =>
  anesthesia_protocol.sections.flatMap(({ drugs }) => drugs)

/** The same patient, as the sheet was saved meanwhile; with what is said of them beside it, and whose row of the day list it is. */
export const asSaved = (
  patient: Patient,
  saved: SheetContent,
  { saved_with, day_row }: Pick<PatientSheet, 'saved_with' | 'day_row'> = {},
): Patient => {
  const { estimated: _guess, ...known } = patient
  const beside = {
    ...(saved_with !== undefined && { saved_with }),
    ...(day_row !== undefined && /* @rule saved-row */ { day_row }),
  }
  const isSameList = saved.emergency_protocol?.name === patient.sheet?.emergency?.name
  return {
    ...known,
    species: saved.species === 2 ? known.species : saved.species,
    weight: formatNumber(saved.weight),
    units: saved.weight_units,
    ...(saved.estimated === true && { estimated: true }),
    sheet: patient.sheet && {
      ...patient.sheet,
      name: saved.name,
      patient_id: saved.patient_id ?? '',
      ...beside,
      given: /* @rule given-as-saved */ givenOf(saved),
      emergency: isSameList ? patient.sheet.emergency : null,
    },
  }
}

/** The patient of a saved sheet; null for an exotic one, for which there are no emergency doses. */
export function patientOfSaved(sheetId: string, sheet: SheetContent): Patient | null {
  const { species, weight, weight_units: units, name, patient_id = '' } = sheet
  if (species === 2) return null
  return {
    species,
    weight: formatNumber(weight),
    units,
    ...(sheet.estimated === true && { estimated: true }),
    sheet: { name, patient_id, saved_as: sheetId, given: givenOf(sheet), emergency: null },
    sheetId,
  }
}

/** '' while nobody typed one, and for a patient that was entered here. */
export const nameOfPatient = ({ sheet }: Patient): string => sheet?.name.trim() ?? ''

/** The picture of a species' number; of one without a picture of its own, and of none, the same. */
export const pictureOf = (species: number) => (['canine', 'feline'] as const)[species] ?? 'unset'
