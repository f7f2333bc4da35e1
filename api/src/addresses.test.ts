import { expect, test } from 'vitest'
import { addresses } from './addresses.ts'

test.each([
  [{ tls: null, host: '127.0.0.1', port: 3000 }, 'http://127.0.0.1:3000'],
  [{ tls: null, host: '::1', port: 3000 }, 'http://[::1]:3000'],
  [{ tls: {}, host: 'clinic.test', port: 443 }, 'https://clinic.test'],
  [{ tls: null, host: 'clinic.test', port: 80 }, 'http://clinic.test'],
  [{ tls: {}, host: '0.0.0.0', port: 443 }, 'https://localhost'],
])('%j is found at %s', (listening, address) => {
  expect(addresses(listening)[0]).toBe(address)
})
