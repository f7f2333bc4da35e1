import { placeOf, type RowPlace } from './row-focus.ts'

/** A dialog that waits longer than this for what it shows is not taken for the answer to a press (ms). */
const ANSWERED_MS = 5000

let pressed: { place: RowPlace; at: number } | null = null
let watched = false

/** As an effect, once for the whole app: what is pressed is known to the dialog that it opens. */
export function watchPressedControls(): void {
  if (watched) return
  watched = true
  document.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const control = target instanceof Element ? target.closest<HTMLElement>('button, a, input') : null
      pressed =
        control === null
          ? null
          : { place: placeOf(control, control.matches(':focus-visible')), at: timeStamp }
    },
    true,
  )
}

/**
 * Where what was pressed last is. Somebody who is quick has gone on with Tab before the dialog is there: what has the focus then
 * did not open it. The row of a list can be out of sight by then, and its control with it.
 */
export function pressedPlace(): RowPlace | null {
  if (pressed === null || performance.now() - pressed.at > ANSWERED_MS) return null
  const { control, home, key } = pressed.place
  return control.isConnected || (key !== undefined && home?.isConnected === true) ? pressed.place : null
}
