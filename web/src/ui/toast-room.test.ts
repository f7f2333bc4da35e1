import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastRoom } from './toast-room.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(open: boolean) {
  const page = new EventTarget()
  const given: number[] = []
  const room = toastRoom({ page, isInSight: () => open, give: (height) => given.push(height) })
  return { page, given, room }
}

test('an open dialog makes room once nobody pressed for three seconds, for the messages of that moment', () => {
  const { page, given, room } = start(true)
  for (const height of [60, 110, 160]) {
    page.dispatchEvent(new Event('pointerdown'))
    room.taken(height)
    vi.advanceTimersByTime(2_900)
  }
  expect(given).toEqual([])
  vi.advanceTimersByTime(100)
  expect(given).toEqual([160])
  room.taken(0)
  vi.advanceTimersByTime(2_900)
  page.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(2_999)
  expect(given).toEqual([160])
  vi.advanceTimersByTime(1)
  expect(given).toEqual([160, 0])
})

test('where no dialog is open the room is there at once, and a dialog that opens has it', () => {
  const closed = start(false)
  closed.room.taken(60)
  expect(closed.given).toEqual([60])
  const { given, room } = start(true)
  room.taken(60)
  room.opens()
  expect(given).toEqual([60])
  vi.advanceTimersByTime(10_000)
  expect(given).toEqual([60])
})
