import type { LabelClass } from 'sync-protocol/rules/label-class'
import { CLASS_COLOUR, isStriped } from './class-colours.ts'
import type { Pen } from './pdf-pen.ts'

const STRIPES = 3

type Corner = readonly [x: number, y: number]

/** What lies between the lines x + y = `from` and x + y = `to` of a square: a stripe from its lower left to its upper right. */
function stripe(size: number, from: number, to: number): Corner[] {
  const above = (sum: number): Corner => (sum <= size ? [sum, 0] : [size, sum - size])
  const below = ([x, y]: Corner): Corner => [y, x]
  const corner: Corner[] = from < size && size < to ? [[size, 0]] : []
  const edge = [above(from), ...corner, above(to)]
  return [...edge, ...edge.map(below).toReversed()]
}

/** The colour of a class in a box; that of an antagonist is striped white at 45 degrees, of equal widths. */
export function drawSwatch(pen: Pen, x: number, y: number, size: number, drugClass: LabelClass): void {
  const colour = CLASS_COLOUR[drugClass]
  if (isStriped(drugClass)) {
    pen.fill(x, y, size, size, '#ffffff')
    const wide = size / STRIPES
    for (let nth = 0; nth < STRIPES; nth++) {
      const corners = stripe(size, 2 * nth * wide, (2 * nth + 1) * wide)
      pen.fillShape(
        corners.map(([right, down]) => [x + right, y + down] as const),
        colour,
      )
    }
  } else {
    pen.fill(x, y, size, size, colour)
  }
  pen.box(x, y, size, size)
}
