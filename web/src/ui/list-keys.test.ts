import { expect, test } from 'vitest'
import { rowAfterKey } from './list-keys.ts'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 5, 4],
  ['ArrowUp', 0, 0],
  ['ArrowUp', -1, 0],
  ['PageDown', -1, 7],
  ['PageDown', 10, 17],
  ['PageDown', 95, 99],
  ['PageUp', 10, 3],
  ['PageUp', 2, 0],
  ['Home', 40, 0],
  ['End', 40, 99],
  ['Enter', 40, undefined],
  ['a', 40, undefined],
])('%s from row %d goes to %s', (key, at, row) => {
  expect(rowAfterKey(key, at, 100, 8)).toBe(row)
})

test('an empty list has nowhere to go', () => {
  expect(rowAfterKey('End', -1, 0, 8)).toBeUndefined()
})
