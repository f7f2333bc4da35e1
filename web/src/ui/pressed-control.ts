import { placeOf, type RowPlace } from './row-focus.ts'

/** Keys that move the focus, and those that press what has it, but in a field. Whoever uses another key does something else. */
const GOING_ON = /^(Tab|Arrow.*|Page.*|Home|End|Shift|Control|Alt|Meta|Enter| )$/

let pressed: RowPlace | null = null
let watched = false

/** As an effect, once for the whole app: what is pressed is known to the dialog that it opens. */
export function watchPressedControls(): void {
  if (watched) return
  watched = true
  document.addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element ? target.closest<HTMLElement>('button, a, input') : null
      pressed = control === null ? null : placeOf(control, control.matches(':focus-visible'))
    },
    true,
  )
  document.addEventListener(
    'keydown',
    ({ key, target }) => {
      const types = target instanceof Element && target.matches('input, textarea') && /^(Enter| )$/.test(key)
      if (types || !GOING_ON.test(key)) pressed = null
    },
    true,
  )
}

/**
 * Where what was pressed last is. Somebody who is quick has gone on with Tab before the dialog is there: what has the focus then
 * did not open it, however long it took. The row of a list can be out of sight by then, and its control with it.
 */
export function pressedPlace(): RowPlace | null {
  if (pressed === null) return null
  const { control, home, key } = pressed
  return control.isConnected || (key !== undefined && home?.isConnected === true) ? pressed : null
}
