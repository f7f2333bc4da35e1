import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayStart, nextDay } from './day-start.ts'
import { localDay } from './local-day.ts'

describe('the first instant of a local day', () => {
  test.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'America/Chicago', '2026-11-20T06:00:00.000Z'],
    ['2026-07-01', 'America/Chicago', '2026-07-01T05:00:00.000Z'],
    ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    // The clock goes from 24:00 straight to 01:00.
    ['2024-09-08', 'America/Santiago', '2024-09-08T04:00:00.000Z'],
  ])('%s in %s', (day, zone, instant) => {
    expect(dayStart(day, zone)).toBe(instant)
  })

  test('is of that day, and the millisecond before it is not', () => {
    const zone = fc.constantFrom('America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia')
    const day = fc.date({
      min: new Date('2015-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(zone, day, (timeZone, date) => {
        const local = localDay(date.toISOString(), timeZone)
        const start = dayStart(local, timeZone)
        expect(localDay(start, timeZone)).toBe(local)
        const before = new Date(Date.parse(start) - 1).toISOString()
        expect(localDay(before, timeZone) < local).toBe(true)
        expect(Date.parse(start)).toBeLessThanOrEqual(date.getTime())
      }),
    )
  })

  test.each([
    ['2026-02-28', '2026-03-01'],
    ['2028-02-28', '2028-02-29'],
    ['2026-12-31', '2027-01-01'],
  ])('the day after %s is %s', (day, next) => expect(nextDay(day)).toBe(next))

  test('of no day and of no time zone there is none', () => {
    expect(() => dayStart('soon', 'UTC')).toThrow(RangeError)
    expect(() => dayStart('2026-11-20', 'Moon/Base')).toThrow(RangeError)
  })
})
