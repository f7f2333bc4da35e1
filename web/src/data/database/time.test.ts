import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteTold, now, setClock } from './time.ts'

const HOUR = 3_600_000
const NOON = Date.parse('2026-11-24T12:00:00Z')

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOON }))
afterEach(() => {
  vi.useRealTimers()
  setClock(null)
})

test('a clock that is known to be wrong is put right, one within a minute is left', () => {
  expect(now()).toBe(NOON)
  setClock(-48 * HOUR, NOON)
  expect(now()).toBe(NOON - 48 * HOUR)
  setClock(59_000, NOON)
  expect(now()).toBe(NOON)
})

test('[P8] a clock that was set back since the server told its time is not put right by what it was: no day is guessed', () => {
  setClock(-48 * HOUR, NOON)
  vi.setSystemTime(NOON - 48 * HOUR)
  expect(now()).toBe(NOON - 48 * HOUR)
  // By little: it may be the offset's own error.
  vi.setSystemTime(NOON - 50_000)
  expect(now()).toBe(NOON - 50_000 - 48 * HOUR)
  // The server told it later still.
  noteTold(NOON + HOUR)
  vi.setSystemTime(NOON)
  expect(now()).toBe(NOON)
  // Told again, what it says holds.
  noteTold(NOON)
  expect(now()).toBe(NOON - 48 * HOUR)
})
