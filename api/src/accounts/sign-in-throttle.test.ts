import { expect, test } from 'vitest'
import { networkOf } from './sign-in-throttle.ts'

test('an IPv6 /64 counts as one address, a mapped IPv4 as itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:0db8:1:2::9')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5')
  expect(networkOf('203.0.113.5')).toBe('203.0.113.5')
})
