import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

/** So few more are no reason for a button. */
const FEW = 3
/** How far below the screen the next ones are drawn before they are seen. */
const AHEAD = '1200px'

/** What scrolls it; null for the page. */
function scrollerOf(place: Element): Element | null {
  for (let at = place.parentElement; at !== null && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return null
}

/** Says once that it is nearly on the screen; after a step there is a new one, since what is still near tells nothing more. */
function Near({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return undefined
    const near = (seen: readonly IntersectionObserverEntry[]) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) onNear()
    }
    const look = new IntersectionObserver(near, { root: scrollerOf(place.current), rootMargin: AHEAD })
    look.observe(place.current)
    return () => look.disconnect()
  }, [onNear])
  return <div ref={place} />
}

interface GrowingListProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
  label: string
  /** On the button for who does not scroll. */
  more: (left: number) => string
  /** Drawn at a time: several hundred at once hold a tablet up for seconds. */
  step: number
  className?: string
}

/** A list that is drawn as far as somebody reads; nothing that was drawn leaves. */
export function GrowingList<T>(props: GrowingListProps<T>) {
  const { items, keyOf, children, label, more, step, className } = props
  const [most, setMost] = useState(step)
  const shown = items.length - most <= FEW ? items.length : most
  const left = items.length - shown
  const grow = useCallback(() => setMost((now) => now + step), [step])
  return (
    <>
      <ul className={className} aria-label={label}>
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {left > 0 && (
        <div>
          <Near key={most} onNear={grow} />
          <Button onClick={grow}>{more(left)}</Button>
        </div>
      )}
    </>
  )
}
