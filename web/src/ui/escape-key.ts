import { useEffect, useLayoutEffect, useRef } from 'react'

interface Open {
  close: () => void
  /** It has its focus, and hears its keys by itself. */
  ready: boolean
}

/** What Escape and the browser's Back close, the last one on top. */
const open: Open[] = []

function hear(event: KeyboardEvent): void {
  const top = open.at(-1)
  if (event.key !== 'Escape' || event.repeat || event.isComposing || top === undefined) return
  if (top.ready && document.activeElement !== document.body) return
  event.preventDefault()
  event.stopPropagation()
  top.close()
}

/** Whether something is open over the screen, such as a dialog or a menu. */
export const isAnythingOpen = (): boolean => open.length > 0

/** Closes what is on top, as Escape does; false where nothing is open. It may stay, and ask. */
export function closeTop(): boolean {
  const top = open.at(-1)
  top?.close()
  return top !== undefined
}

/**
 * Escape closes what is in sight also before it has the focus, and when what had the focus is gone. React Aria hears only keys
 * inside its overlays, and moves the focus there after the running transitions: on a slow tablet a person is quicker.
 */
export function useEscapeKey(close: () => void): void {
  const latest = useRef(close)
  const self = useRef<Open>(null)
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    const mine: Open = { close: () => latest.current(), ready: false }
    self.current = mine
    if (open.push(mine) === 1) addEventListener('keydown', hear, true)
    return () => {
      open.splice(open.indexOf(mine), 1)
      if (open.length === 0) removeEventListener('keydown', hear, true)
    }
  }, [])
  // The overlay's own effects come before this one.
  useEffect(() => {
    if (self.current !== null) self.current.ready = true
  }, [])
}
