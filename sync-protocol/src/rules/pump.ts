import { dividedBy, fractionOf, isBelow, times, type Fraction } from './fraction.ts'
import { decimalText } from './number-input.ts'
import { roundHalfAway } from './rounding.ts'

/** ml/h that infusion pumps are commonly set to, in steps of a tenth. */
const PUMP = { least: { over: 1n, under: 10n }, most: { over: 999n, under: 1n } } as const
const STEP_DECIMALS = 1
/** As of a volume: a rate that rounding changes by more than this is pointed out. */
const TENTH: Fraction = { over: 1n, under: 10n }
const HUNDRED: Fraction = { over: 100n, under: 1n }

/** Why a rate asks for a second look before it is set. */
export type PumpFinding =
  | { kind: 'too-slow' | 'too-fast' }
  /** `set`: ml/h that it would be set to; `off`: by how many per cent that is more or less. */
  | { kind: 'steps'; set: string; off: string; side: 'more' | 'less' }

/** Whether a rate above 0, in ml/h, can be set on a pump; null where it can. */
export function pumpFinding(rate: Fraction): PumpFinding | null {
  if (/* @rule pump-too-slow */ isBelow(rate, PUMP.least)) return { kind: 'too-slow' }
  if (/* @rule pump-too-fast */ isBelow(PUMP.most, rate)) return { kind: 'too-fast' }
  const decimal = roundHalfAway(rate, STEP_DECIMALS)
  const set = fractionOf(decimal)
  const error = set.over * rate.under - rate.over * set.under
  const by = dividedBy({ over: error < 0n ? -error : error, under: rate.under * set.under }, rate)
  if (/* @rule pump-steps */ !isBelow(TENTH, by)) return null
  const off = decimalText(roundHalfAway(times(by, HUNDRED), 0))
  return { kind: 'steps', set: decimalText(decimal), off, side: error < 0n ? 'less' : 'more' }
}
