import fc from 'fast-check'
import { sha256Hex } from 'sync-protocol/records/mutation-hash'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('[P1] tablet and server give every text the same hash, be it whole Unicode or not', () => {
  const anything = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), anything), (text) => {
      expect(sha256(text)).toBe(sha256Hex(text))
    }),
  )
})
