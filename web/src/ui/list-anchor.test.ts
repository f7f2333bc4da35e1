import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorShift } from './list-anchor.ts'
import type { NewRows, ShownRow } from './list-anchor.ts'

const SIZE = 72
const GAP = 8
const ROW = SIZE + GAP
const rowsOf = (keys: readonly string[]): NewRows => ({
  count: keys.length,
  keyAt: (index) => keys[index] ?? '',
  startAt: (index) => index * ROW,
})
/** What a windowed list renders around the offset, six rows more on either side. */
function shownAt(keys: readonly string[], offset: number): ShownRow[] {
  const first = Math.floor(offset / ROW)
  return keys.flatMap((key, index) =>
    index < first - 6 || index > first + 16
      ? []
      : [{ key, index, start: index * ROW, end: index * ROW + SIZE }],
  )
}
const keys = Array.from({ length: 40 }, (_, n) => `row ${n}`)

describe('the rows that a person reads stay where they are', () => {
  it('when a row comes above them, goes above them, or comes below', () => {
    const shown = shownAt(keys, 800)
    expect(anchorShift(shown, 800, rowsOf(['new', ...keys]))).toBe(ROW)
    expect(anchorShift(shown, 800, rowsOf(keys.slice(2)))).toBe(-2 * ROW)
    expect(anchorShift(shown, 800, rowsOf([...keys, 'new']))).toBe(0)
    expect(anchorShift(shown, 800, rowsOf(keys))).toBe(0)
  })

  it('also when the first of them is deleted: the next one is held', () => {
    const without = keys.filter((key) => key !== 'row 10')
    // Row 10 was the first in sight; row 11 follows in its place, with what came above.
    expect(anchorShift(shownAt(keys, 800), 800, rowsOf(['a', 'b', ...without]))).toBe(ROW)
  })

  it('but at the very top what is new is seen', () => {
    expect(anchorShift(shownAt(keys, 0), 0, rowsOf(['new', ...keys]))).toBe(0)
  })

  it('whatever comes, goes and moves: the first row in sight that is left keeps its place', () => {
    const change = fc.record({
      offset: fc.integer({ min: 1, max: 35 * ROW }),
      gone: fc.uniqueArray(fc.nat(39), { maxLength: 15 }),
      come: fc.array(fc.record({ at: fc.nat(40), count: fc.integer({ min: 1, max: 12 }) }), { maxLength: 5 }),
    })
    fc.assert(
      fc.property(change, ({ offset, gone, come }) => {
        const next = keys.filter((_, index) => !gone.includes(index))
        come.forEach(({ at, count }, n) =>
          next.splice(
            Math.min(at, next.length),
            0,
            ...Array.from({ length: count }, (_, m) => `new ${n} ${m}`),
          ),
        )
        const shown = shownAt(keys, offset)
        const held = shown.find(({ end, key }) => end > offset && next.includes(key))
        const shift = anchorShift(shown, offset, rowsOf(next))
        if (held === undefined) {
          expect(shift).toBe(0)
          return
        }
        const moved = next.indexOf(held.key) * ROW
        expect(moved - (offset + shift)).toBe(held.start - offset)
      }),
    )
  })
})
