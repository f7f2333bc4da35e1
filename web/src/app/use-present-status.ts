import { useEffect, useState } from 'react'
import { stateOf, syncStatus, type SyncStatus } from '../data/database/sync-status.ts'

/** What is unsent grows older while nothing else happens: looked at again so often. */
const LOOK_MS = 15_000

/** The status, its state as of now. */
export function usePresentStatus(): SyncStatus {
  const [status, show] = useState(presentStatus)
  useEffect(() => {
    const look = () => show(presentStatus())
    look()
    const timer = setInterval(look, LOOK_MS)
    const stopHearing = syncStatus.subscribe(look)
    return () => {
      clearInterval(timer)
      stopHearing()
    }
  }, [])
  return status
}

/**
 * By the clock of the moment in which the status is looked at: to one that was read before, what was just saved or read lies in
 * the future, and counts as held up for as long as the server answers.
 */
function presentStatus(): SyncStatus {
  const status = syncStatus.getState()
  const later = stateOf(status, Date.now())
  // The engine's own word counts where this one is less grave.
  const isGrave = later === 'stuck' || later === 'behind'
  return isGrave && status.state !== 'reading' ? { ...status, state: later } : status
}
