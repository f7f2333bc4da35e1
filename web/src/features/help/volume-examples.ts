import { weightInKg, type DrugDose, type FluidDose } from 'sync-protocol/rules/dose'
import { weightGuard, type PatientWeight } from 'sync-protocol/rules/weight-guard'
import { weightQuestion } from 'sync-protocol/rules/weight-words'

/** What the help works out with the rules of the sheet: only the numbers stand here, never a result. */
export const EXAMPLES = {
  pounds: { weight: '22', units: 'lb', dosage: 0.5, concentration: 10 },
  kilograms: { weight: '10', units: 'kg', dosage: 0.5, concentration: 10 },
  fluid: { weight: '10', units: 'kg', rate: 5 },
  low: { weight: '10', units: 'kg', dosage: 0.01, concentration: 1 },
  high: { weight: '10', units: 'kg', dosage: 0.02, concentration: 1 },
  belowOne: { weight: '4.3', units: 'kg', dosage: 0.25, concentration: 2 },
  aboveOne: { weight: '33.3', units: 'kg', dosage: 4, concentration: 10 },
  tooSmall: { weight: '0.4', units: 'kg', dosage: 0.005, concentration: 1 },
  far: { weight: '1.3', units: 'kg', dosage: 0.01, concentration: 1 },
} as const satisfies Record<string, DrugDose | FluidDose>

const last = weightInKg({ weight: '10', units: 'kg' })

/** A cat that was weighed in pounds, a cat of a slipped point, and a dog whose pounds were taken for kilograms. */
export const UNUSUAL: readonly PatientWeight[] = [
  { species: 1, weight: '8.8', units: 'kg' },
  { species: 1, weight: '42', units: 'kg' },
  { species: 0, weight: '22', units: 'kg', earlier: last && { kg: last, day: '2026-03-01' } },
]

/** What a sheet says of such a weight. */
export function wordsOfWeight(patient: PatientWeight): string {
  const guard = weightGuard(patient)
  return guard === null ? '' : weightQuestion(guard, patient.species)
}
