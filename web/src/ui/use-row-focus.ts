import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { answerLost, focusInRow, placeOf, returnToList, type RowPlace } from './row-focus.ts'
import { isFocusDue } from './use-focus-return.ts'

interface FocusedRows {
  scroller: RefObject<HTMLElement | null>
  count: number
  itemKey: (index: number) => string
  /** Scrolls there, and focuses the row when it is rendered. */
  onFar: (index: number) => void
}

const OVER_THE_LIST = '[role=dialog], [role=alertdialog], .popover'

/** The focus stays with a row that moves; when it goes, its list has it. */
export function useRowFocus(rows: FocusedRows): void {
  const { scroller, count, itemKey } = rows
  const held = useRef<RowPlace | null>(null)
  const shown = useRef({ count, itemKey })
  const latest = useRef(rows)

  useLayoutEffect(() => {
    latest.current = rows
    const { current: before } = shown
    shown.current = { count, itemKey }
    const list = scroller.current
    if (held.current === null || list === null || document.activeElement !== document.body) return
    if (isFocusDue()) return
    // Scrolled out of sight by hand: there it stays.
    if (before.itemKey === itemKey && before.count === count) held.current = null
    else returnToList(held.current)
  })

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      if (scroller.current?.contains(target) === true)
        held.current = placeOf(target, target.matches(':focus-visible'))
      else if (target.closest(OVER_THE_LIST) === null) held.current = null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [scroller])

  useLayoutEffect(() => {
    const list = scroller.current
    const home = list?.closest<HTMLElement>('[data-list-home]') ?? null
    const stop = answerLost(home, (place) => {
      if (list === null) return false
      if (focusInRow(list, place)) return true
      if (!place.byKeys || place.key === undefined) return false
      const { count: rowCount, itemKey: keyAt, onFar } = latest.current
      for (let index = 0; index < rowCount; index++) {
        if (keyAt(index) !== place.key) continue
        onFar(index)
        return true
      }
      return false
    })
    return () => {
      stop()
      // The last row is gone, and the rows with it.
      if (list?.contains(document.activeElement) === true) home?.focus({ preventScroll: true })
    }
  }, [scroller])
}
