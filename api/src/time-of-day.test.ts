import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastAt, nextAt } from './time-of-day.ts'

const local = (text: string) => new Date(text)
const HOUR_MS = 3_600_000

describe('a time of the day', () => {
  test.each([
    ['2026-11-27T01:59', '2026-11-26T02:00'],
    ['2026-11-27T02:00', '2026-11-27T02:00'],
    ['2026-11-27T23:59', '2026-11-27T02:00'],
    ['2026-03-01T00:30', '2026-02-28T02:00'],
  ])('was last, at %s, on %s by the local clock', (now, due) => {
    expect(lastAt(local(now), '02:00')).toEqual(local(due))
  })

  test('once a day whatever the moment, the clock changes of spring and autumn too', () => {
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'))
    fc.assert(
      fc.property(moment, time, (now, at) => {
        const [last, next] = [lastAt(now, at), nextAt(now, at)]
        expect(last <= now && now < next).toBe(true)
        expect(next.getTime() - last.getTime()).toBeLessThanOrEqual(26 * HOUR_MS)
        expect(lastAt(next, at)).toEqual(next)
      }),
    )
  })
})
