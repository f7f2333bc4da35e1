import { expect, it } from 'vitest'
import type { AttentionEntry } from '../../data/attention/attention.ts'
import { keepPlaces } from './kept-places.ts'

const entry = (key: string, at: string) => ({ key, at }) as AttentionEntry
const [a, b, c] = [entry('a', '1'), entry('b', '2'), entry('c', '3')]

it('[M9] what was settled elsewhere stays in its place and says so; what was decided here leaves', () => {
  const before = keepPlaces([], [a, b, c], () => false)
  const after = keepPlaces(before, [a], (key) => key === 'c')
  expect(after).toEqual([
    { entry: a, gone: false },
    { entry: b, gone: true },
  ])
  // It is back, since its settling was not accepted; something new stands where it belongs.
  expect(keepPlaces(after, [a, b, c], () => false).map(({ entry: each, gone }) => [each.key, gone])).toEqual([
    ['a', false],
    ['b', false],
    ['c', false],
  ])
})
