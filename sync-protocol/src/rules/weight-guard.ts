import type { Species } from '../records/fields.ts'
import { USUAL_WEIGHTS, type PoliciesContent } from '../records/policies.ts'
import type { WeightUnit } from '../records/sheet.ts'
import { bothUnits, type Weight, weightInKg } from './dose.ts'
import { dividedBy, type Fraction, isAtMost, isBelow, positiveFraction } from './fraction.ts'
import { type GuardLevel, slipOf } from './slips.ts'

/** Which weights of a species are ordinary, and which are only unusual: kg above 0, both ends belong to it. */
export interface WeightBand {
  quiet: readonly [from: number, to: number]
  amber: readonly [from: number, to: number]
}
/** Only unusual, and not almost certainly wrong, kg. */
const AMBER = { dog: [0.1, 120], cat: [0.1, 12] } as const

function bandOf(animal: 'dog' | 'cat', said: UsualWeights): WeightBand {
  const [lightest, heaviest] = USUAL_WEIGHTS[animal]
  const quiet = [said[`${animal}_lightest`] ?? lightest, said[`${animal}_heaviest`] ?? heaviest] as const
  const [least, most] = AMBER[animal]
  return { quiet, amber: [Math.min(least, quiet[0]), Math.max(most, quiet[1])] }
}

type UsualWeights = Pick<PoliciesContent, 'dog_lightest' | 'dog_heaviest' | 'cat_lightest' | 'cat_heaviest'>
type WeightBands = readonly [dog: WeightBand, cat: WeightBand]

/** What is usual, for [canine, feline], where the clinic said so and elsewhere. */
export const weightBands = (said: UsualWeights): WeightBands => [bandOf('dog', said), bandOf('cat', said)]
export const WEIGHT_BANDS: WeightBands = weightBands({})

export interface EarlierWeight {
  kg: Fraction
  /** The clinic's local day, YYYY-MM-DD. */
  day: string
  /** It was a guess. */
  estimated?: true
  /** One of the two sheets has no ID: perhaps another patient of the same name. */
  by_name?: true
}

export type WeightFinding =
  | { kind: 'band'; level: 'amber' | 'red'; side: 'light' | 'heavy' }
  /** `ratio`: of this weight to the earlier one. `pounds` and `point` are slips that it looks like. */
  | { kind: 'earlier' | 'pounds' | 'point'; level: 'amber'; ratio: Fraction; earlier: EarlierWeight }

export interface WeightGuard {
  /** The worst of the findings. */
  level: GuardLevel
  /** At most one of the band and one of the earlier weight, in this order. */
  findings: WeightFinding[]
  /** In which it was typed. */
  units: WeightUnit
  /** As typed and in the other unit: '8.8 kg', '19.4 lb'. */
  shown: [typed: string, other: string]
  /** The same number in the other unit, where that one would be quiet: '8.8 lb', '3.99 kg'. Nothing converts by itself. */
  offer: [typed: string, other: string] | null
}

export interface PatientWeight extends Weight {
  species: Species
  /** The last weight of the same patient, see `earlierWeight`. */
  earlier?: EarlierWeight | null
}

const THREE_HALVES: Fraction = { over: 3n, under: 2n }
const TWO_THIRDS: Fraction = { over: 2n, under: 3n }
const OTHER = { kg: 'lb', lb: 'kg' } as const satisfies Record<WeightUnit, WeightUnit>

function isIn(kg: Fraction, [from, to]: readonly [number, number]): boolean {
  const [least, most] = [positiveFraction(from), positiveFraction(to)]
  return (least === null || isAtMost(least, kg)) && (most === null || isAtMost(kg, most))
}

function bandFinding(kg: Fraction, { quiet, amber }: WeightBand): WeightFinding[] {
  if (isIn(kg, quiet)) return []
  const least = positiveFraction(quiet[0])
  const side = least !== null && isBelow(kg, least) ? 'light' : 'heavy'
  return [{ kind: 'band', level: /* @rule weight-band-red */ isIn(kg, amber) ? 'amber' : 'red', side }]
}

function earlierFinding(kg: Fraction, earlier: EarlierWeight | null | undefined): WeightFinding[] {
  if (!earlier) return []
  const ratio = dividedBy(kg, earlier.kg)
  // @rule weight-earlier
  if (isBelow(ratio, THREE_HALVES) && isBelow(TWO_THIRDS, ratio)) return []
  return [{ kind: /* @rule weight-slip */ slipOf(ratio)?.of ?? 'earlier', level: 'amber', ratio, earlier }]
}

const judged = (kg: Fraction, { species, earlier }: PatientWeight, bands: WeightBands) => [
  .../* @rule weight-band */ bandFinding(kg, bands[species]),
  ...earlierFinding(kg, earlier),
]

/**
 * Compares a typed weight with what dogs and cats weigh, and with the last weight of the same patient. kg is never
 * rounded. Null while the weight is no valid number.
 */
export function weightGuard(patient: PatientWeight, bands = WEIGHT_BANDS): WeightGuard | null {
  const kg = weightInKg(patient)
  const shown = bothUnits(patient.weight, patient.units)
  if (kg === null || shown === null) return null
  const findings = judged(kg, patient, bands)
  const other = { ...patient, units: OTHER[patient.units] }
  const otherKg = weightInKg(other)
  const isOffered =
    /* @rule weight-offer */ findings.length > 0 &&
    otherKg !== null &&
    judged(otherKg, other, bands).length === 0
  return {
    level: findings.some(({ level }) => level === 'red') ? 'red' : findings.length > 0 ? 'amber' : 'quiet',
    findings,
    units: patient.units,
    shown,
    offer: isOffered ? bothUnits(other.weight, other.units) : null,
  }
}
