import { liveQuery } from 'dexie'

/** Calls with what a read of the database gives, now and after every change of what it read; gives what ends it. */
export function liveRead<T>(read: () => Promise<T>, listener: (found: T) => void): () => void {
  const following = liveQuery(read).subscribe({
    next: listener,
    error: (error: unknown) => console.error('What is followed could not be read.', error),
  })
  return () => following.unsubscribe()
}
