import { seriesSince, type SeriesPoint } from 'sync-protocol/rules/substance-series'
import { expect, test } from 'vitest'
import { wordsOfSeries } from './chart-words.ts'

const point = (
  day: string,
  change: number,
  balance: number,
  more: Partial<SeriesPoint> = {},
): SeriesPoint => ({
  at: Date.parse(day) / 86_400_000,
  day,
  kind: 'draw',
  change,
  balance,
  bottle_number: 'A1',
  title: 'Rex',
  reason: '',
  sheet_id: 'one',
  page: 1,
  ...more,
})

const TODAY = '2026-11-20'

const series = {
  points: [
    point('2026-11-13', -100, 900),
    point('2026-11-17', -200, 700),
    point('2026-11-20', -700, 0),
    point('2026-11-20', 1000, 1000, { kind: 'bottle' }),
    point('2026-11-20', -50, 950, { remainder: true }),
  ],
  weeks: [
    { monday: '2026-11-09', used: 100 },
    { monday: '2026-11-16', used: 950 },
  ],
}

test('a draw out of two bottles is one draw', () => {
  expect(wordsOfSeries(series, 'Ketamine', TODAY)[1]).toBe(
    '3 draws used 10.5\u00a0ml; 1 new bottle, 0 adjustments.',
  )
})

test('sheets that do not begin where the one before ended are told, with what lies between', () => {
  const opening = (day: string, change: number, balance: number) =>
    point(day, change, balance, { kind: 'opening' })
  const begun = opening('2026-11-13', 1000, 1000)
  expect(
    wordsOfSeries(
      { points: [begun, point('2026-11-13', -100, 900)], weeks: [] },
      'Ketamine',
      '2026-11-13',
    )[2],
  ).toBe(undefined)
  const higher = opening('2026-11-14', 100, 1000)
  expect(wordsOfSeries({ points: [begun, higher], weeks: [] }, 'Ketamine', TODAY)[2]).toBe(
    '1 sheet does not start with the closing balance of the one before it. The difference is +1\u00a0ml.',
  )
  const lower = opening('2026-11-15', -105, 895)
  expect(wordsOfSeries({ points: [begun, higher, lower], weeks: [] }, 'Ketamine', TODAY)[2]).toBe(
    '2 sheets do not start with the closing balance of the one before. The difference is -0.05\u00a0ml in total.',
  )
})

test('the draws that are counted are those whose use is counted, from the middle of a week too', () => {
  const part = seriesSince(series, '2026-11-19')
  expect(part.points[0]?.day).toBe('2026-11-13')
  expect(wordsOfSeries(part, 'Ketamine', TODAY)[1]).toBe(
    '2 draws used 9.5\u00a0ml; 1 new bottle, 0 adjustments.',
  )
  const none = seriesSince(series, '2026-12-01')
  expect(wordsOfSeries(none, 'Ketamine', TODAY)[1]).toBe(
    '0 draws used 0\u00a0ml; 0 new bottles, 0 adjustments.',
  )
})

test('says how long ago the last entry was, unless it was today', () => {
  expect(wordsOfSeries(series, 'Ketamine', TODAY)).toHaveLength(2)
  expect(wordsOfSeries(series, 'Ketamine', '2026-11-21')[2]).toBe(
    'The last entry is from 11/20/2026, 1 day ago.',
  )
  expect(wordsOfSeries(series, 'Ketamine', '2026-12-20')[2]).toBe(
    'The last entry is from 11/20/2026, 30 days ago.',
  )
})
