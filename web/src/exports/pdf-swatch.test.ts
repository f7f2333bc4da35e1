import { describe, expect, test } from 'vitest'
import type { Pen } from './pdf-pen.ts'
import { drawSwatch } from './pdf-swatch.ts'

type Corners = readonly (readonly [x: number, y: number])[]

const SIZE = 12

function drawn(drugClass: Parameters<typeof drawSwatch>[4]) {
  const fills: string[] = []
  const shapes: Corners[] = []
  const pen = {
    fill: (_x: number, _y: number, _wide: number, _high: number, colour: string) => void fills.push(colour),
    fillShape: (corners: Corners, colour: string) => {
      fills.push(colour)
      shapes.push(corners)
    },
    box: () => {},
  }
  drawSwatch(pen as unknown as Pen, 0, 0, SIZE, drugClass)
  return { fills, shapes }
}

/** Whether a point lies in a shape without dents, whose corners go round. */
function isIn(corners: Corners, [x, y]: readonly [number, number]): boolean {
  const sides = corners.map(([x1, y1], nth) => {
    const [x2, y2] = corners[(nth + 1) % corners.length] ?? [0, 0]
    return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

describe('the colour of a class on paper', () => {
  test('is one colour, and for an antagonist stripes of it on white', () => {
    expect(drawn('opioid').fills).toEqual(['#6aa9dc'])
    expect(drawn('opioid-antagonist').fills).toEqual(['#ffffff', '#6aa9dc', '#6aa9dc', '#6aa9dc'])
    expect(drawn('antagonist').fills).toEqual(['#ffffff', '#33413d', '#33413d', '#33413d'])
  })

  test('the stripes go from the lower left to the upper right, at 45 degrees, as wide as what is between them', () => {
    const { shapes } = drawn('benzodiazepine-antagonist')
    const wide = SIZE / 3
    for (let x = 0.25; x < SIZE; x += 0.5)
      for (let y = 0.3; y < SIZE; y += 0.5) {
        const coloured = Math.floor((x + y) / wide) % 2 === 0
        expect(shapes.filter((shape) => isIn(shape, [x, y])).length, `${x} ${y}`).toBe(coloured ? 1 : 0)
      }
  })
})
