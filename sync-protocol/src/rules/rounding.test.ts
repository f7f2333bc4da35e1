import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimalText, numberOf, readNumber } from './number-input.ts'
import { nearestNumber, roundDosage, roundHalfAway, roundLedger } from './rounding.ts'

function decimal(text: string): Decimal {
  const read = readNumber(text)
  if (typeof read === 'string') throw new Error(read)
  return read
}

const ratio = fc.record({
  over: fc.bigInt(-(10n ** 12n), 10n ** 12n),
  under: fc.bigInt(1n, 10n ** 12n),
})

describe('roundHalfAway', () => {
  it.each([
    [145n, 1000n, 2, '0.15'],
    [-145n, 1000n, 2, '-0.15'],
    [144999n, 1000000n, 2, '0.14'],
    [25n, 10n, 0, '3'],
    [-25n, 10n, 0, '-3'],
    [5n, 1000n, 2, '0.01'],
    [1n, 3n, 3, '0.333'],
    [0n, 7n, 2, '0'],
  ])('rounds %d / %d to %i decimals: %s', (over, under, decimals, shown) => {
    expect(decimalText(roundHalfAway({ over, under }, decimals))).toBe(shown)
  })

  it('is the nearest step, and the outer one of two that are equally near', () => {
    fc.assert(
      fc.property(ratio, fc.integer({ min: 0, max: 6 }), ({ over, under }, decimals) => {
        const { digits } = roundHalfAway({ over, under }, decimals)
        const steps = over * 10n ** BigInt(decimals)
        const error = 2n * (digits * under - steps)
        const size = error < 0n ? -error : error
        expect(size <= under).toBe(true)
        expect(size < under || error > 0n === over > 0n).toBe(true)
      }),
    )
  })
})

describe('nearestNumber', () => {
  it('is within 1e-14 of the fraction, and exact for short decimals', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 14n), fc.integer({ min: 0, max: 20 }), (digits, scale) => {
        const under = 10n ** BigInt(scale)
        expect(nearestNumber({ over: digits, under })).toBe(numberOf({ digits, scale }))
      }),
    )
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 40n), fc.bigInt(1n, 10n ** 40n), (over, under) => {
        const value = nearestNumber({ over, under })
        expect(Math.abs(value / (Number(over) / Number(under)) - 1)).toBeLessThan(1e-14)
      }),
    )
  })
})

describe('a dosage before it is saved', () => {
  it.each([
    ['0.5', 0.5, false],
    ['0.50', 0.5, false],
    ['0.0255', 0.026, true],
    ['1.2345', 1.235, true],
    ['1.2344', 1.234, true],
  ])('%s is saved as %d', (typed, value, changed) => {
    expect(roundDosage(decimal(typed), 'Dosage')).toStrictEqual({
      value,
      changed,
      refusal: null,
    })
  })

  it.each([
    ['0.0005', '0.001'],
    ['0.0004', '0'],
    ['0.0014', '0.001'],
    ['0.0015', '0.002'],
  ])('%s is refused, naming %s', (typed, rounded) => {
    expect(roundDosage(decimal(typed), 'Canine dosage').refusal).toBe(
      `Canine dosage ${typed} would be saved as ${rounded}, another amount. Only 3 decimals are kept.`,
    )
  })

  it.each([
    ['0.0255', false],
    ['0.0245099', false],
    ['0.0245098', true],
    ['0.0245', true],
  ])('turns at 2 %%: %s refused: %s', (typed, refused) => {
    expect(roundDosage(decimal(typed), 'Dosage').refusal !== null).toBe(refused)
  })

  it('is never saved more than 2 % off, and never silently changed', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 0, max: 8 }), (digits, scale) => {
        const typed = Number(digits) / 10 ** scale
        const { value, changed, refusal } = roundDosage({ digits, scale }, 'Dosage')
        const off = Math.abs(value - typed) / typed
        expect(refusal === null ? off <= 0.02 + 1e-9 : off > 0.02 - 1e-9).toBe(true)
        expect(changed).toBe(value !== typed)
      }),
    )
  })
})

describe('a ledger volume', () => {
  it.each([
    ['0.145', 0.15],
    ['1.005', 1.01],
    ['0.004', 0],
    ['-0.005', -0.01],
    ['1000000', 1_000_000],
    ['2.675', 2.68],
  ])('%s ml is kept as %d', (typed, kept) => {
    expect(roundLedger(decimal(typed))).toBe(kept)
  })
})
