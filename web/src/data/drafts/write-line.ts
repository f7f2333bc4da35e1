export interface WriteLine {
  /** Writes after so many ms, counted anew with each call; but `longestMs` after the first one at the latest. */
  soon(ms: number, longestMs?: number): void
  /** Writes now; resolves when this and all before it is over. */
  now(): Promise<void>
  /** Does this after every write so far; nothing is written meanwhile. */
  after(work: () => Promise<void>): Promise<void>
  /** Writes nothing until it is asked again; resolves when the last write is over. */
  rest(): Promise<void>
}

/** Does one thing after the other; what fails is said in the console and holds up nothing. */
export function inTurn(): (work: () => Promise<void>) => Promise<void> {
  let line: Promise<void> = Promise.resolve()
  return (work) => {
    line = line.then(work).catch((error: unknown) => console.error(error))
    return line
  }
}

/** One write after the other: typing never waits for one, and a later one never overtakes it. */
export function writeLine(write: () => Promise<void>): WriteLine {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | null = null
  const after = inTurn()
  const cancel = () => {
    clearTimeout(timer)
    waitingSince = null
  }
  const now = () => {
    cancel()
    return after(write)
  }
  return {
    soon(ms, longestMs) {
      clearTimeout(timer)
      if (longestMs !== undefined) waitingSince ??= performance.now()
      const waited = waitingSince === null ? 0 : performance.now() - waitingSince
      timer = setTimeout(() => void now(), Math.max(0, Math.min(ms, (longestMs ?? Infinity) - waited)))
    },
    now,
    after,
    rest() {
      cancel()
      return after(() => Promise.resolve())
    },
  }
}
