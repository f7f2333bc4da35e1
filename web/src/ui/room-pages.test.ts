import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roomPages, rowAir } from './room-pages.ts'

const heights = fc.array(fc.double({ min: 0.5, max: 400, noNaN: true }), { maxLength: 60 })
const room = fc.double({ min: 1, max: 1000, noNaN: true })
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

describe('the pages of the room view', () => {
  test('hold each row exactly once, in order', () => {
    fc.assert(
      fc.property(heights, room, fc.func(fc.boolean()), (rows, high, begins) => {
        const pages = roomPages(rows, high, begins)
        expect(
          pages.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, nth) => from + nth)),
        ).toEqual(rows.map((_, row) => row))
        expect(pages.every(({ from, to }) => from < to)).toBe(true)
      }),
    )
  })

  test('cut no row: what is on a page fits, unless it is one row alone', () => {
    fc.assert(
      fc.property(heights, room, (rows, high) => {
        const many = roomPages(rows, high).filter(({ from, to }) => to - from > 1)
        const filled = many.map(({ from, to }) => sum(rows.slice(from, to)))
        expect(filled.filter((total) => total > high * (1 + 1e-12))).toEqual([])
      }),
    )
  })

  test('are as few as can be: no row would fit on the page before', () => {
    fc.assert(
      fc.property(heights, room, (rows, high) => {
        const pages = roomPages(rows, high)
        pages.slice(1).forEach(({ from }, nth) => {
          expect(sum(rows.slice(pages[nth]?.from, from + 1))).toBeGreaterThan(high * (1 - 1e-12))
        })
      }),
    )
  })

  test('begin anew where a part does', () => {
    expect(roomPages([10, 10, 10, 10], 100, (row) => row === 3)).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 4 },
    ])
    expect(roomPages([], 100)).toEqual([])
    expect(roomPages([500, 10], 100)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ])
  })
})

describe('the air of a row', () => {
  test('is half of what the fullest page has to spare for each', () => {
    const pages = [
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ]
    expect(rowAir([100, 100, 90], 300, pages)).toBe(25)
    expect(rowAir([100, 100, 290], 300, pages)).toBe(5)
    expect(rowAir([100, 100, 310], 300, pages)).toBe(0)
  })

  test('makes no page higher than the room', () => {
    fc.assert(
      fc.property(heights, room, (rows, high) => {
        const pages = roomPages(rows, high)
        const air = rowAir(rows, high, pages)
        for (const { from, to } of pages.filter((page) => page.to - page.from > 1))
          expect(sum(rows.slice(from, to)) + 2 * air * (to - from)).toBeLessThanOrEqual(high * (1 + 1e-12))
      }),
    )
  })
})
