import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { asOf, failedOnceMore, type FailedSignIns } from './failed-sign-ins.ts'

const T0 = Date.parse('2026-11-20T08:00:00.000Z')

test('five wrong passwords cost nothing but the next try; then each waits longer, a quarter of an hour at most', () => {
  let failed: FailedSignIns | undefined
  const waits = Array.from({ length: 10 }, () => {
    failed = failedOnceMore(failed, T0)
    return failed.left_ms / 1000
  })
  expect(waits).toEqual([0, 0, 0, 0, 30, 60, 300, 900, 900, 900])
})

test('the wait ends with the time that passed, looked at in between or not', () => {
  const fifth: FailedSignIns = { wrong: 5, left_ms: 30_000, as_of: T0 }
  expect(asOf(fifth, T0 + 29_999).left_ms).toBe(1)
  expect(asOf(asOf(fifth, T0 + 10_000), T0 + 30_000)).toEqual({ wrong: 5, left_ms: 0, as_of: T0 + 30_000 })
})

test('a clock that goes back frees nobody, and makes nobody wait longer than was left', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -86_400_000, max: 20_000 }), { maxLength: 8 }), (steps) => {
      let now = T0
      let waited = 0
      let failed: FailedSignIns = { wrong: 9, left_ms: 900_000, as_of: T0 }
      for (const step of steps) {
        now += step
        waited += Math.max(0, step)
        failed = asOf(failed, now)
        expect(failed.left_ms).toBe(Math.max(0, 900_000 - waited))
      }
      expect(asOf(failed, now + 900_000).left_ms).toBe(0)
    }),
  )
})
