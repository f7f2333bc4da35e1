import { dayNumber, dayOfNumber, seriesSince, type SeriesPoint } from 'sync-protocol/rules/substance-series'
import { expect, test } from 'vitest'
import { barOf, carriedOn, charted, writtenDays, writtenWeeks } from './chart-time.ts'

const point = (day: string, balance: number, within = 0): SeriesPoint => ({
  at: dayNumber(day) + within,
  day,
  kind: 'draw',
  change: -100,
  balance,
  bottle_number: 'A1',
  title: 'Rex',
  reason: '',
  sheet_id: 'one',
  page: 1,
})
const series = {
  points: [point('2026-09-02', 900), point('2026-09-10', 800, 0.5)],
  weeks: [
    { monday: '2026-08-31', used: 100 },
    { monday: '2026-09-07', used: 100 },
  ],
}
const daysOf = (span: readonly number[]) => span.map(dayOfNumber)

test('time ends with today, however long ago the last sheet was', () => {
  expect(daysOf(charted(series, null, '2026-11-27').span)).toEqual(['2026-08-31', '2026-11-28'])
  // Nothing within it: the weeks that were asked for, with the balance that is carried on through them.
  const late = charted(seriesSince(series, '2026-11-04'), '2026-11-02', '2026-11-27')
  expect(daysOf(late.span)).toEqual(['2026-11-02', '2026-11-28'])
  expect(late.points).toHaveLength(1)
})

test('a sheet of tomorrow, by a clock that is ahead, is still shown', () => {
  expect(daysOf(charted(series, null, '2026-09-09').span)).toEqual(['2026-08-31', '2026-09-11'])
})

test('the last balance is known to the end of its day, and carried on until today', () => {
  const [known, carried] = carriedOn(charted(series, null, '2026-09-12')) ?? []
  expect([known?.at, carried?.at].map((at) => dayOfNumber(at ?? 0))).toEqual(['2026-09-11', '2026-09-13'])
  expect([known?.balance, carried?.balance]).toEqual([800, 800])
  expect(carriedOn(charted({ points: [], weeks: [] }, null, '2026-09-12'))).toBe(null)
})

test('the bar of the week that is not over ends with today', () => {
  const { span } = charted(series, null, '2026-09-08')
  const monday = dayNumber('2026-09-07')
  expect(barOf('2026-08-31', span)).toEqual([monday - 7, monday])
  expect(barOf('2026-09-07', [span[0], monday + 2])).toEqual([monday, monday + 2])
})

test('today is always written, and no other day into it', () => {
  const written = (to: string, step: number) =>
    daysOf(writtenDays([dayNumber('2026-08-31'), dayNumber(to)], step))
  expect(written('2026-09-13', 7)).toEqual(['2026-08-31', '2026-09-12'])
  expect(written('2026-09-15', 7)).toEqual(['2026-08-31', '2026-09-07', '2026-09-14'])
  expect(written('2026-09-01', 7)).toEqual(['2026-08-31'])
})

test('below the bars Mondays are written, and no other day', () => {
  const written = (to: string, step: number) =>
    daysOf(writtenWeeks([dayNumber('2026-08-31'), dayNumber(to)], step))
  expect(written('2026-09-06', 1)).toEqual(['2026-08-31'])
  expect(written('2026-09-16', 1)).toEqual(['2026-08-31', '2026-09-07', '2026-09-14'])
  expect(written('2026-09-16', 2)).toEqual(['2026-08-31', '2026-09-14'])
})
