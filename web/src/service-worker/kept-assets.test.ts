import { expect, test } from 'vitest'
import { isKeptCache, keptCacheName, outlivedCaches } from './kept-assets.ts'

test('the three newest versions stay', () => {
  const names = [900, 1_000, 20, 1_700_000_000_000].map(keptCacheName)
  expect(outlivedCaches([...names, 'workbox-precache-v2-/'])).toEqual([keptCacheName(20)])
  expect(outlivedCaches(names.slice(0, 3))).toEqual([])
})

test('other caches are none of its business', () => {
  expect(isKeptCache(keptCacheName(1))).toBe(true)
  expect(isKeptCache('workbox-precache-v2-/')).toBe(false)
})
