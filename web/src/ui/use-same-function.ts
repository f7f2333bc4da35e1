import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every drawing, which calls the newest one: for parts that are drawn again only where a prop is another. */
export function useSameFunction<A extends unknown[], R>(newest: (...given: A) => R): (...given: A) => R {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  })
  return useCallback((...given: A) => latest.current(...given), [])
}
