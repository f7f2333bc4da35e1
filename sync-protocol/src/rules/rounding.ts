import { dividedBy, isBelow, times, type Fraction } from './fraction.ts'
import { type Decimal, decimalText, numberOf } from './number-input.ts'

/** `fraction` with exactly `decimals` decimals, rounded once; a tie goes away from zero (0.145 gives 0.15). */
export function roundHalfAway({ over, under }: Fraction, decimals: number): Decimal {
  const size = over < 0n ? -over : over
  const digits = (2n * size * 10n ** BigInt(decimals) + under) / (2n * under)
  return { digits: over < 0n ? -digits : digits, scale: decimals }
}

const ONE: Fraction = { over: 1n, under: 1n }
const TEN: Fraction = { over: 10n, under: 1n }

/** An amount above 0 for reading: 3 digits, and every whole one: '0.0215', '1.8', '36', '1240'. */
export function threeDigits(exact: Fraction): string {
  let [decimals, scaled] = [2, exact]
  for (; isBelow(scaled, ONE); decimals += 1) scaled = times(scaled, TEN)
  for (; decimals > 0 && !isBelow(scaled, TEN); decimals -= 1) scaled = dividedBy(scaled, TEN)
  return decimalText(roundHalfAway(exact, decimals))
}

/** The same bits on every device: a fraction of 0 or more, rounded once to 15 or 16 significant digits. */
export function nearestNumber({ over, under }: Fraction): number {
  const decimals = 15 - (String(over).length - String(under).length)
  if (decimals >= 0) return numberOf(roundHalfAway({ over, under }, decimals))
  const unit = 10n ** BigInt(-decimals)
  const { digits } = roundHalfAway({ over, under: under * unit }, 0)
  return Number(digits * unit)
}

const DOSAGE_DECIMALS = 3
const LEDGER_DECIMALS = 2

export interface RoundedDosage {
  /** With at most 3 decimals; what is saved. */
  value: number
  /** The rounded number differs from the typed one and is shown before saving. */
  changed: boolean
  /** Why it must not be saved: rounding would give 0, or change it by more than 2 %. */
  refusal: string | null
}

/**
 * A dosage (mg/kg), concentration (mg/ml) or rate (ml/kg) as it is saved, with 3 decimals (`spec 1 §5`). One that rounding
 * would change by more than 2 % is refused, so that 0.0005 mg/kg never becomes 0.001. `typed` is above 0.
 */
export function roundDosage(typed: Decimal, field: string): RoundedDosage {
  const under = 10n ** BigInt(typed.scale)
  const rounded = roundHalfAway({ over: typed.digits, under }, DOSAGE_DECIMALS)
  const value = numberOf(rounded)
  // Both as thousandths of 1 / under, so that they compare as integers.
  const exact = typed.digits * 1000n
  const kept = rounded.digits * under
  const difference = kept > exact ? kept - exact : exact - kept
  const refused = typed.digits > 0n && (kept === 0n || difference * 50n > exact)
  return {
    value,
    changed: difference !== 0n,
    refusal: refused
      ? `${field} ${decimalText(typed)} would be saved as ${decimalText(rounded)}, another amount. Only 3 decimals are kept.`
      : null,
  }
}

/** A volume in ml as the controlled-substance ledger keeps it: 2 decimals, half away from zero (`spec 2 §9`). */
export function roundLedger(typed: Decimal): number {
  return numberOf(roundHalfAway({ over: typed.digits, under: 10n ** BigInt(typed.scale) }, LEDGER_DECIMALS))
}
