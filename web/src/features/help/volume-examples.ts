import type { DrugDose, FluidDose } from 'sync-protocol/rules/dose'

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

/** More than hardly any dog weighs. */
export const HEAVY = { weight: '220', units: 'kg' } as const
