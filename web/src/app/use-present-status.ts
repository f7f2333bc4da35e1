import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { stateOf, syncStatus, type SyncStatus } from '../data/sync-status.ts'

/** What is unsent grows older while nothing else happens: looked at again so often. */
const LOOK_MS = 15_000

/** The status, its state as of now. */
export function usePresentStatus(): SyncStatus {
  const status = useStore(syncStatus)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  // The engine's own word is newer than this clock until it ticks; it is never less grave by that.
  const later = stateOf(status, now)
  const isGrave = later === 'stuck' || later === 'behind'
  return isGrave && status.state !== 'reading' ? { ...status, state: later } : status
}
