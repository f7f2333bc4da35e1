import { dividedBy, type Fraction, isAtMost, isBelow } from './fraction.ts'

/** How a guard judges what was typed: nothing unusual found, unusual, almost certainly wrong. */
export type GuardLevel = 'quiet' | 'amber' | 'red'

/** What moves a number by such a factor: a point in another place, or pounds and kilograms exchanged. */
export interface Slip {
  of: 'point' | 'pounds'
  /** `up` when the number is too large by it. */
  direction: 'up' | 'down'
}

const ONE: Fraction = { over: 1n, under: 1n }
const TWO: Fraction = { over: 2n, under: 1n }
const EIGHT: Fraction = { over: 8n, under: 1n }
/** From the least factor to the greatest; both belong to it. Around 10, and around the 2.205 lb of a kilogram. */
const FACTORS = [
  { of: 'point', from: EIGHT, to: { over: 25n, under: 2n } },
  { of: 'pounds', from: TWO, to: { over: 49n, under: 20n } },
] as const satisfies { of: Slip['of']; from: Fraction; to: Fraction }[]

/** Whether a ratio above 0 is as much as a point in another place makes, or more: 8 times, or the inverse. */
export const isFarOff = (ratio: Fraction) => isAtMost(EIGHT, ratio) || isAtMost(EIGHT, dividedBy(ONE, ratio))

/** The slip that a ratio above 0 looks like: 8 to 12.5 times or 2 to 2.45 times, or the inverse; null when like none. */
export function slipOf(ratio: Fraction): Slip | null {
  const direction = isAtMost(ONE, ratio) ? 'up' : 'down'
  const factor = direction === 'up' ? ratio : dividedBy(ONE, ratio)
  // What most ratios are.
  if (isBelow(factor, TWO)) return null
  const like = FACTORS.find(({ from, to }) => isAtMost(from, factor) && isAtMost(factor, to))
  return like === undefined ? null : { of: like.of, direction }
}
