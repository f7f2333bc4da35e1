import { describe, expect, test, vi } from 'vitest'
import { demonstrationNights, isResetDue } from './demonstration-nights.ts'

const local = (text: string) => new Date(text)
const madeAt = local('2026-11-20T10:00')

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
    expect(isResetDue(madeAt, workedAt, local(`${day}T${at}`), '03:00')).toBe(due)
  })

  test('once a night', () => {
    expect(isResetDue(local('2026-11-27T03:00:01'), null, local('2026-11-27T04:00'), '03:00')).toBe(false)
    expect(isResetDue(local('2026-11-27T03:00:01'), null, local('2026-11-28T03:00'), '03:00')).toBe(true)
  })

  test('also across midnight', () => {
    expect(isResetDue(madeAt, null, local('2026-11-27T00:30'), '23:00')).toBe(true)
    expect(isResetDue(madeAt, null, local('2026-11-27T02:00'), '23:00')).toBe(false)
  })

  test('and what a failure left without its library gets it at the next look', async () => {
    const done: string[] = []
    let fails = true
    const look = demonstrationNights(
      {
        stands: async () => ({
          madeAt: done.includes('reset') ? local('2026-11-27T03:05') : madeAt,
          workedAt: null,
        }),
        reset: async () => done.push('reset') > 0,
        fill: async () => {
          if (fails) throw new Error('no database')
          done.push('filled')
        },
        now: () => local('2026-11-27T03:10'),
      },
      '03:00',
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
      '03:00',
    )
    await look()
    expect(asked).not.toHaveBeenCalled()
  })
})
