import { callServer, OfflineError } from '../data/people/server-call.ts'
import { syncStatus } from '../data/database/sync-status.ts'
import type { Sending } from '../features/device/send-now.tsx'
import { tryAllNow } from '../sync/start.ts'

/** A round takes less; what still waits then waits for something else. */
const ROUND_MS = 8_000

/** Any answer is one. */
async function serverAnswers(timeoutMs = ROUND_MS): Promise<boolean> {
  try {
    await callServer({ method: 'GET', path: '/setup/state', token: null, timeoutMs })
    return true
  } catch (error) {
    if (!(error instanceof OfflineError)) console.error(error)
    return false
  }
}

const allSent = () => syncStatus.getState().queued === 0

function whenSent(withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (sent: boolean) => {
      clearTimeout(timer)
      unsubscribe()
      resolve(sent)
    }
    const timer = setTimeout(() => end(allSent()), withinMs)
    const unsubscribe = syncStatus.subscribe(() => {
      if (allSent()) end(true)
    })
  })
}

/** Sends now, in whichever tab does that, and says what became of it: from what this tablet knows, not from a request. */
export async function sendNow(withinMs = ROUND_MS): Promise<Sending> {
  const nothing = allSent()
  tryAllNow()
  if (!(await serverAnswers())) return 'unreachable'
  if (nothing) return 'nothing'
  return allSent() || (await whenSent(withinMs)) ? 'sent' : 'waits'
}

/** Begins a round, and says whether the server answers within this time. */
export function reachServer(withinMs: number): Promise<boolean> {
  tryAllNow()
  return serverAnswers(withinMs)
}
