export interface Updates {
  /** Whether this tab may be loaded anew without asking: nothing is open that a person works on. */
  mayReload: () => boolean
  /** A new version is ready; `apply` switches to it, at the person's wish. */
  onReady: (apply: () => void) => void
  /** Calls back each time that the server refuses this version of the app; returns what ends that. */
  whenRequired?: (required: () => void) => () => void
}

interface Surroundings {
  container: ServiceWorkerContainer
  reload: () => void
  page: Document
}

const HOUR = 3_600_000
/**
 * A version that is required is looked for so often: a look while the server was still out of reach found nothing. One that was
 * asked for is let in so often: the browser can miss it while the old one is just starting.
 */
const AGAIN_MS = 10_000

/**
 * Registers the service worker. A new version waits until a person asks for it. When another tab brings it in, this tab follows
 * at once if it may, and else says so and goes on with its own code. Where the server takes this version no longer, a new one is
 * looked for and taken without asking, as soon as nothing is open that a person works on.
 * @returns stops watching
 */
export function registerUpdates(
  { mayReload, onReady, whenRequired }: Updates,
  around: Surroundings = browser(),
): () => void {
  const { container, reload, page } = around
  const stopping = new AbortController()
  const { signal } = stopping
  // A tab open since the very first visit gets its first controller without any change of code.
  let controlled = container.controller !== null
  /** Somebody wants the version that waits: this tab loads it once it is in. */
  let asked = false
  /** Switches to the version that is ready. */
  let ready: (() => void) | undefined
  let known: ServiceWorkerRegistration | undefined
  let refused = false
  let seeking: ReturnType<typeof setInterval> | undefined
  let letting: ReturnType<typeof setInterval> | undefined
  const seek = () => {
    if (ready === undefined) known?.update().catch(logUnlessOffline)
    else if (mayReload()) ready()
  }
  const stopHearing = whenRequired?.(() => {
    refused = true
    seek()
    seeking ??= setInterval(seek, AGAIN_MS)
  })
  signal.addEventListener('abort', () => {
    stopHearing?.()
    clearInterval(seeking)
    clearInterval(letting)
  })

  container.addEventListener(
    'controllerchange',
    () => {
      const wanted = asked
      asked = false
      if (!controlled) controlled = true
      else if (wanted || mayReload()) reload()
      else onReady(reload)
    },
    { signal },
  )

  const offer = (worker: ServiceWorker) => {
    if (container.controller === null) return
    ready = () => {
      // A worker that another tab let in already does not wait any more.
      if (worker.state !== 'installed') return reload()
      asked = true
      // Nothing to the old one: a message would start it, and the browser waits half a minute from the last thing that it did.
      const letIn = () => worker.postMessage({ type: 'skip-waiting' })
      letIn()
      clearInterval(letting)
      // Once it is in the page asks before it goes, where somebody types: that is asked once.
      letting = setInterval(() => (worker.state === 'installed' ? letIn() : clearInterval(letting)), AGAIN_MS)
    }
    onReady(ready)
    if (refused && mayReload()) ready()
  }

  const watch = (registration: ServiceWorkerRegistration) => {
    if (signal.aborted) return
    known = registration
    if (registration.waiting !== null) offer(registration.waiting)
    const follow = () => {
      const worker = registration.installing
      worker?.addEventListener(
        'statechange',
        () => {
          if (worker.state === 'installed') offer(worker)
        },
        { signal },
      )
    }
    // The browser looks by itself when a page opens, and may have found one before this listens.
    follow()
    registration.addEventListener('updatefound', follow, { signal })
    const look = () => {
      registration.update().catch(logUnlessOffline)
    }
    const timer = setInterval(look, HOUR)
    signal.addEventListener('abort', () => clearInterval(timer))
    page.addEventListener(
      'visibilitychange',
      () => {
        if (page.visibilityState === 'visible') look()
      },
      { signal },
    )
  }

  container
    .register('/service-worker.js', { scope: '/', updateViaCache: 'none' })
    .then(watch)
    .catch((error: unknown) => console.error('The service worker could not be registered.', error))
  return () => stopping.abort()
}

function logUnlessOffline(error: unknown): void {
  if (navigator.onLine) console.warn('Could not look for a new version.', error)
}

function browser(): Surroundings {
  return { container: navigator.serviceWorker, reload: () => location.reload(), page: document }
}
