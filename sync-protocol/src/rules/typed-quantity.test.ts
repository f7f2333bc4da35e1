import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUANTITY_MAX } from '../records/limits.ts'
import { numberOf, readNumber } from './number-input.ts'
import { exactQuantity, quantityMessage, readQuantity } from './typed-quantity.ts'

describe('a typed concentration, dosage or rate', () => {
  it.each([
    ['', 'Fluid rate is required.'],
    ['  ', 'Fluid rate is required.'],
    ['1,5', 'Fluid rate must be a valid number.'],
    ['1e3', 'Fluid rate must be a valid number.'],
    ['+5', 'Fluid rate must be a valid number.'],
    ['5ml', 'Fluid rate must be a valid number.'],
    ['0', 'Fluid rate must be greater than zero.'],
    ['0.000', 'Fluid rate must be greater than zero.'],
    ['-1', 'Fluid rate must be greater than zero.'],
    ['100000.1', 'Fluid rate is too large.'],
    // Above the limit as it was typed, though it would be rounded down to it.
    ['100000.0000000000000000000001', 'Fluid rate is too large.'],
    ['0.0005', 'Fluid rate 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.'],
    ['0.0004', 'Fluid rate 0.0004 would be saved as 0, another amount. Only 3 decimals are kept.'],
  ])('%j: %s', (typed, message) => {
    expect(quantityMessage(typed, 'Fluid rate')).toBe(message)
  })

  it.each([
    ['5', 5, null],
    [' 0.50 ', 0.5, null],
    ['.5', 0.5, null],
    ['100000', 100000, null],
    ['100000.000', 100000, null],
    ['12.34567', 12.346, '12.346'],
    ['0.0255', 0.026, '0.026'],
    ['0.9999', 1, '1'],
  ])('%j is saved as %d', (typed, value, rounded) => {
    expect(readQuantity(typed, 'Fluid rate')).toStrictEqual({ fault: null, value, rounded })
    expect(quantityMessage(typed, 'Fluid rate')).toBeNull()
  })

  it('is saved within 2 % of what was typed, in range, and says when it is another number', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.integer({ min: 0, max: 12 }), (digits, scale) => {
        const shown = String(digits).padStart(scale + 1, '0')
        const at = shown.length - scale
        const typed = `${shown.slice(0, at)}.${shown.slice(at)}`
        const exact = Number(typed)
        const read = readQuantity(typed, 'Fluid rate')
        if (read.fault !== null) {
          expect(exact > QUANTITY_MAX || (read.fault === 'too fine' && exact < 0.03)).toBe(true)
          return
        }
        expect(read.value).toBeGreaterThan(0)
        expect(read.value).toBeLessThanOrEqual(QUANTITY_MAX)
        expect(Math.abs(read.value / exact - 1)).toBeLessThanOrEqual(0.020001)
        const saved = readNumber(read.rounded ?? typed)
        expect(typeof saved === 'string' ? saved : numberOf(saved)).toBe(read.value)
      }),
    )
  })
})

describe('a number that is only computed with', () => {
  it('keeps all its decimals', () => {
    expect(exactQuantity(' 0.0002 ', 'Dose')).toEqual({ value: 0.0002 })
    expect(exactQuantity('100000', 'Dose')).toEqual({ value: QUANTITY_MAX })
  })

  it.each([
    ['', 'empty', 'Dose is required.'],
    ['1,5', 'invalid', 'Dose must be a valid number.'],
    ['0', 'not positive', 'Dose must be greater than zero.'],
    ['-1', 'not positive', 'Dose must be greater than zero.'],
    [`0.${'0'.repeat(400)}1`, 'not positive', 'Dose must be greater than zero.'],
    ['100000.1', 'too large', 'Dose is too large.'],
  ])('says of %j what is wrong', (typed, fault, message) => {
    expect(exactQuantity(typed, 'Dose')).toEqual({ fault, message })
  })
})
