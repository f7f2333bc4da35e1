import { perKg, perMl, type Measured } from '../records/amount-unit.ts'
import { QUANTITY_MAX } from '../records/limits.ts'
import type { WeightUnit } from '../records/sheet.ts'
import { dividedBy, type Fraction, fractionOf, isBelow, positiveFraction, times } from './fraction.ts'
import { type Decimal, decimalOf, decimalText, numberOf, numberText, readNumber } from './number-input.ts'
import { nearestNumber, roundHalfAway } from './rounding.ts'

export interface Volume {
  /** ml, rounded: 2 decimals below 1, else 1; 0 when the exact volume is below 0.005. */
  value: number
  /** ml, 15 or 16 significant digits. */
  exact: number
  /** '0.5', or '<0.01' where the rounded volume is 0; without the unit. */
  text: string
  /** `too-small`: it cannot be measured, dilute. `rounding`: the rounded volume is more than 10 % off. */
  flag: 'none' | 'too-small' | 'rounding'
}

/** A weight as typed, and its unit. */
export interface Weight {
  weight: string
  units: WeightUnit
}
/** mg/kg and mg/ml, or another unit in place of mg: it cancels out of the volume. */
export interface DrugDose extends Weight, Measured {
  dosage: number
  concentration: number
}
/** ml/kg. */
export interface FluidDose extends Weight {
  rate: number
}

const ONE: Fraction = { over: 1n, under: 1n }
const TENTH: Fraction = { over: 1n, under: 10n }
/** Pounds in a kilogram (`spec 1 §9`). */
const POUNDS_PER_KG: Fraction = { over: 2205n, under: 1000n }
const TOO_SMALL_TEXT = '<0.01'

/**
 * A typed weight as a record will hold it, above 0 and at most 100000, or null. The volumes on screen are computed from this
 * number, so that those computed again from the saved sheet are the same.
 */
export function readWeight(typed: string): Decimal | null {
  const read = readNumber(typed)
  if (typeof read === 'string') return null
  const value = numberOf(read)
  return value > 0 && value <= QUANTITY_MAX ? decimalOf(value) : null
}

const inKg = (weight: Decimal, units: WeightUnit): Fraction =>
  units === 'lb' ? dividedBy(fractionOf(weight), POUNDS_PER_KG) : fractionOf(weight)

/** The exact weight in kg; null while it is no valid number. */
export function weightInKg({ weight, units }: Weight): Fraction | null {
  const kept = readWeight(weight)
  return kept === null ? null : inKg(kept, units)
}

/** The volume that is printed for an exact one in ml above 0 (`spec 1 §9`). Whether it is below 1 is asked before rounding. */
export function printedVolume(exact: Fraction): Volume {
  const decimal = roundHalfAway(exact, isBelow(exact, ONE) ? 2 : 1)
  const rounded = fractionOf(decimal)
  const error = rounded.over * exact.under - exact.over * rounded.under
  const relative = { over: error < 0n ? -error : error, under: exact.over * rounded.under }
  const tooSmall = decimal.digits === 0n
  return {
    value: numberOf(decimal),
    exact: nearestNumber(exact),
    text: tooSmall ? TOO_SMALL_TEXT : decimalText(decimal),
    flag: tooSmall ? 'too-small' : isBelow(TENTH, relative) ? 'rounding' : 'none',
  }
}

/**
 * Weight in kg x dosage / concentration, in ml (`spec 1 §9`): one exact ratio, rounded once. Null while the weight is no valid
 * number, and for a dosage or concentration that is not above 0 (a dosage of -1 means "not for this species").
 */
export function drugVolume({ weight, units, dosage, concentration }: DrugDose): Volume | null {
  const kept = readWeight(weight)
  const [given, strength] = [positiveFraction(dosage), positiveFraction(concentration)]
  if (kept === null || given === null || strength === null) return null
  return printedVolume(dividedBy(times(inKg(kept, units), given), strength))
}

