import { type Decimal, decimalOf, decimalText, readNumber } from './number-input.ts'
import { roundLedger } from './rounding.ts'

/** A whole number of hundredths of a ml: what the ledger adds and subtracts, so that no sum ever drifts (`spec 2 §9`). */
export type Hundredths = number

const PER_ML = 100

const ofDecimal = (volume: Decimal): Hundredths => Math.round(roundLedger(volume) * PER_ML)

/**
 * A stored volume in ml, with 2 decimals, half away from zero.
 * @throws RangeError when `ml` is not finite
 */
export const hundredthsOf = (ml: number): Hundredths => ofDecimal(decimalOf(ml))

/** In ml, as a record holds it. */
export const mlOf = (volume: Hundredths): number => volume / PER_ML

/** In ml, as it is shown: '0.5', '4', '-0.1'. */
export const mlText = (volume: Hundredths): string => decimalText({ digits: BigInt(volume), scale: 2 })

/** What a typed volume in ml is: rounded to 2 decimals before anything is checked (`spec 2 §9`). */
export function readVolume(typed: string): Hundredths | 'empty' | 'invalid' {
  const read = readNumber(typed)
  return typeof read === 'string' ? read : ofDecimal(read)
}

/** The typed volume in ml with 2 decimals where that is another number, to be shown before saving; else null. */
export function roundedVolume(typed: string): string | null {
  const read = readNumber(typed)
  if (typeof read === 'string') return null
  const kept = mlText(ofDecimal(read))
  return decimalText(read) === kept ? null : kept
}

/**
 * What is said of a typed volume above 0 that 2 decimals would make 0; else null. `label` begins the message. Where a volume
 * may be below 0, one below it that would become 0 is another amount too.
 */
export function vanishingMessage(typed: string, label: string, mayBeBelow = false): string | null {
  const read = readNumber(typed)
  if (typeof read === 'string' || read.digits === 0n || ofDecimal(read) !== 0) return null
  if (read.digits < 0n && !mayBeBelow) return null
  return `${label} ${decimalText(read)} would be saved as 0, another amount. Only 2 decimals are kept.`
}
