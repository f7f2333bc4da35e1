import { afterEach, expect, it, vi } from 'vitest'
import { acceptToast, dismissToasts, useToasts } from '../../../ui/toast-queue.ts'
import { sayImported } from './say-imported.ts'

afterEach(() => {
  dismissToasts()
  vi.useRealTimers()
})

it('offers UNDO for a minute: who corrects the rows that wait may want it only then', () => {
  vi.useFakeTimers()
  const takeBack = vi.fn(async () => 0)
  sayImported(388, 0, takeBack)
  vi.advanceTimersByTime(55_000)
  const [toast] = useToasts.getState().toasts
  expect(toast?.action?.label).toBe('UNDO')
  acceptToast(toast?.id ?? 0, () => undefined)
  expect(takeBack).toHaveBeenCalledOnce()
  sayImported(1, 0, takeBack)
  vi.advanceTimersByTime(65_000)
  expect(useToasts.getState().toasts).toEqual([])
})
