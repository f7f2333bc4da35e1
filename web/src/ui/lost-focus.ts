import { placeOf, type RowPlace } from './row-focus.ts'

const DIALOGS = '[role=dialog], [role=alertdialog]'

let last: RowPlace | null = null
let watched = false

/**
 * As an effect, once for the whole app: when what had the focus is gone, the next Tab goes on from its list, or from the beginning
 * of the screen. A browser goes on from the hole, onto whatever moved up there.
 */
export function watchLostFocus(): void {
  if (watched) return
  watched = true
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? placeOf(target, false) : null
  })
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Tab' || last === null || document.activeElement !== document.body) return
      // A dialog keeps the focus by itself.
      if (last.control.isConnected || document.querySelector(DIALOGS) !== null) return
      const home = last.home?.isConnected === true ? last.home : document.querySelector('main')
      home?.focus({ preventScroll: true })
    },
    true,
  )
}
