import { expect, test } from 'vitest'
import { roundedVolume, vanishingMessage } from './ledger-volume.ts'

test.each([
  ['0.145', '0.15'],
  [' 20.004 ', '20'],
  ['-0.126', '-0.13'],
  ['0.004', '0'],
  ['0.50', null],
  ['007.5', null],
  ['.25', null],
  ['20.', null],
  ['-0', null],
  ['0.1300', null],
  ['0.13000000000000000001', '0.13'],
  ['', null],
  ['1,255', null],
])('%j ml is saved as another number: %j', (typed, saved) => {
  expect(roundedVolume(typed)).toBe(saved)
})

test.each([
  ['0.004', 'Volume 0.004 would be saved as 0, another amount. Only 2 decimals are kept.'],
  ['0.005', null],
  ['0', null],
  ['0.000', null],
  ['-0.004', null],
  ['', null],
  ['x', null],
])('%j ml vanishes: %j', (typed, message) => {
  expect(vanishingMessage(typed, 'Volume')).toBe(message)
})
