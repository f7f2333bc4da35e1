import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followCodes } from './follow-codes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a code that nobody stopped is said until it counts as over, without another tap', async () => {
  let goesOn = true
  const said: boolean[] = []
  const end = followCodes(
    (isRunning) => said.push(isRunning),
    () => Promise.resolve(goesOn),
  )
  await vi.waitFor(() => expect(said).toEqual([true]))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toEqual([true, true])
  goesOn = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said).toEqual([true, true, false])
  expect(vi.getTimerCount()).toBe(0)
  end()
})

it('says nothing once it is ended', async () => {
  const said: boolean[] = []
  const end = followCodes(
    (isRunning) => said.push(isRunning),
    () => Promise.resolve(true),
  )
  await vi.waitFor(() => expect(said).toEqual([true]))
  end()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(said).toEqual([true])
})
