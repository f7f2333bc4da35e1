import { expect, test } from 'vitest'
import { nearestPoint, walked } from './nearest-point.ts'

const points = [
  { x: 10, y: 40 },
  { x: 100, y: 50 },
  { x: 103, y: 90 },
  { x: 300, y: 10 },
]

test('the nearest in time is meant, and of those that stand together the nearest in height', () => {
  expect(nearestPoint(points, { x: 40, y: 10 })).toBe(0)
  expect(nearestPoint(points, { x: 101, y: 95 })).toBe(2)
  expect(nearestPoint(points, { x: 104, y: 45 })).toBe(1)
  expect(nearestPoint(points, { x: 900, y: 90 })).toBe(3)
  expect(nearestPoint([], { x: 1, y: 1 })).toBe(-1)
})

test('arrow keys walk from the latest point, and stay at the ends', () => {
  expect(walked('ArrowLeft', null, 4)).toBe(3)
  expect(walked('ArrowRight', null, 4)).toBe(3)
  expect(walked('ArrowLeft', 3, 4)).toBe(2)
  expect(walked('ArrowLeft', 0, 4)).toBe(0)
  expect(walked('ArrowRight', 3, 4)).toBe(3)
  expect(walked('Home', 3, 4)).toBe(0)
  expect(walked('End', 0, 4)).toBe(3)
  expect(walked('ArrowDown', 1, 4)).toBe(null)
  expect(walked('ArrowLeft', null, 0)).toBe(null)
})
