import { expect, test } from 'vitest'
import { lateness } from './lateness.ts'

test.each([
  ['2026-11-20T10:00:00.000000Z', '2026-11-20T10:00:01.000000Z', null],
  ['2026-11-20T10:00:00.000000Z', '2026-11-20T10:05:00.000000Z', null],
  ['2026-11-20T10:00:00.000000Z', '2026-11-20T10:05:00.001000Z', 'late'],
  ['2026-11-20T10:01:00.000000Z', '2026-11-20T10:00:00.000000Z', null],
  ['2026-11-20T10:01:00.001000Z', '2026-11-20T10:00:00.000000Z', 'ahead'],
] as const)('done %s, received %s: %s', (at, receivedAt, mark) => {
  expect(lateness(at, receivedAt)).toBe(mark)
})
