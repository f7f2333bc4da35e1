import { expect, it } from 'vitest'
import { fractionOf } from './fraction.ts'
import { decimalOf } from './number-input.ts'
import { pumpFinding } from './pump.ts'

const found = (rate: number) => pumpFinding(fractionOf(decimalOf(rate)))

it('a rate that a pump can run is not pointed out', () => {
  for (const rate of [0.1, 0.5, 1.8, 1.75, 40, 999]) expect(found(rate)).toBeNull()
})

it('a rate that is too low or too high for a pump is pointed out', () => {
  for (const rate of [0.0001, 0.02, 0.0999]) expect(found(rate)).toEqual({ kind: 'too-slow' })
  for (const rate of [999.1, 1_000_000]) expect(found(rate)).toEqual({ kind: 'too-fast' })
})

it('one that falls between two steps says what the pump would run, and how far off that is', () => {
  expect(found(0.12)).toEqual({ kind: 'steps', set: '0.1', off: '17', side: 'less' })
  expect(found(0.15)).toEqual({ kind: 'steps', set: '0.2', off: '33', side: 'more' })
  expect(found(0.25)).toEqual({ kind: 'steps', set: '0.3', off: '20', side: 'more' })
  // 10 % exactly is not more than 10 %.
  expect(found(0.5)).toBeNull()
  expect(found(0.44)).toBeNull()
  expect(found(0.45)).toMatchObject({ set: '0.5', off: '11' })
})
