import { numberOf, readNumber } from './number-input.ts'
import { quantityMessage, readQuantity } from './typed-quantity.ts'

/** A drug's usual range for one species as it is typed, mg/kg; it only informs, so it is not rounded. */
export type TypedRange = {
  from: string
  to: string
}

/** Both ends, or null when neither is typed. For a range that `rangeProblem` finds no fault with. */
export function rangeOf({ from, to }: TypedRange): [number, number] | null {
  const ends = [readNumber(from), readNumber(to)]
  const [low, high] = ends.map((end) => (typeof end === 'string' ? null : numberOf(end)))
  return low == null || high == null ? null : [low, high]
}

const ENDS = { from: 'lowest', to: 'highest' } as const

/** Why a typed range of a species cannot be saved, and at which end; null when it can, or is empty. */
export function rangeProblem(
  typed: TypedRange,
  species: string,
): { end: 'from' | 'to'; message: string } | null {
  if (typed.from.trim() === '' && typed.to.trim() === '') return null
  for (const end of ['from', 'to'] as const) {
    const label = `${species} ${ENDS[end]} usual dosage`
    if (readQuantity(typed[end], label).fault === 'too fine') continue
    const message = quantityMessage(typed[end], label)
    if (message !== null) return { end, message }
  }
  const range = rangeOf(typed)
  return range && range[0] > range[1]
    ? { end: 'to', message: `${species} highest usual dosage must not be below the lowest.` }
    : null
}
