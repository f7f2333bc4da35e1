import { expect, test } from 'vitest'
import { dayOf, daysLater } from './days.ts'

test('days follow each other over months, years and the change of the clock', () => {
  expect(daysLater('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysLater('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysLater('2026-11-01', 1)).toBe('2026-11-02')
})

test('an address says a day or none', () => {
  expect(dayOf('2026-11-27')).toBe('2026-11-27')
  for (const said of [null, '', 'today', '2026-02-30', '2026-13-01', '11/27/2026'])
    expect(dayOf(said)).toBeNull()
})
