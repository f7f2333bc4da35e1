import { useEffect, useState } from 'react'

/** What has the focus now; for what is about to go with its menu, the button of that menu. */
function holderOfFocus(): HTMLElement | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement)) return null
  return active.closest('.popover') === null
    ? active
    : document.querySelector<HTMLElement>('[aria-haspopup][aria-expanded="true"]')
}

/** Where the frame's own way back is gone with the menu that the dialog was opened from, the focus returns to its button. */
export function useFocusReturn(): void {
  const [from] = useState(holderOfFocus)
  useEffect(
    () => () => {
      // After the frame itself has tried, which it does with the next frame.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && from?.isConnected === true) from.focus()
      })
    },
    [from],
  )
}
