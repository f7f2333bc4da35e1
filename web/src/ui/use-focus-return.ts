import { useEffect, useLayoutEffect, useState } from 'react'
import { pressedPlace } from './pressed-control.ts'
import { placeOf, returnToList, type RowPlace } from './row-focus.ts'

const DIALOGS = '[role=dialog], [role=alertdialog]'

/** What had the focus when the first of the open dialogs came: where one follows another, both lead back to it. */
let beforeDialogs: RowPlace | null = null

/** What opened a dialog, and what has the focus meanwhile. */
interface Opened {
  from: RowPlace | null
  focused: Element | null
}

/** What has the focus now; for what is about to go with its menu, the button of that menu. */
function openedNow(): Opened {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return { from: null, focused }
  const byKeys = focused.matches(':focus-visible')
  const pressed = focused.closest(DIALOGS) === null ? pressedPlace() : null
  let from: RowPlace | null = placeOf(focused, byKeys)
  if (focused.closest('.popover') !== null) {
    const menu = document.querySelector<HTMLElement>('[aria-haspopup][aria-expanded="true"]')
    from = menu === null ? null : placeOf(menu, byKeys)
  } else if (pressed?.control.closest(DIALOGS) === null) from = pressed
  if (from === null) return { from, focused }
  if (from.control !== document.body && from.control.closest(DIALOGS) === null) beforeDialogs = from
  return { from, focused }
}

/** Of dialogs that are gone and have not given the focus back yet. */
const due = new Set<() => void>()

/** A dialog is gone and gives the focus back with the next frame: until then nothing else takes it. */
export const isFocusDue = (): boolean => due.size > 0

/** Gives it back at once. */
export function giveFocusBack(): void {
  for (const giveBack of due) giveBack()
}

/**
 * Where the frame's own way back is gone with the menu or the dialog before it, the focus returns to the button of that; where
 * the row of a list is gone, to the list; and never to what did not open the dialog.
 */
export function useFocusReturn(): void {
  const [giveBack] = useState(() => focusReturn(openedNow()))
  // Within the change that takes the dialog away.
  useLayoutEffect(() => () => void due.add(giveBack), [giveBack])
  useEffect(
    () => () => {
      // After the frame itself has tried, which it does with the next frame.
      requestAnimationFrame(giveBack)
    },
    [giveBack],
  )
}

function focusReturn({ from, focused }: Opened): () => void {
  return function giveBack() {
    if (!due.delete(giveBack)) return
    const lost = () => document.activeElement === document.body
    const astray = document.activeElement === focused && focused !== from?.control
    if (!lost() && !astray) return
    const places = [from, beforeDialogs].filter((place) => place !== null)
    const back = places.find(({ control }) => control.isConnected && control !== document.body)
    back?.control.focus()
    const list = places.find(({ home }) => home?.isConnected === true)
    const stray = astray && document.activeElement === focused
    if ((lost() || stray) && list !== undefined) returnToList(list)
  }
}
