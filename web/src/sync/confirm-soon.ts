import type { Timers } from './schedule.ts'

/** An event takes milliseconds; what it has not brought back by then is asked for. */
export const CONFIRM_MS = 2_000

export interface Confirming {
  /** Something was sent, and may have to come back. */
  expect(): void
  stop(): void
}

/**
 * While a tablet hears of every change it does not ask for its own. An event may be lost, though, and nobody waits a minute to
 * see that the server has a change: what is still `open` after a while is asked for.
 */
export function confirmSoon(timers: Timers, open: () => Promise<boolean>, ask: () => void): Confirming {
  let timer: unknown
  const look = () => {
    timer = undefined
    open().then(
      (is) => is && ask(),
      (error: unknown) => console.error('What is still to be confirmed is not known.', error),
    )
  }
  return {
    // One that waits already is not put off: somebody who saves every second is to see it too.
    expect: () => {
      timer ??= timers.set(look, CONFIRM_MS)
    },
    stop: () => timers.clear(timer),
  }
}
