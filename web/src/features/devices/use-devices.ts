import { useCallback, useEffect, useRef, useState } from 'react'
import { seenDevices, type SeenDevices } from '../../data/seen-devices.ts'
import { OfflineError, ServerError } from '../../data/server-call.ts'
import { session } from '../../data/session.ts'
import { syncStatus } from '../../data/sync-status.ts'
import { askDevices } from './device-calls.ts'
import { devicesText as text } from './devices-text.ts'

interface Shown {
  seen: SeenDevices | null
  /** Only `fresh` may be changed. */
  state: 'reading' | 'fresh' | 'unreachable' | 'failed'
}

const isOutOfReach = (error: unknown) =>
  error instanceof OfflineError || (error instanceof ServerError && [502, 503, 504].includes(error.status))

/** The tablets as the server has them now, asked again whenever that may have changed; else as they were seen last. */
export function useDevices() {
  const [shown, setShown] = useState<Shown>({ seen: null, state: 'reading' })
  const asked = useRef(0)

  const reload = useCallback(async () => {
    const turn = ++asked.current
    // An answer that a later question overtook is old.
    const show = (next: (now: Shown) => Shown) => {
      if (turn === asked.current) setShown(next)
    }
    try {
      const seen = await askDevices()
      show(() => ({ seen, state: 'fresh' }))
    } catch (error) {
      console.error(text.failedTitle, error)
      const kept = await seenDevices().catch((fault: unknown) => {
        console.error(fault)
        return undefined
      })
      // Signed in without the server there is no token, and it says so with a 401.
      const state = isOutOfReach(error) || session.getState().token === null ? 'unreachable' : 'failed'
      show((now) => ({ seen: now.seen ?? kept ?? null, state }))
    }
  }, [])

  useEffect(() => {
    void reload()
    const again = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', again)
    addEventListener('online', again)
    const stops = [
      session.subscribe((now, before) => {
        if (now.token !== null && now.token !== before.token) again()
      }),
      syncStatus.subscribe((now, before) => {
        if (now.serverReachable !== before.serverReachable) again()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', again)
      removeEventListener('online', again)
    }
  }, [reload])
  return { ...shown, reload }
}
