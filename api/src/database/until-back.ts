import { setTimeout as pause } from 'node:timers/promises'
import { isAway } from '../errors.ts'

export interface Waiting {
  /** Nobody wants it any more. */
  isOver: () => boolean
  /** Told once, when it has to wait. */
  onWait: () => void
  /** Before the first further attempt; each wait is twice as long, up to 40 times that. */
  waitMs?: number
}

/**
 * Does what asks the database, once more from its beginning whenever the database went meanwhile, for as long as that takes: for a
 * database that is itself started again and again.
 * @throws whatever else fails, at once
 */
export async function untilBack<T>(
  work: () => Promise<T>,
  { isOver, onWait, waitMs = 50 }: Waiting,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (isOver() || !isAway(error)) throw error
      if (attempt === 0) onWait()
      await pause(Math.min(40, 2 ** attempt) * waitMs)
    }
  }
}
