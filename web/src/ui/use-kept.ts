import { useState } from 'react'

/** State that is kept at a place beyond this screen, so that coming back finds it as it was left. */
export function useKept<T extends object>(
  place: string,
  read: (place: string) => T,
  keep: (place: string, value: T) => void,
) {
  const [held, setHeld] = useState(() => ({ place, value: read(place) }))
  const value = held.place === place ? held.value : read(place)
  const change = (part: Partial<T>) => {
    const next = { ...value, ...part }
    keep(place, next)
    setHeld({ place, value: next })
  }
  return [value, change] as const
}
