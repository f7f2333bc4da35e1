/** Wrong passwords of one person, and how long the next try has to wait. */
export interface FailedSignIns {
  wrong: number
  /** What was left to wait at `as_of`, in ms. */
  left_ms: number
  /** Device's clock, in ms. */
  as_of: number
}

/** So many wrong passwords in a row cost nothing: people mistype. */
const FREE = 5
/** After the fifth, sixth, seventh, and every further one, in ms. */
const WAITS = [30_000, 60_000, 5 * 60_000, 15 * 60_000] as const

const waitAfter = (wrong: number): number =>
  wrong < FREE ? 0 : (WAITS[Math.min(wrong - FREE, WAITS.length - 1)] ?? 0)

/**
 * What is left to wait at `now` (device's clock, ms). A clock that went back counts as no time at all: it frees nobody, and
 * keeps nobody waiting for longer than was left.
 */
export function asOf(failed: FailedSignIns, now: number): FailedSignIns {
  const passed = Math.max(0, now - failed.as_of)
  return { ...failed, left_ms: Math.max(0, failed.left_ms - passed), as_of: now }
}

/** One more wrong password at `now`. */
export function failedOnceMore(failed: FailedSignIns | undefined, now: number): FailedSignIns {
  const wrong = (failed?.wrong ?? 0) + 1
  return { wrong, left_ms: waitAfter(wrong), as_of: now }
}
