import { useCallback, useEffect, useState, type RefObject } from 'react'

/** Where the focus goes next inside a form. */
export interface Place {
  selector: string
  /** Brings the section that it is in to the top; else nothing moves that is in sight. */
  toTop?: true
}

export const rowPlace = (at: string): Place => ({ selector: `[data-row="${at}"]` })
export const controlPlace = (name: string): Place => ({ selector: `[name="${name}"]` })
export const removePlace = (at: string): Place => ({ selector: `[data-row="${at}"] .protocol-row-remove` })
export const headPlace = (at: string): Place => ({ selector: `[data-head="${at}"]`, toTop: true })

export type FocusPlace = (...places: readonly Place[]) => void

/**
 * Moves the focus after the next rendering, to the first of the places that is there: what was added is shown and has it, and what
 * was removed hands it on.
 */
export function useFocusPlace(form: RefObject<HTMLElement | null>): FocusPlace {
  const [places, setPlaces] = useState<readonly Place[]>([])
  useEffect(() => {
    for (const { selector, toTop } of places) {
      const found = form.current?.querySelector<HTMLElement>(selector)
      if (!found) continue
      found.focus({ preventScroll: true })
      if (toTop) found.closest('section')?.scrollIntoView({ block: 'start' })
      else found.scrollIntoView({ block: 'nearest' })
      return
    }
  }, [places, form])
  return useCallback((...next) => setPlaces(next), [])
}
