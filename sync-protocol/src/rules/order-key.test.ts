import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byOrder, keyBetween, keysAfter, moving, type Ordered } from './order-key.ts'

const sorted = (rows: readonly Ordered[]) => [...rows].sort(byOrder)
const ids = (rows: readonly Ordered[]) => rows.map(({ _id }) => _id)
const moved = (rows: readonly Ordered[], id: string, to: number): Ordered[] => {
  const changed = new Map(moving(rows, id, to).map(({ row, order }) => [row._id, order]))
  return sorted(rows.map((row) => ({ ...row, order: changed.get(row._id) ?? row.order })))
}

describe('the order of a day', () => {
  test('thirty rows one after the other have short keys', () => {
    const keys = keysAfter('', 30)
    expect([...keys].sort()).toEqual(keys)
    expect(new Set(keys).size).toBe(30)
    expect(Math.max(...keys.map((key) => key.length))).toBe(2)
    expect(keysAfter(keys.at(-1) ?? '', 1)[0]?.length).toBe(2)
  })

  test('there is always a key between two, and it never ends in 0', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
        const keys = keysAfter('', 2)
        for (const place of places) {
          const to = place % (keys.length + 1)
          const [before = '', after = null] = [keys[to - 1], keys[to]]
          const key = keyBetween(before, after)
          expect(key > before && (after === null || key < after)).toBe(true)
          expect(key).toMatch(/^[0-9a-z]*[1-9a-z]$/)
          keys.splice(to, 0, key)
        }
        expect([...keys].sort()).toEqual(keys)
      }),
    )
    expect(() => keyBetween('b', 'b')).toThrow(RangeError)
  })

  test('a row moves by one key of its own', () => {
    const rows = keysAfter('', 5).map((order, nth) => ({ _id: String(nth), order }))
    expect(moving(rows, '3', 3)).toEqual([])
    expect(moving(rows, '3', 1)).toHaveLength(1)
    expect(ids(moved(rows, '3', 1))).toEqual(['0', '3', '1', '2', '4'])
    expect(ids(moved(rows, '0', 4))).toEqual(['1', '2', '3', '4', '0'])
    expect(ids(moved(rows, '4', 0))).toEqual(['4', '0', '1', '2', '3'])
  })

  test('rows at the same key are told apart by moving one of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('1', 'i', 'i1', 'z'), { minLength: 2, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        (keys, which, where) => {
          const rows = sorted(keys.map((order, nth) => ({ _id: String(nth), order })))
          const id = rows[which % rows.length]?._id ?? ''
          const to = where % rows.length
          const wanted = ids(rows).filter((other) => other !== id)
          wanted.splice(to, 0, id)
          expect(ids(moved(rows, id, to))).toEqual(wanted)
        },
      ),
    )
  })

  test('whatever two tablets moved, and in whichever order it arrives, both show one order', () => {
    const rows = keysAfter('', 6).map((order, nth) => ({ _id: String(nth), order }))
    const move = fc.record({ id: fc.nat(5), to: fc.nat(5) })
    fc.assert(
      fc.property(fc.array(move), fc.array(move), (here, there) => {
        const keysOf = (moves: readonly { id: number; to: number }[]) => {
          let state: Ordered[] = rows
          const set = new Map<string, string>()
          for (const { id, to } of moves) {
            for (const { row, order } of moving(state, String(id), to)) set.set(row._id, order)
            state = moved(state, String(id), to)
          }
          return set
        }
        // Of a row that both moved the first to arrive stands; whichever that is, all see the same.
        const [a, b] = [keysOf(here), keysOf(there)]
        const shown = rows.map((row) => ({ ...row, order: a.get(row._id) ?? b.get(row._id) ?? row.order }))
        expect(ids(sorted(shown))).toEqual(ids(sorted([...shown].reverse())))
      }),
    )
  })
})
