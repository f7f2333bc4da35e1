import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenCalm } from './when-calm.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('it waits while somebody presses and types, and calls back once', () => {
  const page = new EventTarget()
  const then = vi.fn()
  whenCalm(page, then)
  for (const type of ['pointerdown', 'pointerup', 'keydown', 'keydown']) {
    vi.advanceTimersByTime(2_900)
    page.dispatchEvent(new Event(type))
  }
  vi.advanceTimersByTime(2_999)
  expect(then).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(then).toHaveBeenCalledOnce()
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(10_000)
  expect(then).toHaveBeenCalledOnce()
})

test('ended, it never calls back', () => {
  const page = new EventTarget()
  const then = vi.fn()
  const end = whenCalm(page, then)
  page.dispatchEvent(new Event('pointerdown'))
  end()
  page.dispatchEvent(new Event('pointerup'))
  vi.advanceTimersByTime(10_000)
  expect(then).not.toHaveBeenCalled()
})
