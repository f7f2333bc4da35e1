import type { VirtualItem } from '@tanstack/react-virtual'

interface ScrollPlace {
  offset: number
  measured: VirtualItem[]
}

const MOST_PLACES = 50
const places = new Map<string, ScrollPlace>()

/** Where a list stood when it was left, while the app is open; the fifty lists left last. Its top needs no keeping. */
export function scrollPlace(key: string | undefined): ScrollPlace | undefined {
  return key === undefined ? undefined : places.get(key)
}

export function keepScrollPlace(key: string | undefined, place: ScrollPlace): void {
  if (key === undefined) return
  places.delete(key)
  if (place.offset > 0) places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest)
}

/** Somebody else looks at the lists now. */
export const forgetScrollPlaces = (): void => places.clear()
