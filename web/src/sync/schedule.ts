import type { RoundFor, RoundResult } from './round.ts'

export interface Timers {
  set(work: () => void, ms: number): unknown
  clear(timer: unknown): void
}

const FIRST_MS = 1_000
const MOST_MS = 60_000
/** Between rounds while all is well. */
const REGULAR_MS = 60_000
/** Between two probes at most, while somebody looks. */
const PROBE_MS = 5_000
/** So long it waits at most when it is asked to: something in between may name a day, or more than a browser's timer can hold. */
const WAIT_MOST_MS = 5 * 60_000

/** Full-jitter back-off: anything up to a ceiling that doubles from 1 s to 60 s, without end (sync contract T5). */
export const backOff = (failures: number, random: number): number =>
  random * Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))

interface Reason {
  still: () => Promise<boolean>
  what: RoundFor
}

export interface Schedule {
  /**
   * Something to send or to read: at once, unless the server asked to wait. What comes during a round has often been dealt
   * with at its end: another follows only if it is `still` to be done.
   */
  poke(still?: () => Promise<boolean>, what?: RoundFor): void
  /**
   * A reason to believe that the server answers now: at once too, and whatever failed before says nothing any more, nor
   * does a round under way, which may have asked a moment too soon.
   */
  tryNow(): void
  /** Ends it; resolves when the round under way is over. */
  stop(): Promise<void>
}

/**
 * Runs one round at a time: at once when there is a reason to, after a failure with back-off, else every minute. A round for
 * sending alone does not put off the next that reads.
 */
export function startSchedule(
  round: (what: RoundFor) => Promise<RoundResult>,
  random: () => number,
  timers: Timers,
  ended: (result: RoundResult) => void,
): Schedule {
  let stopped = false
  let running: Promise<void> | undefined
  let reasons: Reason[] = []
  let hopeful = false
  let failures = 0
  let waiting = false
  let timer: unknown

  const plan = (ms: number) => {
    timers.clear(timer)
    timer = timers.set(() => {
      waiting = false
      if (running) hopeful = true
      else run('all')
    }, ms)
  }
  const pause = ({ probed = false }: RoundResult) => {
    const ms = backOff(failures, random())
    return probed ? Math.min(PROBE_MS, ms) : ms
  }
  const run = (what: RoundFor) => {
    if (stopped || running) return
    const whole = what === 'all' || failures > 0
    if (whole) timers.clear(timer)
    reasons = []
    hopeful = false
    running = once(whole ? 'all' : 'sending')
  }
  const once = async (what: RoundFor) => {
    const result = await round(what).catch((error: unknown): RoundResult => ({
      ok: false,
      reachable: true,
      error,
    }))
    let next: RoundFor | undefined
    while (result.ok && next !== 'all') {
      const reason = reasons.shift()
      if (!reason) break
      if (next === reason.what) continue
      const still = await reason.still().catch((error: unknown) => {
        console.error('Whether another round is needed is not known.', error)
        return true
      })
      if (still) next = reason.what
    }
    running = undefined
    if (stopped) return
    failures = result.ok ? 0 : failures + 1
    waiting = result.retryAfterMs !== undefined
    ended(result)
    if (hopeful) next = 'all'
    if (waiting || (!result.ok && !hopeful)) {
      const asked = Math.min(result.retryAfterMs ?? 0, WAIT_MOST_MS)
      return plan(Math.max(asked, pause(result)))
    }
    if (what === 'all' && next !== 'all') plan(REGULAR_MS)
    if (next) run(next)
  }
  run('all')
  const poke = (still = () => Promise.resolve(true), what: RoundFor = 'all') => {
    if (running) reasons.push({ still, what })
    else if (!waiting) run(what)
  }
  return {
    poke,
    tryNow() {
      failures = 0
      hopeful = true
      poke()
    },
    async stop() {
      stopped = true
      timers.clear(timer)
      await running
    },
  }
}
