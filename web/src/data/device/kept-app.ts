/** The app as the service worker keeps it on this tablet. */
export interface KeptApp {
  /** How many files the app has, and how many of them are not here. */
  files: number
  missing: number
  /** A newer version is here too, and waits. */
  newer: boolean
}

/** What the service worker answers within; it looks into its own cache alone, and fetches what it lacks. */
const ANSWER_MS = 1_500

/** What is kept of the app; null where no service worker keeps it, or none answers. */
export async function keptApp(): Promise<KeptApp | null> {
  const container = (navigator as Partial<Navigator>).serviceWorker
  const worker = container?.controller
  if (!container || !worker) return null
  const [told, registration] = await Promise.all([askWorker(worker), container.getRegistration()])
  return told && { ...told, newer: (registration?.waiting ?? null) !== null }
}

function askWorker(worker: ServiceWorker): Promise<Omit<KeptApp, 'newer'> | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const end = (told: Omit<KeptApp, 'newer'> | null) => {
      clearTimeout(timer)
      port1.close()
      resolve(told)
    }
    const timer = setTimeout(() => end(null), ANSWER_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<Omit<KeptApp, 'newer'>>) => end(data))
    port1.start()
    worker.postMessage({ type: 'what-is-kept' }, [port2])
  })
}
