import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  acceptToast,
  dismissToast,
  dismissToasts,
  holdToasts,
  setToastsAside,
  showToast,
  useToasts,
} from './toast-queue.ts'

const texts = () => useToasts.getState().toasts.map((toast) => toast.text)

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('UNDO lives ten seconds', () => {
  showToast({ text: 'Species changed', undo: () => undefined })
  vi.advanceTimersByTime(9_999)
  expect(useToasts.getState().toasts[0]?.action?.label).toBe('UNDO')
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('UNDO works once and takes the message away', () => {
  const undo = vi.fn<() => void>()
  const id = showToast({ text: 'Species changed', undo })
  acceptToast(id, vi.fn())
  acceptToast(id, vi.fn())
  expect(undo).toHaveBeenCalledTimes(1)
  expect(texts()).toEqual([])
})

test('each message has its own life', () => {
  showToast({ text: 'first', seconds: 4 })
  vi.advanceTimersByTime(2_000)
  const second = showToast({ text: 'second', seconds: 4 })
  vi.advanceTimersByTime(2_000)
  expect(texts()).toEqual(['second'])
  dismissToast(second)
  expect(texts()).toEqual([])
})

test('the newest three stand at once', () => {
  for (const text of ['1', '2', '3', '4']) showToast({ text })
  expect(texts()).toEqual(['2', '3', '4'])
})

test('all of them go together, and what they offered is not done', () => {
  const undo = vi.fn<() => void>()
  const id = showToast({ text: 'Drug deleted.', undo })
  showToast({ text: 'second' })
  dismissToasts()
  expect(texts()).toEqual([])
  acceptToast(id, vi.fn())
  expect(undo).not.toHaveBeenCalled()
})

test('while they are held back, messages wait and have their whole life afterwards; what failed is shown at once', () => {
  const ends = [holdToasts(), holdToasts()]
  const dismissed = showToast({ text: 'dismissed' })
  showToast({ text: 'held', undo: () => undefined })
  showToast({ text: 'failed', kind: 'harm' })
  dismissToast(dismissed)
  expect(texts()).toEqual(['failed'])
  vi.advanceTimersByTime(60_000)
  ends[0]?.()
  expect(texts()).toEqual([])
  ends[1]?.()
  expect(texts()).toEqual(['held'])
  vi.advanceTimersByTime(9_999)
  expect(texts()).toEqual(['held'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('what waits is gone too for the next person', () => {
  const end = holdToasts()
  showToast({ text: 'Drug deleted.' })
  dismissToasts()
  end()
  expect(texts()).toEqual([])
})

test('what is in sight is set aside for work that needs the room, and has its whole life afterwards; what failed stays', () => {
  const undo = vi.fn<() => void>()
  const id = showToast({ text: 'set for many', undo })
  showToast({ text: 'failed', kind: 'harm', seconds: 120 })
  const end = setToastsAside()
  expect(texts()).toEqual(['failed'])
  vi.advanceTimersByTime(60_000)
  showToast({ text: 'weighed' })
  end()
  expect(texts()).toEqual(['failed', 'set for many', 'weighed'])
  vi.advanceTimersByTime(9_999)
  expect(texts()).toContain('set for many')
  acceptToast(id, vi.fn())
  expect(undo).toHaveBeenCalledTimes(1)
})
