/** A dialog that waits longer than this for what it shows is not taken for the answer to a press (ms). */
const ANSWERED_MS = 5000

let pressed: { control: HTMLElement; at: number } | null = null
let watched = false

/** As an effect, once for the whole app: what is pressed is known to the dialog that it opens. */
export function watchPressedControls(): void {
  if (watched) return
  watched = true
  document.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const control = target instanceof Element ? target.closest<HTMLElement>('button, a, input') : null
      pressed = control === null ? null : { control, at: timeStamp }
    },
    true,
  )
}

/**
 * What was pressed last and is still there. Somebody who is quick has gone on with Tab before the dialog is there: what has the
 * focus then did not open it.
 */
export function pressedControl(): HTMLElement | null {
  if (pressed === null || performance.now() - pressed.at > ANSWERED_MS) return null
  return pressed.control.isConnected ? pressed.control : null
}
