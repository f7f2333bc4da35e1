import { type Fraction, isBelow } from './fraction.ts'
import { decimalText } from './number-input.ts'
import { roundHalfAway } from './rounding.ts'

const ONE: Fraction = { over: 1n, under: 1n }

/** '3.2 times' or, below 1, '45.6 % of': a ratio above 0 for reading, before 'the usual 0.1 mg/kg'. */
export function ratioText(ratio: Fraction): string {
  if (!isBelow(ratio, ONE)) return `${decimalText(roundHalfAway(ratio, 2))} times`
  const percent = roundHalfAway({ over: ratio.over * 100n, under: ratio.under }, 1)
  return `${percent.digits === 0n ? 'less than 0.1' : decimalText(percent)}\u00a0% of`
}

/** True where `ratioText` would say '1 times' or '100 % of' of a ratio that is not 1. */
export const readsAsOne = (ratio: Fraction): boolean => /^(1 times|100\u00a0% of)$/.test(ratioText(ratio))
