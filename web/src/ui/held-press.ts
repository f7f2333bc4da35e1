/** A finger that moved so far has not pressed what it came down on (px). */
const STILL_PX = 10
const CONTROLS = 'button, a[href], summary'
/** Of the component library: with a mouse they act on whichever of them it is let go over. */
const ROWS = '[role=menuitem], [role=option]'

/** What a finger is held on. */
interface Held {
  control: HTMLElement
  x: number
  y: number
}

/** Other controls of the component library know by themselves what they were pressed on. */
function controlAt(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null
  const row = target.closest<HTMLElement>(ROWS)
  if (row) return row.matches('[aria-disabled=true]') ? null : row
  const control = target.closest<HTMLElement>(CONTROLS)
  return control?.matches('[data-rac], :disabled') === false ? control : null
}

/**
 * A press counts for the control that the finger came down on, although the page moved below it before it was lifted: a row that
 * came from another tablet, a notice. Left alone the browser presses what lies there by then, or nothing at all. What was
 * pressed and is gone by then is not pressed, and neither is what has come in its place.
 */
export function holdPresses(page: Window): () => void {
  const stop = new AbortController()
  const listening = { capture: true, signal: stop.signal }
  let held: Held | null = null
  page.addEventListener(
    'pointerdown',
    ({ target, isPrimary, button, clientX: x, clientY: y }) => {
      const control = isPrimary && button === 0 ? controlAt(target) : null
      held = control && { control, x, y }
    },
    listening,
  )
  for (const type of ['pointercancel', 'keydown'] as const)
    page.addEventListener(type, () => (held = null), listening)
  const pressHeld = (event: MouseEvent): void => {
    const press = held
    if (!press) return
    held = null
    const { control, x, y } = press
    const moved = Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX
    if (moved || (event.target instanceof Node && control.contains(event.target))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (control.isConnected) control.click()
  }
  page.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerType === 'mouse' && held?.control.matches(ROWS) === true) pressHeld(event)
    },
    listening,
  )
  page.addEventListener(
    'click',
    (event) => {
      // A label's own click on its field follows as another one, and so does that of what was held.
      if (event.isTrusted && event.detail > 0) pressHeld(event)
    },
    listening,
  )
  return () => stop.abort()
}
