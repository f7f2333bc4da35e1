import { expect, test } from 'vitest'
import { dateRangeFault, isWhole } from './date-range-fault.ts'

const day = '2026-11-20'
test.each([
  ['[CSLIST-21] no start', null, null, { field: 'from', message: 'Start (from) date required.' }],
  ['[CSLIST-21] the start first', null, day, { field: 'from', message: 'Start (from) date required.' }],
  ['[CSLIST-22] no end', day, null, { field: 'to', message: 'End (to) date required.' }],
  [
    '[CSLIST-23] start after end',
    '2026-11-21',
    day,
    { field: 'from', message: 'Start date must occur before end date.' },
  ],
  ['[Q-53] one day is a range', day, day, null],
  ['over a year', '2025-12-31', day, null],
])('%s', (_, from, to, fault) => {
  expect(dateRangeFault({ from, to })).toEqual(fault)
  expect(isWhole({ from, to })).toBe(fault === null)
})
