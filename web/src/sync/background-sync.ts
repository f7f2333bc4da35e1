export const OUTBOX_TAG = 'outbox'

/** Asked again after this, since the browser forgets what it has done. */
const AGAIN_MS = 10_000

interface SyncManager {
  register(tag: string): Promise<void>
}

let askedAt = -Infinity

/**
 * Asks the browser to wake the service worker as soon as there is a network, also when every tab is closed by then. iOS and
 * Firefox cannot: there the next opened tab sends. `now` for a page that may be about to go.
 */
export function askBackgroundSync(when: 'now' | 'again' = 'again'): void {
  if (when === 'again' && performance.now() - askedAt < AGAIN_MS) return
  askedAt = performance.now()
  ask().catch((error: unknown) => console.warn('Nothing is sent while no window of the app is open.', error))
}

async function ask(): Promise<void> {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined
  const registration = (await container?.getRegistration()) as { sync?: SyncManager } | undefined
  await registration?.sync?.register(OUTBOX_TAG)
}
