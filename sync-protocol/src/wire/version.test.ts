import { describe, expect, test } from 'vitest'
import { checkProtocol, OLDEST_PUSH, OLDEST_READ, PROTOCOL } from './version.ts'

const unsupported = expect.objectContaining({ code: 'protocol_unsupported', status: 426 }) as Error

describe('[W1] protocol numbers', () => {
  test('pushes of older numbers are taken for longer than reads of them are served', () => {
    const later = { present: 5, oldestPush: 2, oldestRead: 4 }
    const taken = (call: 'push' | 'read') =>
      [1, 2, 3, 4, 5, 6].filter((number) => {
        try {
          checkProtocol(number, call, later)
          return true
        } catch (error) {
          expect(error).toEqual(unsupported)
          return false
        }
      })
    expect(taken('push')).toEqual([2, 3, 4, 5])
    expect(taken('read')).toEqual([4, 5])
  })

  test('today’s number is taken and served, and no number is read that may not be pushed', () => {
    for (const call of ['push', 'read'] as const) expect(() => checkProtocol(PROTOCOL, call)).not.toThrow()
    expect(OLDEST_READ).toBeGreaterThanOrEqual(OLDEST_PUSH)
    expect(OLDEST_READ).toBeLessThanOrEqual(PROTOCOL)
  })
})
