import { useCallback, useEffect, useRef } from 'react'
import { dismissToast, showToast } from '../../../ui/toast-queue.ts'

/** Offers to undo something inside a form; the offers go with the form, which alone could keep them. */
export function useUndoOffers(): (text: string, undo: () => void) => void {
  const toasts = useRef<number[]>([])
  useEffect(() => {
    const shown = toasts.current
    return () => {
      for (const toast of shown) dismissToast(toast)
    }
  }, [])
  return useCallback((text, undo) => void toasts.current.push(showToast({ text, undo })), [])
}
