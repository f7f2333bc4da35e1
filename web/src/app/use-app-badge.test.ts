import { afterEach, expect, test, vi } from 'vitest'
import { nothingKnown, syncStatus } from '../data/database/sync-status.ts'
import { watchAppBadge } from './use-app-badge.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  syncStatus.setState(nothingKnown, true)
})

test('the icon says how much waits for a person, each number once, and nothing once they log out', () => {
  const said: number[] = []
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void said.push(count),
    clearAppBadge: async () => void said.push(0),
  })
  const stop = watchAppBadge()
  syncStatus.setState({ attention: 2 })
  syncStatus.setState({ queued: 3 })
  syncStatus.setState({ discrepancies: 1 })
  syncStatus.setState({ attention: 0, discrepancies: 0 })
  syncStatus.setState({ storageFull: true })
  stop()
  syncStatus.setState({ attention: 5 })
  expect(said).toEqual([0, 2, 3, 0, 1, 0])
})

test('a browser without it, and one that refuses, is left alone', async () => {
  vi.stubGlobal('navigator', {})
  watchAppBadge()()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  let asked = 0
  const refuse = async () => {
    asked += 1
    throw new DOMException('no', 'NotAllowedError')
  }
  vi.stubGlobal('navigator', { setAppBadge: refuse, clearAppBadge: refuse })
  const stop = watchAppBadge()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
  syncStatus.setState({ attention: 5 })
  stop()
  expect(asked).toBe(1)
})
