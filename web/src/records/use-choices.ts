import { useRef } from 'react'

/**
 * What is chosen in a picker is read from the database first. `done` closes it after that: nobody goes on with, or saves, what
 * is not there yet.
 */
export function useChoices(close: () => void) {
  const reading = useRef(new Set<Promise<void>>())
  return {
    /** Resolves when it is where it was put, or has said why not. */
    choose(choice: Promise<void>): void {
      const read = choice.finally(() => reading.current.delete(read))
      reading.current.add(read)
    },
    done: () => void Promise.allSettled(reading.current).then(close),
  }
}
