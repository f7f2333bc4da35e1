import { type Decimal, decimalOf } from './number-input.ts'

/** An exact ratio of integers; the denominator is above 0. */
export interface Fraction {
  over: bigint
  under: bigint
}

export const fractionOf = ({ digits, scale }: Decimal): Fraction => ({
  over: digits,
  under: 10n ** BigInt(scale),
})

/** The fraction that a number above 0 shows as (0.1 is one tenth); null for every other number, and for none. */
export const positiveFraction = (value: number | null | undefined): Fraction | null =>
  value !== null && value !== undefined && value > 0 && Number.isFinite(value)
    ? fractionOf(decimalOf(value))
    : null

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
