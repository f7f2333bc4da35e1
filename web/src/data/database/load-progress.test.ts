import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { loadOf, snapshotPieces } from './load-progress.ts'

const from = loadOf({ fresh: true, partial: false })
const recordsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ collection: 'drugs', _id: `${n}` }) as SyncRecord)
const piecesOf = (count: number, most: number) =>
  snapshotPieces(from, { seq: 7, records: recordsOf(count), after: null }, most)
const sizes = (count: number, most: number) => piecesOf(count, most).map(({ records }) => records.length)

test('[L4] a page is cut evenly into pieces of about so many, and a small rest is no piece of its own', () => {
  expect(sizes(500, 500)).toEqual([500])
  expect(sizes(620, 500)).toEqual([620])
  expect(sizes(640, 500)).toEqual([320, 320])
  expect(sizes(2000, 500)).toEqual([500, 500, 500, 500])
  expect(sizes(2120, 500)).toEqual([530, 530, 530, 530])
  expect(sizes(0, 500)).toEqual([0])
})

test('[L4] the pieces hold the whole page in its order, none much larger than wanted, and the last one alone ends it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 600 }), (count, most) => {
      const pieces = piecesOf(count, most)
      expect(pieces.flatMap(({ records }) => records)).toEqual(recordsOf(count))
      expect(Math.max(...pieces.map(({ records }) => records.length))).toBeLessThanOrEqual(
        Math.ceil(most * 1.25),
      )
      expect(pieces.filter(({ next }) => next.rest.length === 0)).toEqual(pieces.slice(-1))
      expect(pieces.at(-1)?.next.taken).toBe(count)
    }),
    { numRuns: 60 },
  )
})
