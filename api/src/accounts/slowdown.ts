/** Milliseconds, and how many failures are free before each further one has to wait. */
export interface Pace {
  free: number
  firstWait: number
  /** The wait doubles with each failure up to this. */
  longestWait: number
  /** After so long without a failure all is forgotten. */
  forget: number
}

const ENTRIES_MAX = 20_000

/** Counts failures by key and says how long the next attempt has to wait. Times are milliseconds, handed in. */
export class Slowdown {
  readonly #pace: Pace
  readonly #failures = new Map<string, { count: number; last: number }>()

  constructor(pace: Pace) {
    this.#pace = pace
  }

  /** Milliseconds until `key` may try; 0 when it may now. */
  wait(key: string, now: number): number {
    const { free, firstWait, longestWait, forget } = this.#pace
    const seen = this.#failures.get(key)
    if (!seen || seen.count < free) return 0
    if (now - seen.last >= forget) return 0
    const pause = Math.min(longestWait, firstWait * 2 ** Math.min(seen.count - free, 40))
    return Math.max(0, seen.last + pause - now)
  }

  add(key: string, now: number): void {
    const seen = this.#failures.get(key)
    const count = seen && now - seen.last < this.#pace.forget ? seen.count + 1 : 1
    // Set anew, so that the map stays in the order of the last failure and the longest quiet goes first.
    this.#failures.delete(key)
    this.#failures.set(key, { count, last: now })
    if (this.#failures.size > ENTRIES_MAX) this.#failures.delete(this.#failures.keys().next().value ?? key)
  }

  /** Takes one back that was no failure after all. */
  takeBack(key: string): void {
    const seen = this.#failures.get(key)
    if (!seen) return
    if (seen.count <= 1) this.#failures.delete(key)
    else seen.count--
  }

  clear(key: string): void {
    this.#failures.delete(key)
  }
}
