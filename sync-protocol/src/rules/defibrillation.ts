import { weightInKg, type Weight } from './dose.ts'
import { times, type Fraction } from './fraction.ts'

/** Whole joules. */
export interface Joules {
  low: number
  high: number
}

/** External paddles, J/kg. */
const PER_KG = { biphasic: [2n, 4n], monophasic: [4n, 6n] } as const
const whole = (value: bigint): Fraction => ({ over: value, under: 1n })

/**
 * The low value rounded up and the high one down, so that both lie within the range. Null where 1 J is above the high value
 * already, as for a kitten of 0.2 kg: 1 J would be too much for it, and 0 is no shock, so no number is said.
 */
function joules(kg: Fraction, [low, high]: readonly [bigint, bigint]): Joules | null {
  const [least, most] = [times(kg, whole(low)), times(kg, whole(high))]
  const down = /* @rule joules-down */ most.over / most.under
  // @rule joules-none
  if (down === 0n) return null
  // Of 0.25 to 0.33 kg no whole joule lies within 4 to 6 J/kg: the one below is said, never the one above.
  const up = (least.over + least.under - 1n) / least.under
  return { low: Number(up < down ? up : down), high: Number(down) }
}

/** Energy of an external shock; null while the weight is no valid number. */
export function defibrillation(weight: Weight): Readonly<Record<keyof typeof PER_KG, Joules | null>> | null {
  const kg = weightInKg(weight)
  if (kg === null) return null
  return { biphasic: joules(kg, PER_KG.biphasic), monophasic: joules(kg, PER_KG.monophasic) }
}
