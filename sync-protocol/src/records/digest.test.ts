import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestAfter, digestsOf, fnv1a, NO_RECORDS, sameDigest, withoutEmpty } from './digest.ts'

test('[L3] the hash is FNV-1a of 32 bits, by its published values', () => {
  expect([fnv1a(''), fnv1a('a'), fnv1a('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
})

test('[L3] a digest kept change by change is the one computed from scratch, whatever came in which order', () => {
  const change = fc.record({ k: fc.integer({ min: 0, max: 5 }), deleted: fc.boolean() })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const records = new Map<
        number,
        { _id: string; version: number; deleted: boolean; collection: 'drugs' }
      >()
      let digest = NO_RECORDS
      for (const { k, deleted } of changes) {
        const before = records.get(k)
        const after = {
          _id: `id-${k}`,
          version: (before?.version ?? 0) + 1,
          deleted,
          collection: 'drugs' as const,
        }
        digest = digestAfter(digest, before, after)
        records.set(k, after)
      }
      expect(sameDigest(digest, digestsOf(records.values())['drugs'])).toBe(true)
      expect(digest.sum).toBeGreaterThanOrEqual(0)
      expect(digest.sum).toBeLessThan(2 ** 32)
      for (const record of records.values()) digest = digestAfter(digest, record, null)
      expect(digest).toEqual(NO_RECORDS)
      expect(withoutEmpty({ drugs: digest })).toEqual({})
    }),
  )
})

test('[L3] another version of one record, and another record of the same version, are told apart', () => {
  const of = (_id: string, version: number) => digestAfter(NO_RECORDS, null, { _id, version, deleted: false })
  expect(sameDigest(of('a', 1), of('a', 2))).toBe(false)
  expect(sameDigest(of('a', 1), of('b', 1))).toBe(false)
})
