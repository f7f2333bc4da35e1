import { expect, it } from 'vitest'
import { localDay } from './local-day.ts'

it.each([
  ['2026-03-05T04:59:59.999Z', 'America/New_York', '2026-03-04'],
  ['2026-03-05T05:00:00Z', 'America/New_York', '2026-03-05'],
  // Summer time: the same hour is another day.
  ['2026-07-05T04:00:00Z', 'America/New_York', '2026-07-05'],
  ['2026-12-31T23:30:00Z', 'Asia/Kolkata', '2027-01-01'],
  ['2026-12-31T23:30:00Z', 'UTC', '2026-12-31'],
  ['2026-01-01T10:30:00Z', 'Pacific/Kiritimati', '2026-01-02'],
  ['2026-02-28T23:59:00Z', 'Pacific/Pago_Pago', '2026-02-28'],
])('%s in %s is %s', (instant, timeZone, day) => {
  expect(localDay(instant, timeZone)).toBe(day)
})

it('refuses what is no time zone or no instant', () => {
  expect(() => localDay('2026-03-05T05:00:00Z', 'Mars/Olympus')).toThrow(RangeError)
  expect(() => localDay('yesterday', 'UTC')).toThrow(RangeError)
})
