import type { CodePatient } from 'sync-protocol/records/code-event'
import type { Species } from 'sync-protocol/records/fields'
import { NAME_MAX } from 'sync-protocol/records/limits'
import type { WeightUnit } from 'sync-protocol/records/weight-unit'
import { cutText } from 'sync-protocol/rules/cut-text'
import { readWeight } from 'sync-protocol/rules/dose'
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
