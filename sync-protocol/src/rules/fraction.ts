import { type Decimal, decimalOf } from './number-input.ts'

/** An exact ratio of integers; the denominator is above 0. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

export const fractionOf = ({ digits, scale }: Decimal): Fraction => ({
  over: digits,
  under: 10n ** BigInt(scale),
})

/** A library has few numbers, and they are asked at every press. */
const known = new Map<number, Fraction>()
const KNOWN_MOST = 1_000

/**
 * The fraction that a number shows as: 0.1 is one tenth.
 * @throws RangeError when it is not finite
 */
export function exactFraction(value: number): Fraction {
  const before = known.get(value)
  if (before !== undefined) return before
  const exact = fractionOf(decimalOf(value))
  if (known.size >= KNOWN_MOST) known.clear()
  known.set(value, exact)
  return exact
}

/** The same of a number above 0; null for every other number, and for none. */
export const positiveFraction = (value: number | null | undefined): Fraction | null =>
  value !== null && value !== undefined && value > 0 && Number.isFinite(value) ? exactFraction(value) : null

export const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
})

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})

/** `b` is above 0. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under,
  under: a.under * b.over,
})

export const isBelow = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under

export const isAtMost = (a: Fraction, b: Fraction): boolean => !isBelow(b, a)
