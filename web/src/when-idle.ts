/** Longest that an idle task waits; also a page that is never idle, or not looked at, gets to it. */
const LATEST_MS = 2_000
/** For browsers without an idle callback (Safari). */
const SOON_MS = 200

/** Runs a task when the page has nothing else to do. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: LATEST_MS })
  else setTimeout(task, SOON_MS)
}

export const idle = (): Promise<void> => new Promise((reached) => whenIdle(reached))
