import { expect, test } from 'vitest'
import { volumeParts } from './volume-parts.ts'

test.each([
  ['0.5', '0', '.5'],
  ['<0.01', '<0', '.01'],
  ['4', '4', ''],
  ['249.4', '249', '.4'],
])('%s splits at its point', (value, whole, fraction) => {
  expect(volumeParts(value)).toEqual({ whole, fraction })
})
