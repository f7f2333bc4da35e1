import { useEffect, useRef, type RefObject } from 'react'

const rowAt = (list: Element | null, selector: string) => {
  const row = list?.querySelector(selector)
  return row?.querySelector<HTMLElement>('[data-item-focus]') ?? row?.querySelector<HTMLElement>('button')
}
const FIRST = '[data-index="0"]'
/** So long a list may take to show what it found. */
const FRAMES = 20

interface Wanted {
  words: string
  act: () => boolean
}

/**
 * The keys of a list with its search box: Enter takes the first that was found, or the only one there is; the arrow leads into the
 * list; what is typed on a row is typed into the box. `typed` is in the box, `shown` is what the list was searched for by now. The
 * ref is for what holds both.
 */
export function usePickerKeys(typed: string, shown: string): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  /** A key was pressed for these words before the list had them: nobody gets a row of other words. */
  const wanted = useRef<Wanted>(null)
  const box = () => root.current?.querySelector<HTMLInputElement>('input[type=search]') ?? null

  /** False where the row is not there. */
  const lead = () => {
    const row = rowAt(root.current, FIRST)
    if (!row) return false
    row.focus()
    return true
  }
  const take = () => {
    const row = rowAt(root.current, typed.trim() === '' ? `${FIRST}[aria-setsize="1"]` : FIRST)
    if (!row) return false
    row.click()
    // Where one more can be taken, what is typed next is another search.
    box()?.select()
    return true
  }
  const attempt = () => {
    const press = wanted.current
    if (press?.words !== typed) wanted.current = null
    else if (shown === typed && press.act()) wanted.current = null
    else if (shown === typed) attemptSoon(press, FRAMES)
  }
  /** A list measures its room before it has rows, on a busy tablet for some frames. One that has none by then has nothing to take. */
  const attemptSoon = (press: Wanted, left: number) => {
    requestAnimationFrame(() => {
      if (wanted.current !== press) return
      if (press.act() || left === 0) wanted.current = null
      else attemptSoon(press, left - 1)
    })
  }
  const begin = (act: () => boolean) => {
    wanted.current = { words: typed, act }
    attempt()
  }
  useEffect(attempt)

  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (target === box()) {
      if (key === 'ArrowDown') {
        event.preventDefault()
        begin(lead)
      }
      if (key === 'Enter') {
        event.preventDefault()
        // A key that is held down takes one.
        if (!event.repeat) begin(take)
      }
    } else if (
      key.length === 1 &&
      key !== ' ' &&
      target instanceof Element &&
      target.closest('.virtual-list')
    )
      box()?.focus()
  }
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const around = root.current
    const listen = (event: KeyboardEvent) => latest.current(event)
    around?.addEventListener('keydown', listen)
    return () => around?.removeEventListener('keydown', listen)
  }, [])
  return root
}
