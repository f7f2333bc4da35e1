import { describe, expect, test, vi } from 'vitest'
import { demonstrationNights, isResetDue, nextReset } from './demonstration-nights.ts'

const local = (text: string) => new Date(text)
const madeAt = local('2026-11-20T10:00')
const stands = { madeAt, workedAt: null, isUsed: false }
const resets = { at: '03:00', always: false }

describe('the demonstration is reset', () => {
  test.each([
    ['before three', '02:59', null, false],
    ['at three', '03:00', null, true],
    ['while somebody works in it', '03:00', '02:31', false],
    ['half an hour after the last work', '03:01', '02:31', true],
    ['until six', '05:59', '05:29', true],
    ['in the morning no more', '06:00', null, false],
  ])('%s: %s, last work %s', (_, at, worked, due) => {
    const day = '2026-11-27'
    const workedAt = worked === null ? null : local(`${day}T${worked}`)
    expect(isResetDue({ ...stands, workedAt }, resets, local(`${day}T${at}`))).toBe(due)
  })

  test('once a night', () => {
    const done = { ...stands, madeAt: local('2026-11-27T03:00:01') }
    expect(isResetDue(done, resets, local('2026-11-27T04:00'))).toBe(false)
    expect(isResetDue(done, resets, local('2026-11-28T03:00'))).toBe(true)
  })

  test('also across midnight', () => {
    const late = { at: '23:00', always: true }
    expect(isResetDue(stands, late, local('2026-11-27T00:30'))).toBe(true)
    expect(isResetDue(stands, late, local('2026-11-27T02:00'))).toBe(false)
  })

  test('not where somebody who has its password worked in it, unless the operator named a time', () => {
    const night = local('2026-11-27T03:00')
    const used = { ...stands, isUsed: true }
    expect([isResetDue(used, resets, night), nextReset(used, resets, night)]).toEqual([false, undefined])
    const always = { at: '03:00', always: true }
    expect([isResetDue(used, always, night), nextReset(used, always, night)]).toEqual([
      true,
      local('2026-11-28T03:00'),
    ])
    expect(nextReset(stands, resets, night)).toEqual(local('2026-11-28T03:00'))
    expect(nextReset(stands, undefined, night)).toBeUndefined()
    expect(nextReset(undefined, resets, night)).toBeUndefined()
  })

  test('and what a failure left without its library gets it at the next look', async () => {
    const done: string[] = []
    let fails = true
    const look = demonstrationNights(
      {
        stands: async () =>
          done.includes('reset') ? { ...stands, madeAt: local('2026-11-27T03:05') } : stands,
        reset: async () => done.push('reset') > 0,
        fill: async () => {
          if (fails) throw new Error('no database')
          done.push('filled')
        },
        now: () => local('2026-11-27T03:10'),
      },
      resets,
    )
    await expect(look()).rejects.toThrow('no database')
    fails = false
    await look()
    await look()
    expect(done).toEqual(['reset', 'filled'])
  })

  test('not where visitors may not enter', async () => {
    const asked = vi.fn<() => Promise<never>>()
    const look = demonstrationNights(
      { stands: async () => undefined, reset: asked, fill: asked, now: () => local('2026-11-27T03:10') },
      resets,
    )
    await look()
    expect(asked).not.toHaveBeenCalled()
  })
})
