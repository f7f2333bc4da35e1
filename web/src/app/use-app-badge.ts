import { useEffect } from 'react'
import { syncStatus } from '../data/database/sync-status.ts'
import { waitingFor } from './sync-words.ts'

/** A browser that has no icon for the app, or may not mark it, is not asked again. */
let isRefused = false

function mark(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>
  const set = count === 0 ? clearAppBadge?.call(navigator) : setAppBadge?.call(navigator, count)
  set?.catch((error: unknown) => {
    isRefused = true
    console.warn('The app’s icon cannot be marked.', error)
  })
}

/** The installed app's icon says how much waits for the signed-in person; nothing while nobody is. */
export function watchAppBadge(): () => void {
  let shown = -1
  const look = () => {
    const count = waitingFor(syncStatus.getState())
    if (isRefused || count === shown) return
    shown = count
    mark(count)
  }
  look()
  const stop = syncStatus.subscribe(look)
  return () => {
    stop()
    if (!isRefused) mark(0)
  }
}

export function useAppBadge(person: string | undefined): void {
  useEffect(() => (person === undefined ? undefined : watchAppBadge()), [person])
}
