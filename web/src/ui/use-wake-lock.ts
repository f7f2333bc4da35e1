import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while this is shown. The browser lets go of it whenever the page is hidden, so it is asked for again when
 * the page is back. `refused`: the browser has no such thing, or does not give it (a low battery); nothing else changes then.
 */
export function useWakeLock(): 'asked' | 'kept' | 'refused' {
  const [state, setState] = useState<'asked' | 'kept' | 'refused'>('asked')
  useEffect(() => {
    let gone = false
    let lock: WakeLockSentinel | undefined
    const ask = async () => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return
      try {
        // Not in every browser, and not on a page without https.
        const given = await (navigator as Partial<Navigator>).wakeLock?.request('screen')
        if (gone) await given?.release()
        else {
          lock = given
          setState(given === undefined ? 'refused' : 'kept')
        }
      } catch {
        if (!gone) setState('refused')
      }
    }
    const asking = () => void ask()
    asking()
    document.addEventListener('visibilitychange', asking)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', asking)
      lock?.release().catch((error: unknown) => console.warn(error))
    }
  }, [])
  return state
}
