import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readInitialsChoice, rememberInitialsChoice } from './balance-settings.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('digital initials are on at first, and remembered for each user', () => {
  expect(readInitialsChoice('ann')).toBe(true)
  rememberInitialsChoice('ann', false)
  expect(readInitialsChoice('ann')).toBe(false)
  expect(readInitialsChoice('bob')).toBe(true)
  rememberInitialsChoice('ann', true)
  expect(readInitialsChoice('ann')).toBe(true)
})
