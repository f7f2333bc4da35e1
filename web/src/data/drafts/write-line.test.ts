import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeLine } from './write-line.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('waits for a break in what comes, but no longer than it is told', async () => {
  const write = vi.fn(() => Promise.resolve())
  const line = writeLine(write)
  for (let at = 0; at < 1_400; at += 200) {
    line.soon(300, 1_500)
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(write).not.toHaveBeenCalled()
  line.soon(300, 1_500)
  await vi.advanceTimersByTimeAsync(100)
  expect(write).toHaveBeenCalledTimes(1)
  line.soon(300, 1_500)
  await vi.advanceTimersByTimeAsync(299)
  expect(write).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(write).toHaveBeenCalledTimes(2)
})

test('does one thing after the other, also after one that failed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const done: string[] = []
  const line = writeLine(async () => void done.push('written'))
  void line.after(async () => {
    await Promise.resolve()
    done.push('looked')
    throw new Error('not read')
  })
  await line.now()
  expect(done).toEqual(['looked', 'written'])
})

test('rests until it is asked again', async () => {
  const write = vi.fn(() => Promise.resolve())
  const line = writeLine(write)
  line.soon(300)
  await line.rest()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(write).not.toHaveBeenCalled()
})
