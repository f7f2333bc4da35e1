import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeBox } from './place-box.ts'

const box = { width: 200, height: 100 }

test('the box stands beside its point, on the side that has room', () => {
  const picture = { width: 800, height: 300 }
  expect(placeBox({ x: 300, y: 150 }, box, picture)).toEqual({ left: 312, top: 100 })
  expect(placeBox({ x: 700, y: 150 }, box, picture)).toEqual({ left: 488, top: 100 })
})

test('where neither side has room it leaves its point in sight, below or above', () => {
  const phone = { width: 330, height: 300 }
  expect(placeBox({ x: 160, y: 200 }, box, phone)).toEqual({ left: 60, top: 88 })
  expect(placeBox({ x: 160, y: 80 }, box, phone)).toEqual({ left: 60, top: 92 })
})

test('property: it never leaves the picture', () => {
  const side = fc.integer({ min: 200, max: 1200 })
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (width, height, right, down) => {
        const { left, top } = placeBox({ x: right * width, y: down * height }, box, { width, height })
        expect(left).toBeGreaterThanOrEqual(0)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(left + box.width).toBeLessThanOrEqual(width)
        expect(top + box.height).toBeLessThanOrEqual(height)
      },
    ),
  )
})
