import { readOwnDrafts } from '../../data/drafts/own-drafts.ts'
import { forgetTyped, keepTyped, readTyped } from '../../data/drafts/typed-in-tab.ts'
import type { Patient } from '../../records/patient.ts'
import { fluidsFor, type FluidForm } from './fluid-form.ts'
import { EMPTY_INFUSION, type InfusionForm } from './infusion-form.ts'

export interface Calculation {
  part: 'infusion' | 'fluids'
  infusion: InfusionForm
  fluids: FluidForm
}

/** Another number where what is kept has another shape: what an earlier version kept is not read. */
const PATIENT = 'calculator/1/patient'
const FORM = 'calculator/1/form'

/** The patient that was entered here; null where it is that of the open sheet. */
export const readEntered = (userId: string): Patient | null => readTyped(userId, PATIENT) as Patient | null

/** One that is open on another tablet is asked for again after a reload: its weight may be another by then. */
export function keepEntered(userId: string, patient: Patient): void {
  if (patient.sheet === null) keepTyped(userId, PATIENT, patient)
  else forgetEntered(userId)
}

export function forgetEntered(userId: string): void {
  forgetTyped(userId, PATIENT)
}

/** Whose form it is; null where nobody can say so later. A sheet may be weighed again, and its form stays. */
function ofWhom(
  userId: string,
  { species, weight, units, sheet }: Patient,
  isEntered: boolean,
): string | null {
  if (isEntered) return sheet === null ? `entered ${species} ${weight} ${units}` : null
  const { here } = readOwnDrafts(userId)
  return here === null ? null : `sheet ${here} ${species}`
}

interface KeptForm {
  of: string
  calculation: Calculation
}

export const emptyCalculation = ({ species }: Pick<Patient, 'species'>): Calculation => ({
  part: 'infusion',
  infusion: EMPTY_INFUSION,
  fluids: fluidsFor(species),
})

/** What was typed for this patient; nothing of what was typed for another one. */
export function readCalculation(userId: string, patient: Patient, isEntered: boolean): Calculation {
  const kept = readTyped(userId, FORM) as KeptForm | null
  const of = ofWhom(userId, patient, isEntered)
  const isTheirs = kept !== null && of !== null && /* @rule calculation-patient */ kept.of === of
  return isTheirs ? kept.calculation : emptyCalculation(patient)
}

export function keepCalculation(
  userId: string,
  patient: Patient,
  isEntered: boolean,
  calculation: Calculation,
): void {
  const of = ofWhom(userId, patient, isEntered)
  if (of === null) forgetCalculation(userId)
  else keepTyped(userId, FORM, { of, calculation } satisfies KeptForm)
}

export function forgetCalculation(userId: string): void {
  forgetTyped(userId, FORM)
}
