import type { Decimal } from './number-input.ts'

/** An exact ratio of integers; the denominator is above 0. */
export interface Fraction {
  over: bigint
  under: bigint
}

export const fractionOf = ({ digits, scale }: Decimal): Fraction => ({
  over: digits,
  under: 10n ** BigInt(scale),
})

export const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
})

/** `b` is above 0. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under,
  under: a.under * b.over,
})

export const isBelow = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under
