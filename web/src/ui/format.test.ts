import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatFileDate,
  formatNumber,
  formatWeekday,
} from './format.ts'

describe('formatNumber', () => {
  test.each([
    ['.5', '0.5'],
    ['0.50', '0.5'],
    ['4.0', '4'],
    ['4.', '4'],
    ['100', '100'],
    ['007', '7'],
    ['-0.40', '-0.4'],
    ['-0.00', '0'],
    ['0', '0'],
    [' 22 ', '22'],
    ['12345678901234567890.10', '12345678901234567890.1'],
    ['<0.01', '<0.01'],
    ['', ''],
    ['.', '.'],
    ['-', '-'],
  ])('writes %j as %j', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  test.each([
    [0.5, '0.5'],
    [1e-7, '0.0000001'],
    [1.25e-7, '0.000000125'],
    [1.5e21, '1500000000000000000000'],
    [-2.5e-8, '-0.000000025'],
    [100000, '100000'],
  ])('writes the number %d as %j', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  test('never changes the value, and writing twice changes nothing', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = formatNumber(value)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
        expect(formatNumber(text)).toBe(text)
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
      }),
    )
  })
})

test.each([
  [0, '1 KB'],
  [999_999, '999 KB'],
  [1_000_000, '1.0 MB'],
  [99_999_999, '99.9 MB'],
  [499_999_999, '499 MB'],
  [1_000_000_000, '1.0 GB'],
  [10_745_000_000, '10.7 GB'],
])('%d bytes are %j, rounded down', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

describe('dates', () => {
  test('a local day is the same day in every time zone', () => {
    expect(formatDate('2026-03-05', 'Pacific/Kiritimati')).toBe('03/05/2026')
    expect(formatDate('2026-03-05', 'Pacific/Pago_Pago')).toBe('03/05/2026')
  })

  test('an instant is shown in the given time zone', () => {
    expect(formatDate('2026-03-05T03:30:00Z', 'America/New_York')).toBe('03/04/2026')
    expect(formatDate(new Date('2026-03-05T03:30:00Z'), 'UTC')).toBe('03/05/2026')
  })

  test('dots in file names', () => {
    expect(formatFileDate('2026-12-31')).toBe('12.31.2026')
  })

  test('time in twelve hours', () => {
    expect(formatDateTime('2026-03-05T15:05:00Z', 'UTC')).toBe('03/05/2026, 3:05 PM')
    expect(formatDateTime('2026-03-05T00:00:00Z', 'UTC')).toBe('03/05/2026, 12:00 AM')
  })

  test('what is no date is refused', () => {
    expect(() => formatDate('soon')).toThrow(RangeError)
  })
})

test('a local day has its own weekday everywhere', () => {
  expect(formatWeekday('2026-11-27')).toBe('Friday')
})
