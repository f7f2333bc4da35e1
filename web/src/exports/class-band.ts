import type { LabelClass } from 'sync-protocol/rules/label-class'
import { CLASS_COLOUR, isStriped } from './class-colours.ts'
import type { Pen } from './pdf-pen.ts'

type Corner = readonly [x: number, y: number]

/** What lies between the lines x + y = `from` and x + y = `to` of a box. */
function stripe(width: number, height: number, from: number, to: number): Corner[] {
  const above = (sum: number): Corner => (sum <= width ? [sum, 0] : [width, sum - width])
  const below = (sum: number): Corner => (sum <= height ? [0, sum] : [sum - height, height])
  return [
    above(from),
    ...(from < width && width < to ? [[width, 0] as const] : []),
    above(to),
    below(to),
    ...(from < height && height < to ? [[0, height] as const] : []),
    below(from),
  ]
}

/**
 * The colour of a drug's class over the whole of a box; that of an antagonist is striped white at 45 degrees, of equal widths. A
 * box of a drug without a class is white.
 */
export function drawClassBand(
  pen: Pen,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  drugClass: LabelClass | undefined,
  stripeWide: number,
): void {
  if (drugClass === undefined) return
  const colour = CLASS_COLOUR[drugClass]
  if (!isStriped(drugClass)) return pen.fill(x, y, width, height, colour)
  for (let from = 0; from < width + height; from += 2 * stripeWide) {
    const corners = stripe(width, height, from, Math.min(from + stripeWide, width + height))
    pen.fillShape(
      corners.map(([right, down]) => [x + right, y + down] as const),
      colour,
    )
  }
}
