import { expect, it } from 'vitest'
import { offeredUnits } from './fixed-unit.ts'

it('the clinic’s unit alone is offered, unless the weight is in the other one already', () => {
  expect(offeredUnits('-', undefined)).toEqual(['kg', 'lb'])
  expect(offeredUnits('-', 'lb')).toEqual(['lb'])
  expect(offeredUnits('lb', 'lb')).toEqual(['lb'])
  expect(offeredUnits('kg', 'lb')).toEqual(['kg', 'lb'])
})
