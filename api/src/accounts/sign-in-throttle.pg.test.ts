import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../database/testing.ts'
import { SignInThrottle } from './sign-in-throttle.ts'
import { slowdownStore } from './slowdown-store.ts'

const { pool } = await testDatabase()
const throttle = new SignInThrottle(slowdownStore(pool, 'a secret'))
beforeEach(() => pool.query('truncate slowdowns'))

const CLINIC = '203.0.113.5'
const ELSEWHERE = '198.51.100.9'
const MINUTE = 60_000

/** Guesses until told to wait; how many were let through. */
async function guesses(email: string, address: string, now: number, most = 1000): Promise<number> {
  for (let i = 0; i < most; i++) {
    if (typeof (await throttle.begin(email, address, false, now)) === 'number') return i
  }
  return most
}

describe('sign-in is throttled by account and address', () => {
  test('five slips of one account from one address are free, then the wait doubles up to 15 minutes', async () => {
    expect(await guesses('a@c.org', CLINIC, 0)).toBe(5)
    let now = 0
    const waits: number[] = []
    for (let i = 0; i < 12; i++) {
      const wait = await throttle.begin('a@c.org', CLINIC, false, now)
      if (typeof wait !== 'number') throw new Error('let through')
      waits.push(wait / 1000)
      now += wait
      expect(typeof (await throttle.begin('a@c.org', CLINIC, false, now))).toBe('object')
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('a success is no failure, however often', async () => {
    for (let i = 0; i < 400; i++) {
      const attempt = await throttle.begin(`user${i % 6}@c.org`, CLINIC, false, 0)
      expect(attempt).toHaveProperty('succeeded')
      if (typeof attempt === 'object') await attempt.succeeded()
    }
  })

  test('thirty staff behind one address get in while one of their accounts is guessed elsewhere', async () => {
    await guesses('user0@c.org', ELSEWHERE, 0)
    const attempts = await Promise.all(
      Array.from({ length: 30 }, (_, i) => throttle.begin(`user${i}@c.org`, CLINIC, false, 0)),
    )
    expect(attempts.filter((attempt) => typeof attempt === 'number')).toEqual([])
  })

  test('guesses at one account from ever new addresses are slowed, but not for who signed in from here before', async () => {
    let through = 0
    for (let i = 0; i < 500; i++) through += await guesses('a@c.org', `198.51.${i >> 8}.${i & 255}`, 0, 1)
    expect(through).toBe(50)
    expect(await throttle.begin('a@c.org', CLINIC, false, 0)).toBe(30_000)
    expect(typeof (await throttle.begin('a@c.org', CLINIC, true, 0))).toBe('object')
  })

  test('one address has a high ceiling of failures over all accounts', async () => {
    let through = 0
    for (let i = 0; i < 1000; i++) through += await guesses(`user${i}@c.org`, ELSEWHERE, 0, 1)
    expect(through).toBe(300)
    expect(await throttle.begin('new@c.org', ELSEWHERE, false, 0)).toBe(3000)
    expect(typeof (await throttle.begin('new@c.org', ELSEWHERE, true, 0))).toBe('object')
    expect(typeof (await throttle.begin('new@c.org', CLINIC, false, 0))).toBe('object')
    expect(typeof (await throttle.begin('new@c.org', ELSEWHERE, false, 16 * MINUTE))).toBe('object')
  })

  test('a quiet day forgets', async () => {
    await guesses('a@c.org', CLINIC, 0)
    expect(await guesses('a@c.org', CLINIC, 24 * 60 * MINUTE)).toBe(5)
  })
})
