import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, decimalText, numberOf, numberText, readNumber } from './number-input.ts'

describe('a typed number', () => {
  it.each([
    ['5', '5'],
    [' 5 ', '5'],
    ['\t0.50\n', '0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007.10', '7.1'],
    ['-3.20', '-3.2'],
    ['0', '0'],
    ['-0', '0'],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
  ])('reads %j as %s', (typed, shown) => {
    const read = readNumber(typed)
    expect(read).not.toBe('invalid')
    expect(typeof read === 'string' ? read : decimalText(read)).toBe(shown)
  })

  it.each(['', ' ', '\t\u00a0'])('says that %j is empty', (typed) => {
    expect(readNumber(typed)).toBe('empty')
  })

  it.each([
    '1,5',
    '1e3',
    '+5',
    '5kg',
    '5 5',
    '.',
    '-',
    '-.',
    '--5',
    '5-',
    '1.2.3',
    '0x10',
    'NaN',
    'Infinity',
    '½',
    '٣',
    '\uff15',
    '1_000',
    '−5',
  ])('refuses %j', (typed) => {
    expect(readNumber(typed)).toBe('invalid')
  })

  it('never reads what JavaScript would read differently', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.\-+e, ]{0,12}$/), (typed) => {
        const read = readNumber(typed)
        expect(typeof read === 'string' ? Number.NaN : numberOf(read)).toBe(
          typeof read === 'string' ? Number.NaN : Number(typed) + 0,
        )
      }),
    )
  })
})

describe('a stored number', () => {
  it.each([
    [0.5, '0.5'],
    [4.0, '4'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-7, '0.0000001'],
    [1.25e-10, '0.000000000125'],
    [1e21, '1000000000000000000000'],
    [-2.5, '-2.5'],
    [-0, '0'],
  ])('shows %d as %s', (value, shown) => {
    expect(numberText(value)).toBe(shown)
  })

  it('keeps its value and has no needless zero', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = numberText(value)
        expect(Number(text)).toBe(value + 0)
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(numberOf(decimalOf(value))).toBe(value + 0)
      }),
    )
  })

  it.each([Number.NaN, Infinity, -Infinity])('refuses %d', (value) => {
    expect(() => decimalOf(value)).toThrow(RangeError)
  })
})
