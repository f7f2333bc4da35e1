import type { Measured } from '../records/amount-unit.ts'
import type { DoseLimits } from '../records/drug.ts'
import type { Volume } from './dose.ts'
import type { Fraction } from './fraction.ts'
import type { GuardLevel } from './slips.ts'

/** In the drug's unit per kg: what is to be given, above 0, and what the library has for it. */
export interface GivenDosage {
  /** A fraction where it follows from a volume. */
  dosage: number | Fraction
  usual?: number | undefined
}

export interface DoseToGuard extends Measured {
  /** One dosage, or the low and the high one of an emergency drug. */
  given: readonly [GivenDosage] | readonly [low: GivenDosage, high: GivenDosage]
  /** In the drug's unit per ml; null while there is none: no volume is judged. */
  concentration: number | null
  limits?: DoseLimits | null | undefined
  /** The exact weight; null while there is none: neither the cap nor a volume is judged. */
  kg: Fraction | null
  /** The concentrations that the library has of the same drug, see `strengthsIn`; its own is passed over. */
  strengths?: readonly number[]
}

/** A ratio is of the dosage to the number beside it, both in the drug's unit per kg. */
export type DoseFinding =
  | { kind: 'never'; level: 'red'; reason: string }
  | { kind: 'ten-times' | 'tenth'; level: 'red'; ratio: Fraction; usual: number }
  /** mg, and the exact ml that hold as much. */
  | { kind: 'cap'; level: 'red'; cap: number; ml: Fraction | null }
  | { kind: 'over' | 'under'; level: 'amber' | 'red'; ratio: Fraction; limit: number }
  | { kind: 'lb-kg'; level: 'amber'; ratio: Fraction; of: 'usual' | 'highest'; than: number }
  | { kind: 'low-above-high'; level: 'amber' }
  /** One volume, or the low and the high one, of each other concentration and of this one; none without a weight. */
  | { kind: 'strength'; level: 'amber'; others: Strength[]; volumes: Volume[] }
  | { kind: 'syringe'; level: 'amber'; side: 'over' | 'under' }
  /** The dose may be right or wrong. */
  | { kind: 'no-limits'; level: 'quiet'; lacks: LackingLimits }
/** Which of the two limits nobody recorded. */
export type LackingLimits = 'both' | 'lowest' | 'highest'
export type DoseFindingKind = DoseFinding['kind']

export interface Strength {
  concentration: number
  volumes: Volume[]
}

export interface DoseGuard {
  /** The worst of the findings. */
  level: GuardLevel
  /** Each kind at most once: the red ones, the amber ones, then what is not known; a cause before what follows from it. */
  findings: DoseFinding[]
}
