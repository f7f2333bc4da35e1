import fc from 'fast-check'
import { expect, test } from 'vitest'
import { correctedTime, isAhead, isInCalendar, uncorrectedTime } from './time.ts'

const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const offset = fc.option(fc.integer({ min: -100 * 86_400_000, max: 100 * 86_400_000 }))

test('a device time that is uncorrected and corrected is the same, whatever the offset', () => {
  fc.assert(
    fc.property(instant, offset, (at, ms) => {
      expect(correctedTime(uncorrectedTime(at, ms), ms).at).toBe(at)
    }),
  )
})

test('a clock that is less than a minute wrong is left as it is; one that is more is corrected', () => {
  const at = '2026-11-20T08:00:00.000Z'
  expect(uncorrectedTime(at, 60_000)).toBe(at)
  expect(uncorrectedTime(at, 60_001)).toBe('2026-11-20T07:58:59.999Z')
})

test('a time is ahead when it is more than a minute after the moment it was received at', () => {
  const at = '2026-11-20T08:00:00.000Z'
  expect(isAhead(at, '2026-11-20T07:59:00.000Z')).toBe(false)
  expect(isAhead(at, '2026-11-20T07:58:59.999Z')).toBe(true)
  expect(isAhead(at, '2026-11-21T08:00:00.000Z')).toBe(false)
})

test.each([
  ['0001-01-01T00:00:00.000Z', null, true],
  ['0000-12-31T23:59:59.999Z', null, false],
  ['9999-12-31T23:59:59.999Z', 0, true],
  ['9999-12-31T23:59:59.999Z', 90_000, false],
  // What a device says whose clock was never set, east of Greenwich.
  ['1969-12-31T15:00:00.000Z', null, true],
  ['0000-01-01T00:00:00.000Z', 63_000_000_000_000, true],
  ['2026-11-20T08:00:00.000Z', Number.MIN_SAFE_INTEGER, false],
  ['2026-11-20T08:00:00.000Z', Number.MAX_SAFE_INTEGER, false],
])('%s with the offset %s is in the years that all know: %s', (at, ms, isIn) => {
  expect(isInCalendar(at, ms)).toBe(isIn)
})
