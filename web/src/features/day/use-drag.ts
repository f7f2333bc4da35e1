import { useRef, useState, type PointerEvent } from 'react'

interface Drag {
  id: string
  /** Between which rows it would stand, 0 before the first. */
  to: number
}

/** Rows are dragged by their handle, with a finger or a mouse; nothing moves before it is let go. */
export function useDrag(onDrop: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const rowsNow = () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
  const placeAt = (y: number) =>
    rowsNow().filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2 < y
    }).length

  const handle = (id: string, at: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id, to: at })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag?.id !== id) return
      const to = placeAt(event.clientY)
      if (to !== drag.to) setDrag({ id, to })
    },
    onPointerUp() {
      if (drag?.id !== id) return
      setDrag(null)
      // Among all others: below where it stood, its own place is free.
      const to = drag.to > at ? drag.to - 1 : drag.to
      if (to !== at) onDrop(id, to)
    },
    onPointerCancel: () => setDrag(null),
  })
  return { list, drag, handle }
}
