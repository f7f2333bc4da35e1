import { OfflineError, ServerError } from './server-call.ts'
import { session } from './session.ts'
import { syncStatus } from '../database/sync-status.ts'

/** No answer, or only from a proxy before the server. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof OfflineError || (error instanceof ServerError && [502, 503, 504].includes(error.status))

/** How a question to the server failed. */
export const failureOfAsking = (error: unknown): 'unreachable' | 'failed' =>
  // Signed in without the server there is no token, and it says so with a 401.
  isOutOfReach(error) || session.getState().token === null ? 'unreachable' : 'failed'

/** Hears of each moment at which the server may answer again, or otherwise than before; gives what ends it. */
export function onReasonToAsk(again: () => void): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') again()
  }
  document.addEventListener('visibilitychange', whenVisible)
  addEventListener('online', whenVisible)
  const stops = [
    session.subscribe((now, before) => {
      if (now.token !== null && now.token !== before.token) whenVisible()
    }),
    syncStatus.subscribe((now, before) => {
      if (now.serverReachable !== before.serverReachable) whenVisible()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', whenVisible)
    removeEventListener('online', whenVisible)
  }
}
