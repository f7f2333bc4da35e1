/** Longest that an idle task waits; also a page that is never idle, or not looked at, gets to it. */
const LATEST_MS = 2_000
/** For browsers without an idle callback (Safari). */
const SOON_MS = 200

/** Runs a task when the page has nothing else to do. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: LATEST_MS })
  else setTimeout(task, SOON_MS)
}

/** Begins to follow something once the page has nothing else to do; as an effect, gives what ends it. */
export function followAtIdle(begin: () => Promise<() => void>): () => void {
  const following = idle().then(begin)
  following.catch((error: unknown) =>
    console.warn('What is followed once the page is idle could not begin.', error),
  )
  return () =>
    void following.then(
      (end) => end(),
      () => undefined,
    )
}

export const idle = (): Promise<void> => new Promise((reached) => whenIdle(reached))
