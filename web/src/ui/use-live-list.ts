import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** A list that tells when it changes. `ready` rejects when it could not be read. */
export interface LiveList<T> {
  entries(): readonly T[]
  subscribe(listener: () => void): () => void
  ready: Promise<void>
  isReady(): boolean
}

export interface LiveItems<T> {
  items: readonly T[]
  /** Until `ready`, an empty list says nothing. */
  status: 'reading' | 'ready' | 'failed'
  again: () => void
}

const NOTHING: readonly never[] = []

/** Follows a live list; `open` gives the same list for the same thing, and a new one after a failure. */
export function useLiveList<T>(open: () => LiveList<T>): LiveItems<T> {
  const [attempt, setAttempt] = useState(() => ({ list: open(), failed: false }))
  const { list, failed } = attempt
  const subscribe = useCallback((listener: () => void) => list.subscribe(listener), [list])
  const [begun, setBegun] = useState(() => (list.isReady() ? list : null))
  const items = useSyncExternalStore(subscribe, () => (begun === list ? list.entries() : NOTHING))
  useEffect(() => {
    let left = false
    list.ready.then(
      // The first rows of a long list in slices, between which a slow tablet can answer.
      () => startTransition(() => setBegun(list)),
      (error: unknown) => {
        console.error(error)
        if (!left) setAttempt((now) => ({ ...now, failed: true }))
      },
    )
    return () => {
      left = true
    }
  }, [list])
  return {
    items,
    status: failed ? 'failed' : begun === list ? 'ready' : 'reading',
    again: () => setAttempt({ list: open(), failed: false }),
  }
}
