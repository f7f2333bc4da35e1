import { placeOf, type RowPlace } from './row-focus.ts'
import { giveFocusBack, isFocusDue } from './use-focus-return.ts'

const DIALOGS = '[role=dialog], [role=alertdialog]'

/** What closes gives the focus back with the frame after the next. */
const FRAMES = 3

let last: RowPlace | null = null
let watched = false

/** What had the focus is gone, and nothing has it. A dialog keeps it by itself. */
const isLost = () =>
  last?.control.isConnected === false &&
  document.activeElement === document.body &&
  document.querySelector(DIALOGS) === null

/** Calls back after so many frames. */
function afterFrames(count: number, then: () => void): void {
  requestAnimationFrame(() => (count === 1 ? then() : afterFrames(count - 1, then)))
}

/**
 * As an effect, once for the whole app: when what had the focus is gone, its list has it, or the screen. Left alone, a screen reader
 * falls silent, and the next Tab goes on from the hole, onto whatever moved up there.
 */
export function watchLostFocus(): void {
  if (watched) return
  watched = true
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? placeOf(target, false) : null
  })
  const look = () => {
    if (!isLost()) return
    const home = last?.home?.isConnected === true ? last.home : document.querySelector('main')
    home?.focus({ preventScroll: true })
  }
  // Quicker than the frames.
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Tab') return
      giveFocusBack()
      look()
    },
    true,
  )
  // Each loss has its own frames: a dialog that quick hands open and close meanwhile has not given its focus back yet.
  let waitedFor: RowPlace | null = null
  const lookLater = (lost: RowPlace | null) =>
    afterFrames(FRAMES, () => {
      if (waitedFor !== lost) return
      if (isFocusDue()) return lookLater(lost)
      waitedFor = null
      look()
    })
  new MutationObserver(() => {
    if (waitedFor === last || !isLost()) return
    waitedFor = last
    lookLater(last)
  }).observe(document.body, { childList: true, subtree: true })
}
