import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { attentionText as text } from './attention-text.ts'

/** Cards drawn at a time: several hundred at once hold a tablet up for seconds. */
const STEP = 8
/** So few more are no reason for a button. */
const FEW = 3
/** How far below the screen the next ones are drawn before they are seen. */
const AHEAD = '1200px'

/** Says once that it is nearly on the screen; after a step there is a new one, since what is still near tells nothing more. */
function Near({ onNear }: { onNear: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return undefined
    const near = (seen: readonly IntersectionObserverEntry[]) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) onNear()
    }
    const look = new IntersectionObserver(near, { rootMargin: AHEAD })
    look.observe(place.current)
    return () => look.disconnect()
  }, [onNear])
  return <div ref={place} />
}

interface GrowingListProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
}

/** A list that is drawn as far as somebody reads; nothing that was drawn leaves. */
export function GrowingList<T>({ items, keyOf, children }: GrowingListProps<T>) {
  const [most, setMost] = useState(STEP)
  const shown = items.length - most <= FEW ? items.length : most
  const left = items.length - shown
  const grow = useCallback(() => setMost((now) => now + STEP), [])
  return (
    <>
      <ul className="stack attention" aria-label={text.list}>
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {left > 0 && (
        <div>
          <Near key={most} onNear={grow} />
          <Button onClick={grow}>{text.showMore(left)}</Button>
        </div>
      )}
    </>
  )
}
