import { useEffect, useState } from 'react'
import { placeOf, returnToList, type RowPlace } from './row-focus.ts'

const DIALOGS = '[role=dialog], [role=alertdialog]'

/** What had the focus when the first of the open dialogs came: where one follows another, both lead back to it. */
let beforeDialogs: RowPlace | null = null

/** What has the focus now; for what is about to go with its menu, the button of that menu. */
function holderOfFocus(): RowPlace | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement)) return null
  const holder =
    active.closest('.popover') === null
      ? active
      : document.querySelector<HTMLElement>('[aria-haspopup][aria-expanded="true"]')
  if (holder === null) return null
  const place = placeOf(holder)
  if (holder !== document.body && holder.closest(DIALOGS) === null) beforeDialogs = place
  return place
}

/**
 * Where the frame's own way back is gone with the menu or the dialog before it, the focus returns to the button of that; where
 * the row of a list is gone, to the list.
 */
export function useFocusReturn(): void {
  const [from] = useState(holderOfFocus)
  useEffect(
    () => () => {
      // After the frame itself has tried, which it does with the next frame.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const places = [from, beforeDialogs].filter((place) => place !== null)
        const back = places.find(({ control }) => control.isConnected && control !== document.body)
        back?.control.focus()
        const list = places.find(({ home }) => home?.isConnected === true)
        if (document.activeElement === document.body && list !== undefined) returnToList(list)
      })
    },
    [from],
  )
}
