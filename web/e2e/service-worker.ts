import type { BrowserContext, CDPSession } from 'playwright-core'

/** The service worker of one origin, seen from an empty page: also while no page of the app is open. */
export interface WorkerView {
  /** The event by which the browser wakes it when there is a network. */
  dispatchSync(): Promise<void>
  /** As the browser does when it was idle. */
  stop(): Promise<void>
  /** Only the one that serves the pages, not one that waits. */
  stopActive(): Promise<void>
  /** Whether the one that serves the pages runs, as last told. */
  running(): boolean
  devtools: CDPSession
}

export async function seeWorker(context: BrowserContext, origin: string): Promise<WorkerView> {
  const devtools = await context.newCDPSession(await context.newPage())
  const registered = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
      if (own) found(own.registrationId)
    })
  })
  let active: string | undefined
  let foundActive!: () => void
  const hasActive = new Promise<void>((found) => (foundActive = found))
  let running = false
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { scriptURL, status, versionId, runningStatus } of versions)
      if (status === 'activated' && scriptURL.startsWith(origin)) {
        active = versionId
        foundActive()
        running = runningStatus !== 'stopped'
      }
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return {
    devtools,
    dispatchSync: async () => {
      await devtools.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag: 'outbox',
        lastChance: false,
      })
    },
    stop: async () => {
      await devtools.send('ServiceWorker.stopAllWorkers')
    },
    stopActive: async () => {
      await hasActive
      await devtools.send('ServiceWorker.stopWorker', { versionId: active ?? '' })
    },
    running: () => running,
  }
}
