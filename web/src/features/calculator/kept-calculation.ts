import { readOwnDrafts } from '../../data/drafts/own-drafts.ts'
import { readTurn } from '../../data/people/stored-token.ts'
import type { Patient } from '../../records/patient.ts'
import { fluidsFor, type FluidForm } from './fluid-form.ts'
import { EMPTY_INFUSION, type InfusionForm } from './infusion-form.ts'

export interface Calculation {
  part: 'infusion' | 'fluids'
  infusion: InfusionForm
  fluids: FluidForm
}

/** Another number where what is kept has another shape: what an earlier version kept is not read. */
const SHAPE = 1

/** Of a person in this tab: a reload finds it, and a tablet that was put away does not. */
const key = (userId: string, what: 'patient' | 'form') => `calculator/${SHAPE}/${userId}/${what}`

interface Kept {
  /** Of the sign-in. The next one finds nothing, whoever's it is. */
  turn: number
  value: unknown
}

function read(at: string): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(at) ?? 'null') as Kept | null
    return kept?.turn === /* @rule calculation-turn */ readTurn() ? kept.value : null
  } catch (error) {
    console.warn('What was typed into the calculator cannot be read.', error)
    return null
  }
}

/** Full or forbidden storage must never stop a form: it is then lost with a reload. */
function write(at: string, value: unknown): void {
  try {
    sessionStorage.setItem(at, JSON.stringify({ turn: readTurn(), value } satisfies Kept))
  } catch (error) {
    console.warn('What was typed into the calculator could not be kept.', error)
  }
}

/** The patient that was entered here; null where it is that of the open sheet. */
export const readEntered = (userId: string): Patient | null => read(key(userId, 'patient')) as Patient | null

/** One that is open on another tablet is asked for again after a reload: its weight may be another by then. */
export function keepEntered(userId: string, patient: Patient): void {
  if (patient.sheet === null) write(key(userId, 'patient'), patient)
  else forgetEntered(userId)
}

export function forgetEntered(userId: string): void {
  sessionStorage.removeItem(key(userId, 'patient'))
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
  const kept = read(key(userId, 'form')) as KeptForm | null
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
  else write(key(userId, 'form'), { of, calculation } satisfies KeptForm)
}

export function forgetCalculation(userId: string): void {
  sessionStorage.removeItem(key(userId, 'form'))
}
