import { expect, test } from 'vitest'
import { dayAbove, daysSaid } from './log-days.ts'

const entries = [
  { at: '2026-12-01T03:30:00.000Z' },
  { at: '2026-11-30T15:00:00.000Z' },
  { at: '2026-11-30T04:30:00.000Z' },
]
const above = (index: number, timeZone: string) => dayAbove(entries, index, timeZone, '2026-11-30')

test('a day stands once, above its first entry, as the clinic counts days', () => {
  expect([0, 1, 2].map((index) => above(index, 'America/New_York'))).toEqual([
    'Today, 11/30/2026',
    undefined,
    'Sunday, 11/29/2026',
  ])
  expect([0, 1, 2].map((index) => above(index, 'UTC'))).toEqual([
    'Tuesday, 12/01/2026',
    'Today, 11/30/2026',
    undefined,
  ])
  expect(above(3, 'UTC')).toBeUndefined()
})

test('says the days of a filter', () => {
  expect(daysSaid({ from: '', to: '' })).toBe('all days')
  expect(daysSaid({ from: '2026-11-29', to: '' })).toBe('from 11/29/2026')
  expect(daysSaid({ from: '', to: '2026-11-30' })).toBe('to 11/30/2026')
  expect(daysSaid({ from: '2026-11-29', to: '2026-11-30' })).toBe('11/29/2026 to 11/30/2026')
})
