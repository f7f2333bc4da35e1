import { useLayoutEffect, useRef, useState } from 'react'

const PLACE = 'sync-mark-width'

/** Of a window as wide as this one: turned upright the mark says less. */
function remembered(): number | undefined {
  const [windowWidth, width] = (localStorage.getItem(PLACE) ?? '').split(' ')
  return Number(windowWidth) === innerWidth ? Number(width) || undefined : undefined
}

/**
 * The room that the sync mark took when the app was here last, kept while it does not know its `words` yet: what stands beside
 * it does not move when they come.
 */
export function useMarkRoom(words: string | null) {
  const mark = useRef<HTMLSpanElement>(null)
  const [room] = useState(remembered)
  useLayoutEffect(() => {
    const width = mark.current?.getBoundingClientRect().width
    if (words !== null && width !== undefined) localStorage.setItem(PLACE, `${innerWidth} ${width}`)
  }, [words])
  return { mark, room: words === null ? room : undefined }
}