/** Weight in kg x rate, in ml (`spec 1 §9`), as `drugVolume`. */
export function fluidVolume({ weight, units, rate }: FluidDose): Volume | null {
  const kept = readWeight(weight)
  const given = positiveFraction(rate)
  return kept === null || given === null ? null : printedVolume(times(inKg(kept, units), given))
}

/** Kg or lb with 2 decimals, for information; the volumes are computed from the exact weight. */
export function shortText(weight: Fraction): string {
  const rounded = roundHalfAway(weight, 2)
  return rounded.digits === 0n ? '<0.01' : decimalText(rounded)
}

/** A weight in kg, in the unit in which it is read: '9.98 kg', or '22 lb'. */
export const weightIn = (kg: Fraction, units: WeightUnit): string =>
  `${shortText(units === 'lb' ? times(kg, POUNDS_PER_KG) : kg)} ${units}`

/** '22 lb' and '9.98 kg' for 22 lb, '10 kg' and '22.05 lb' for 10 kg; null while the weight is no valid number. */
export function bothUnits(weight: string, units: WeightUnit): [typed: string, other: string] | null {
  const kept = readWeight(weight)
  if (kept === null) return null
  const other = weightIn(inKg(kept, units), units === 'lb' ? 'kg' : 'lb')
  return [`${decimalText(kept)} ${units}`, other]
}

/** Of a weight that is a guess, in words. */
export const aboutWeight = (weight: string) => `about ${weight}`
export const withEstimated = (weight: string) => `${weight} (estimated)`

/** A weight as it is said to a person, as typed and in the other unit; null while it is no valid number. 'about 22 lb' is a guess. */
export function saidWeight(
  weight: string,
  units: WeightUnit,
  estimated = false,
): [typed: string, other: string] | null {
  const both = bothUnits(weight, units)
  return both === null || !estimated ? both : [aboutWeight(both[0]), both[1]]
}

/** '22 lb · 9.98 kg', or 'about 22 lb · 9.98 kg', where it is set in large letters. */
export const largeWeight = (weight: string, units: WeightUnit, estimated?: boolean): string | null =>
  saidWeight(weight, units, estimated)?.join(' · ') ?? null

/** The same where there is room: 'about 22 lb · 9.98 kg (estimated)' (`spec 1 §9`). */
export function weightText(weight: string, units: WeightUnit, estimated = false): string | null {
  const said = largeWeight(weight, units, estimated)
  return said !== null && estimated ? withEstimated(said) : said
}

/** An exact volume for reading: 3 significant digits, without an exponent. */
export const exactText = (ml: number): string => numberText(Number(ml.toPrecision(3)))

/** '0.5 ml'; a flagged volume names the exact one too. */
export function volumeText(volume: Volume): string {
  if (volume.flag === 'none') return `${volume.text} ml`
  return `${exactText(volume.exact)} ml (shown as ${volume.text} ml)`
}

/** The weight as it was typed, in kg: '22 lb / 2.205', '10 kg'. Empty while it is no valid number. */
export function weightWords({ weight, units }: Weight): string {
  const kept = readWeight(weight)
  return kept === null ? '' : `${decimalText(kept)} ${units === 'lb' ? 'lb / 2.205' : 'kg'}`
}

/**
 * What was computed, in words: '22 lb / 2.205 x 0.5 mg/kg / 10 mg/ml = 0.5 ml'. A flagged volume names the exact one too.
 * Empty while there is no volume.
 */
export function arithmetic(dose: DrugDose | FluidDose): string {
  const volume = 'rate' in dose ? fluidVolume(dose) : drugVolume(dose)
  if (volume === null) return ''
  const dosed =
    'rate' in dose
      ? `${numberText(dose.rate)} ml/kg`
      : `${numberText(dose.dosage)} ${perKg(dose)} / ${numberText(dose.concentration)} ${perMl(dose)}`
  return `${weightWords(dose)} x ${dosed} = ${volumeText(volume)}`
}
