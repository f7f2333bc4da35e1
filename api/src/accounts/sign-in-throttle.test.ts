import { describe, expect, test } from 'vitest'
import { networkOf, SignInThrottle } from './sign-in-throttle.ts'

const CLINIC = '203.0.113.5'
const ELSEWHERE = '198.51.100.9'
const MINUTE = 60_000

/** Guesses until told to wait; how many were let through. */
function guesses(throttle: SignInThrottle, email: string, address: string, now: number, most = 1000): number {
  for (let i = 0; i < most; i++) {
    if (typeof throttle.begin(email, address, false, now) === 'number') return i
  }
  return most
}

describe('sign-in is throttled by account and address', () => {
  test('five slips of one account from one address are free, then the wait doubles up to 15 minutes', () => {
    const throttle = new SignInThrottle()
    expect(guesses(throttle, 'a@c.org', CLINIC, 0)).toBe(5)
    let now = 0
    const waits: number[] = []
    for (let i = 0; i < 12; i++) {
      const wait = throttle.begin('a@c.org', CLINIC, false, now)
      if (typeof wait !== 'number') throw new Error('let through')
      waits.push(wait / 1000)
      now += wait
      expect(typeof throttle.begin('a@c.org', CLINIC, false, now)).toBe('object')
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('a success is no failure, however often', () => {
    const throttle = new SignInThrottle()
    for (let i = 0; i < 2000; i++) {
      const attempt = throttle.begin(`user${i % 30}@c.org`, CLINIC, false, 0)
      expect(attempt).toHaveProperty('succeeded')
      if (typeof attempt === 'object') attempt.succeeded()
    }
  })

  test('thirty staff behind one address get in while one of their accounts is guessed elsewhere', () => {
    const throttle = new SignInThrottle()
    guesses(throttle, 'user0@c.org', ELSEWHERE, 0)
    const attempts = Array.from({ length: 30 }, (_, i) => throttle.begin(`user${i}@c.org`, CLINIC, false, 0))
    expect(attempts.filter((attempt) => typeof attempt === 'number')).toEqual([])
  })

  test('guesses at one account from ever new addresses are slowed, but not for who signed in from here before', () => {
    const throttle = new SignInThrottle()
    let through = 0
    for (let i = 0; i < 500; i++) through += guesses(throttle, 'a@c.org', `198.51.${i >> 8}.${i & 255}`, 0, 1)
    expect(through).toBe(50)
    expect(throttle.begin('a@c.org', CLINIC, false, 0)).toBe(30_000)
    expect(typeof throttle.begin('a@c.org', CLINIC, true, 0)).toBe('object')
  })

  test('one address has a high ceiling of failures over all accounts', () => {
    const throttle = new SignInThrottle()
    let through = 0
    for (let i = 0; i < 1000; i++) through += guesses(throttle, `user${i}@c.org`, ELSEWHERE, 0, 1)
    expect(through).toBe(300)
    expect(throttle.begin('new@c.org', ELSEWHERE, false, 0)).toBe(3000)
    expect(typeof throttle.begin('new@c.org', ELSEWHERE, true, 0)).toBe('object')
    expect(typeof throttle.begin('new@c.org', CLINIC, false, 0)).toBe('object')
    expect(typeof throttle.begin('new@c.org', ELSEWHERE, false, 16 * MINUTE)).toBe('object')
  })

  test('a quiet day forgets', () => {
    const throttle = new SignInThrottle()
    guesses(throttle, 'a@c.org', CLINIC, 0)
    expect(guesses(throttle, 'a@c.org', CLINIC, 24 * 60 * MINUTE)).toBe(5)
  })
})

test('an IPv6 /64 counts as one address, a mapped IPv4 as itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:0db8:1:2::9')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
  expect(networkOf('203.0.113.5')).toBe('203.0.113.5')
})
