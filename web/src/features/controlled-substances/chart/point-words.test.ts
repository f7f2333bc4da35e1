import type { SeriesPoint } from 'sync-protocol/rules/substance-series'
import { expect, test } from 'vitest'
import { saidPoint, wordsOfPoint } from './point-words.ts'

const point = (more: Partial<SeriesPoint>): SeriesPoint => ({
  at: 20_000,
  day: '2026-11-20',
  kind: 'draw',
  change: -125,
  balance: 1875,
  bottle_number: 'A1',
  title: 'Rex',
  reason: 'Castration',
  sheet_id: 'one',
  page: 2,
  ...more,
})
const lines = (more: Partial<SeriesPoint>) => Object.values(wordsOfPoint(point(more)))

test('a point says its day and page, the balance, what changed, and for whom or why', () => {
  expect(lines({})).toEqual([
    '11/20/2026 · page 2',
    '18.75',
    'Drawn: 1.25\u00a0ml',
    'Rex · Castration · bottle A1',
  ])
  expect(lines({ remainder: true })[2]).toBe('Rest of the draw: 1.25\u00a0ml')
  expect(lines({ kind: 'bottle', change: 500, title: '', reason: '' }).slice(2)).toEqual([
    'Received: 5\u00a0ml',
    'bottle A1',
  ])
  expect(lines({ kind: 'adjustment', change: -50, title: '', reason: 'Spilled' }).slice(2)).toEqual([
    'Adjusted: -0.5\u00a0ml',
    'Spilled · bottle A1',
  ])
  expect(lines({ kind: 'adjustment', change: 50, reason: '', bottle_number: '' }).slice(2)).toEqual([
    'Adjusted: +0.5\u00a0ml',
    '',
  ])
})

test('an opening says whether it goes on from something else than the sheet before ended with', () => {
  expect(lines({ kind: 'opening', change: 2000, balance: 2000, title: '' })[2]).toBe('Opening balance')
  expect(lines({ kind: 'opening', change: -100, balance: 1800, title: '' })[2]).toBe(
    'Opening balance, -1\u00a0ml from the sheet before',
  )
})

test('is read out as one sentence after the other', () => {
  expect(saidPoint(wordsOfPoint(point({})), '3 of 14')).toBe(
    '11/20/2026 · page 2. Balance 18.75\u00a0ml. Drawn: 1.25\u00a0ml, Rex · Castration · bottle A1. 3 of 14',
  )
})
