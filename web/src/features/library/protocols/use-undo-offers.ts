import { useCallback, useEffect, useRef } from 'react'
import { dismissToast, showToast } from '../../../ui/toast-queue.ts'
import type { Editor } from '../editor/use-editor.ts'
import { protocolsText as text } from './protocols-text.ts'

/** What was taken out of a form, and how it comes back; values without a place for it stay the same object. */
export interface Offer<V> {
  name: string
  said: string
  back: (values: V) => V
}

/** Offers to undo something inside a form; the offers go with the form, which alone could keep them. */
export function useUndoOffers<V extends object>({ edit, current }: Pick<Editor<V>, 'edit' | 'current'>) {
  const toasts = useRef<number[]>([])
  useEffect(() => {
    const shown = toasts.current
    return () => {
      for (const toast of shown) dismissToast(toast)
    }
  }, [])
  return useCallback(
    ({ name, said, back }: Offer<V>) => {
      const undo = () => {
        const before = current()
        edit(back)
        if (current() === before) showToast({ text: text.notBack(name), kind: 'attention' })
      }
      toasts.current.push(showToast({ text: said, undo }))
    },
    [edit, current],
  )
}
