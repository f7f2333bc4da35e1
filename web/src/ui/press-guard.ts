import { holdPresses } from './held-press.ts'

/** So soon and so near after a press that made something go, the next one is its second half (ms, px). */
const SOON_MS = 350
const NEAR_PX = 24

/** What can go by a press inside it, and the list in which others like it stay in sight. */
export interface Guarded {
  element: Element
  beside?: Element | null
}

interface Press {
  x: number
  y: number
  /** The event's own time stamp: a busy page hears of it later. */
  at: number
  /** What it was inside of when it came: what it pressed may be replaced before all of it goes. */
  inside: readonly Guarded[]
}

/** A press that made something go or come; what stands `beside` was in sight before, and a press there is meant. */
interface Answered {
  press: Press
  beside: Element | null
}

const isSecondHalf = (first: Press, next: Press) =>
  next.at - first.at < SOON_MS && Math.hypot(next.x - first.x, next.y - first.y) < NEAR_PX

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Keeps the second half of a double press from what comes into sight when the first one made the dialog, the menu or the message
 * go that it was inside of, and from large keys that it made come. Nobody can mean what they do not see yet. Every other press is
 * one: on what was in sight before, however soon; elsewhere; later; after anything else was done; and every key.
 */
export function guardPresses(page: EventTarget): {
  stands: (guarded: Guarded) => () => void
  came: () => void
} {
  const mounted = new Set<Guarded>()
  let last: Press | null = null
  let answered: Answered | null = null
  let swallowing = false
  const heard = (type: string, hear: (event: MouseEvent) => void) =>
    page.addEventListener(type, (event) => hear(event as MouseEvent), { capture: true })

  heard('pointerdown', (event) => {
    const on = event.target as Node | null
    const inside = [...mounted].filter(({ element }) => element.contains(on))
    const press = { x: event.clientX, y: event.clientY, at: event.timeStamp, inside }
    swallowing =
      answered !== null && isSecondHalf(answered.press, press) && answered.beside?.contains(on) !== true
    // What is swallowed makes nothing go, and the time runs from the press that did: a run of presses is not swallowed whole.
    if (swallowing) swallow(event)
    else {
      last = press
      answered = null
    }
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
    stands: (guarded) => {
      mounted.add(guarded)
      return () => {
        mounted.delete(guarded)
        if (last?.inside.includes(guarded) === true)
          answered = { press: last, beside: guarded.beside ?? null }
      }
    },
    came: () => {
      if (last) answered = { press: last, beside: null }
    },
  }
}

let guard: ReturnType<typeof guardPresses> | undefined

/** As an effect: presses are watched from now on. What listens after this hears of a step back after the guard has. */
export function watchPresses(): void {
  if (guard) return
  guard = guardPresses(window)
  // After the guard: what that swallows was no press.
  holdPresses(window)
}

/** As a `ref` of what can go by a press inside it. */
export function guardedWhenGone(element: Element | null): (() => void) | undefined {
  if (element === null) return undefined
  watchPresses()
  return guard?.stands({ element })
}

/** The same for one of a list: the others stay in sight, and a press on one of them is never a second half. */
export function guardedInList(element: Element | null): (() => void) | undefined {
  if (element === null) return undefined
  watchPresses()
  return guard?.stands({ element, beside: element.parentElement })
}

/** When large keys came: the second half of the press that opened them presses none of them. */
export const guardWhatCame = (): void => guard?.came()
