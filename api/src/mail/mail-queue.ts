import { setTimeout as pause } from 'node:timers/promises'
import { Undeliverable } from './message.ts'

const SECOND = 1000
/** In ms, after each failure in turn; then it is given up. */
const WAITS: readonly number[] = [5 * SECOND, 30 * SECOND, 120 * SECOND, 600 * SECOND]
const JOBS_MAX = 1000
/** How long a closing server waits for what is being sent. */
const LAST_WORDS = 3 * SECOND

export interface MailQueue {
  /** Does this soon, and again when it fails; nobody waits for it. */
  add(what: string, job: () => Promise<void>): void
  close(): Promise<void>
}

interface QueueParts {
  /** `again`: in how many ms it is tried again; null when it is given up. */
  failed(what: string, error: unknown, again: number | null): void
  waits?: readonly number[]
}

/** Kept in this process: a restart forgets what was not sent, and says so. */
export function mailQueue({ failed, waits = WAITS }: QueueParts): MailQueue {
  const running = new Set<Promise<void>>()
  const closing = new AbortController()

  async function run(what: string, job: () => Promise<void>): Promise<void> {
    for (let tried = 0; ; tried++) {
      try {
        return await job()
      } catch (error) {
        const last = error instanceof Undeliverable || closing.signal.aborted
        const again = last ? null : (waits[tried] ?? null)
        failed(what, error, again)
        if (again === null) return
        const waited = await pause(again, true, { signal: closing.signal }).catch(() => false)
        if (!waited) return failed(what, error, null)
      }
    }
  }

  return {
    add(what, job) {
      if (running.size >= JOBS_MAX) {
        failed(what, new Error('Too many e-mails are waiting.'), null)
        return
      }
      const one = run(what, job).finally(() => running.delete(one))
      running.add(one)
    },
    async close() {
      closing.abort()
      await Promise.race([Promise.all(running), pause(LAST_WORDS, undefined, { ref: false })])
    },
  }
}
