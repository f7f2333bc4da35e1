import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBounce, keyed, type Keyed, type NumberKey } from './keyed-text.ts'

const KEYS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'delete'] as const
const key = fc.constantFrom<NumberKey>(...KEYS)
const EMPTY: Keyed = { text: '', from: 0, to: 0 }
const press = (keys: readonly NumberKey[], at: Keyed = EMPTY) => keys.reduce(keyed, at)
const field = fc.tuple(fc.string({ maxLength: 12 }), fc.nat(12), fc.nat(12)).map(([text, a, b]) => ({
  text,
  from: Math.min(text.length, Math.min(a, b)),
  to: Math.min(text.length, Math.max(a, b)),
}))

describe('a key of the number pad', () => {
  test('any number that is pressed is the number that stands there', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(99), (whole, rest) => {
        const number = rest === 0 ? String(whole) : `${whole}.${rest}`
        expect(press(number.split('') as NumberKey[]).text).toBe(number)
      }),
    )
  })

  test('puts itself where the selection was, and the caret behind it', () => {
    fc.assert(
      fc.property(field, key, (at, one) => {
        const after = keyed(at, one)
        expect(after.from).toBe(after.to)
        expect(after.text.endsWith(at.text.slice(at.to))).toBe(true)
        expect(after.text.length - after.from).toBe(at.text.length - at.to)
        if (one !== 'delete') expect(after.text.slice(0, after.from).endsWith(one)).toBe(true)
      }),
    )
  })

  test('is undone by delete, but for the zero before a point', () => {
    fc.assert(
      fc.property(field, fc.constantFrom<NumberKey>(...KEYS.slice(0, 10)), (at, digit) => {
        const without = at.text.slice(0, at.from) + at.text.slice(at.to)
        expect(keyed(keyed(at, digit), 'delete').text).toBe(without)
      }),
    )
  })

  test('a number that is selected as a whole is replaced, not lengthened', () => {
    expect(keyed({ text: '18.4', from: 0, to: 4 }, '2').text).toBe('2')
    expect(keyed({ text: '18.4', from: 0, to: 4 }, 'delete').text).toBe('')
  })

  test('a point that would stand first has its zero; a second one is seen, not dropped', () => {
    expect(press(['.', '5']).text).toBe('0.5')
    expect(press(['1', '.', '.', '5']).text).toBe('1..5')
  })
})

describe('a bounce', () => {
  test('is the same key again sooner than a finger can', () => {
    expect(isBounce({ key: '2', at: 1000 }, { key: '2', at: 1040 })).toBe(true)
  })

  test('is no second press, no other key, and no first press', () => {
    expect(isBounce({ key: '2', at: 1000 }, { key: '2', at: 1110 })).toBe(false)
    expect(isBounce({ key: '2', at: 1000 }, { key: '3', at: 1010 })).toBe(false)
    expect(isBounce(null, { key: '2', at: 0 })).toBe(false)
  })
})
