import type { DoseFinding, LackingLimits } from './dose-findings.ts'
import { dividedBy, type Fraction, isAtMost, isBelow, positiveFraction, times } from './fraction.ts'
import { isFarOff, slipOf } from './slips.ts'

const THREE: Fraction = { over: 3n, under: 1n }

export interface Limit {
  number: number
  exact: Fraction
}
interface Given {
  dosage: Fraction
  usual: Limit | null
}
/** All that the rules ask, exact. */
export interface Asked {
  given: readonly Given[]
  least: Fraction
  most: Fraction
  min: Limit | null
  max: Limit | null
}

/** Null for a number that is not recorded, and for one that is not above 0: -1 means that there is none. */
export function limitOf(number: number | undefined): Limit | null {
  const exact = positiveFraction(number)
  return number === undefined || exact === null ? null : { number, exact }
}

/** Which of the two limits nobody recorded; null where both are. */
export const lackingOf = ({ min, max }: Pick<Asked, 'min' | 'max'>): LackingLimits | null =>
  min === null ? (max === null ? 'both' : 'lowest') : max === null ? 'highest' : null

/** A point in another place, whatever the limits. Where the limit on that side is missing, nothing else says what is farther off. */
export function* slippedPoint({ given, min, max }: Asked): Generator<DoseFinding> {
  for (const { dosage, usual } of given) {
    if (usual === null) continue
    const ratio = dividedBy(dosage, usual.exact)
    if (!isFarOff(ratio)) continue
    const isUp = isBelow(usual.exact, dosage)
    const hasLimit = (isUp ? max : min) !== null
    if (slipOf(ratio)?.of !== 'point' && /* @rule dose-point-far */ hasLimit) continue
    yield { kind: isUp ? 'ten-times' : 'tenth', level: 'red', ratio, usual: usual.number }
  }
}

/** mg per lb taken for mg per kg. Inside its limits a dosage is as likely to be meant. */
export function* pounds({ given, min, max }: Asked): Generator<DoseFinding> {
  for (const { dosage, usual } of given) {
    const outside =
      (max !== null && isBelow(max.exact, dosage)) || (min !== null && isBelow(dosage, min.exact))
    if (usual !== null) {
      const ratio = dividedBy(dosage, usual.exact)
      const slip = slipOf(ratio)
      const unlimited = (slip?.direction === 'up' ? max : min) === null
      if (slip?.of === 'pounds' && /* @rule lb-kg-outside */ (outside || unlimited))
        yield { kind: 'lb-kg', level: 'amber', ratio, of: 'usual', than: usual.number }
    }
    if (max === null) continue
    const ratio = dividedBy(dosage, max.exact)
    const slip = slipOf(ratio)
    if (slip?.of === 'pounds' && slip.direction === 'up')
      yield { kind: 'lb-kg', level: 'amber', ratio, of: 'highest', than: max.number }
  }
}

/** Inside its limits a dosage is neither; three times beyond one is red, both borders with it. */
export function* outsideLimits({ least, most, min, max }: Asked): Generator<DoseFinding> {
  if (max !== null && /* @rule dose-over */ isBelow(max.exact, most)) {
    const isFar = /* @rule dose-far-over */ isAtMost(times(max.exact, THREE), most)
    const ratio = dividedBy(most, max.exact)
    yield { kind: 'over', level: isFar ? 'red' : 'amber', ratio, limit: max.number }
  }
  if (min !== null && /* @rule dose-under */ isBelow(least, min.exact)) {
    const isFar = /* @rule dose-far-under */ isAtMost(times(least, THREE), min.exact)
    const ratio = dividedBy(least, min.exact)
    yield { kind: 'under', level: isFar ? 'red' : 'amber', ratio, limit: min.number }
  }
}
