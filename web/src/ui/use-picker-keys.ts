import { useCallback, useEffect, useRef, type RefCallback } from 'react'

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
export function usePickerKeys(typed: string, shown: string): RefCallback<HTMLDivElement> {
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
    const row = rowAt(root.current, (box()?.value ?? '').trim() === '' ? `${FIRST}[aria-setsize="1"]` : FIRST)
    if (!row) return false
    row.click()
    // Where one more can be taken, what is typed next is another search.
    box()?.select()
    return true
  }
  const attempt = () => {
    const press = wanted.current
    if (press === null) return
    if (press.words !== box()?.value) wanted.current = null
    else if (press.words !== typed || press.words !== shown) return
    else if (press.act()) wanted.current = null
    else attemptSoon(press, FRAMES)
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
    // Quick hands press it before what they typed is known here.
    wanted.current = { words: box()?.value ?? typed, act }
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
  // Not in an effect: the first dialog of a visit is fetched, and what holds both comes later than this component.
  return useCallback((around: HTMLDivElement | null) => {
    root.current = around
    if (around === null) return undefined
    const listen = (event: KeyboardEvent) => latest.current(event)
    around.addEventListener('keydown', listen)
    return () => {
      around.removeEventListener('keydown', listen)
      root.current = null
    }
  }, [])
}
