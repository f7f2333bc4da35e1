/** What the browser tells of a launch of the installed app: its icon, or a shortcut, pressed. */
export interface Launch {
  readonly targetURL?: string | null | undefined
}

export interface LaunchQueue {
  setConsumer: (consumer: (launch: Launch) => void) => void
}

/** Not every browser has it, and so the standard library's types do not. */
export const launchQueue = (): LaunchQueue | undefined =>
  (globalThis as { launchQueue?: LaunchQueue }).launchQueue

/** How this page was loaded. */
export interface Loaded {
  url: string
  reload: boolean
}

/**
 * The screens that later launches of the installed app ask for. The launch that loaded this page is told too, and again after a
 * reload, when somebody has gone on from its screen long ago; the app's icon alone asks for no screen.
 */
export function heardLaunches(queue: LaunchQueue, loaded: Loaded, open: (path: string) => void): void {
  let first = true
  queue.setConsumer(({ targetURL }) => {
    const own = first && (loaded.reload || targetURL === loaded.url)
    first = false
    if (own || typeof targetURL !== 'string') return
    const asked = new URL(targetURL)
    if (asked.origin !== new URL(loaded.url).origin || asked.pathname === '/') return
    open(asked.pathname + asked.search)
  })
}
