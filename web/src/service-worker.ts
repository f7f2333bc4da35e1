import { cacheNames } from 'workbox-core'
import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { passCallsBy } from './service-worker/call-routes.ts'
import { keepOutgoingAssets, matchKeptAsset } from './service-worker/kept-assets.ts'
import { isShellNavigation } from './service-worker/shell-navigation.ts'
import { wholeApp } from './service-worker/whole-app.ts'
import { OUTBOX_TAG } from './sync/background-sync.ts'
import { openChannel } from './sync/channel.ts'
import { sendOutbox } from './sync/send-outbox.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

const precache = new PrecacheController()
precache.addToCacheList(self.__WB_MANIFEST)

self.addEventListener('install', (event) => {
  event.waitUntil(passCallsBy(event))
  event.waitUntil(precache.install(event))
})

self.addEventListener('activate', (event) => {
  const bringIn = async () => {
    await keepOutgoingAssets(cacheNames.precache, new Set(precache.getURLsToCacheKeys().values()), Date.now())
    await precache.activate(event)
    await self.clients.claim()
  }
  event.waitUntil(bringIn())
})

/** For good: the browser may ask again before the new version is in. */
const givesWay = new AbortController()
/** Between the versions of this worker. It starts none that is at rest, as a message to it would. */
const versions = openChannel('service-worker')
versions.hear((words) => {
  if (words === 'give-way') givesWay.abort()
})

// A new version waits until a person asks for it. The browser lets it in only when the old one does nothing any more: that may be
// waiting for minutes to send what the server does not take just now.
self.addEventListener('message', (event) => {
  if (typeOf(event.data) !== 'skip-waiting') return
  versions.say('give-way')
  event.waitUntil(self.skipWaiting())
})

// Asked by the screen that says whether this tablet is ready.
self.addEventListener('message', (event) => {
  const [port] = event.ports
  if (typeOf(event.data) !== 'what-is-kept' || port === undefined) return
  const tell = async () => {
    const cache = await caches.open(cacheNames.precache)
    port.postMessage(await wholeApp(cache, [...precache.getURLsToCacheKeys().values()]))
  }
  event.waitUntil(tell())
})

const typeOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined

/** Not every browser has it, and so the standard library's types do not. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

// What the last tab left unsent. When it rejects, the browser asks again later.
self.addEventListener('sync' as keyof ServiceWorkerGlobalScopeEventMap, (event) => {
  if ((event as SyncEvent).tag === OUTBOX_TAG) (event as SyncEvent).waitUntil(sendOutbox(givesWay.signal))
})

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isShellNavigation(request.mode, url.pathname),
  precache.createHandlerBoundToURL('/index.html'),
)

registerRoute(
  new PrecacheRoute(precache, {
    // '/' and '/ledger' are calls unless they are navigations: no guessing of index.html or ledger.html.
    directoryIndex: '',
    cleanURLs: false,
    ignoreURLParametersMatching: [],
  }),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await matchKeptAsset(request)) ?? fetch(request),
)
