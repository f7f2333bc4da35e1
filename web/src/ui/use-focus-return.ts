import { useEffect, useState } from 'react'

const DIALOGS = '[role=dialog], [role=alertdialog]'

/** What had the focus when the first of the open dialogs came: where one follows another, both lead back to it. */
let beforeDialogs: HTMLElement | null = null

/** What has the focus now; for what is about to go with its menu, the button of that menu. */
function holderOfFocus(): HTMLElement | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement)) return null
  const holder =
    active.closest('.popover') === null
      ? active
      : document.querySelector<HTMLElement>('[aria-haspopup][aria-expanded="true"]')
  if (holder !== null && holder !== document.body && holder.closest(DIALOGS) === null) beforeDialogs = holder
  return holder
}

/** Where the frame's own way back is gone with the menu or the dialog before it, the focus returns to the button of that. */
export function useFocusReturn(): void {
  const [from] = useState(holderOfFocus)
  useEffect(
    () => () => {
      // After the frame itself has tried, which it does with the next frame.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const back = [from, beforeDialogs].find((one) => one?.isConnected === true && one !== document.body)
        back?.focus()
      })
    },
    [from],
  )
}
