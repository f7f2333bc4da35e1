/** So soon and so near after a press that made something go, the next one is its second half (ms, px). */
const SOON_MS = 350
const NEAR_PX = 24

interface Press {
  x: number
  y: number
  /** The event's own time stamp: a busy page hears of it later. */
  at: number
  on: EventTarget | null
}

const pressOf = ({ clientX, clientY, timeStamp, target }: MouseEvent): Press => ({
  x: clientX,
  y: clientY,
  at: timeStamp,
  on: target,
})

/** It went with what went: a message that goes by itself was not answered by a press elsewhere. */
const isGone = ({ on }: Press) => on !== null && !(on as Node).isConnected

const isSecondHalf = (first: Press, next: Press) =>
  next.at - first.at < SOON_MS && Math.hypot(next.x - first.x, next.y - first.y) < NEAR_PX

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Keeps the second half of a double press from what comes into sight when the first one made a dialog, a menu or a message go,
 * and from large keys that it made come.
 * A press elsewhere, or a later one, or one after anything else was done, is a press like any other, and so is every key.
 */
export function guardPresses(page: EventTarget): { gone: () => void; came: () => void } {
  let last: Press | null = null
  let answered: Press | null = null
  let swallowing = false
  const heard = (type: string, hear: (event: MouseEvent) => void) =>
    page.addEventListener(type, (event) => hear(event as MouseEvent), { capture: true })

  heard('pointerdown', (event) => {
    last = pressOf(event)
    swallowing = answered !== null && isSecondHalf(answered, last)
    answered = swallowing ? last : null
    if (swallowing) swallow(event)
  })
  for (const type of ['pointerup', 'mousedown', 'mouseup'])
    heard(type, (event) => {
      if (swallowing) swallow(event)
    })
  heard('click', (event) => {
    // A key's click counts no presses.
    if (swallowing && event.detail > 0) swallow(event)
    swallowing = false
  })
  heard('pointercancel', () => {
    swallowing = false
  })
  for (const type of ['keydown', 'popstate'])
    heard(type, () => {
      answered = last = null
    })
  return {
    gone: () => {
      if (last && isGone(last)) answered = last
    },
    came: () => {
      answered = last
    },
  }
}

let guard: ReturnType<typeof guardPresses> | undefined

/** As an effect of what can go by a press: from its appearance on presses are watched. Gives what to call when it goes. */
export function guardedWhenGone(): () => void {
  guard ??= guardPresses(window)
  return guard.gone
}

/** As an effect: presses are watched from now on. What listens after this hears of a step back after the guard has. */
export function watchPresses(): void {
  guard ??= guardPresses(window)
}

/** When large keys came: the second half of the press that opened them presses none of them. */
export const guardWhatCame = (): void => guard?.came()
