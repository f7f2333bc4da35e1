import type { ChangeEvent } from 'sync-protocol/wire/events'

/** How many changes wait with what they tell, each at most one page. */
export const WAITING_MAX = 50

/**
 * Changes are heard one after the other: each starts where the one before it ended. Where storage is slow and others work on, more
 * wait than are worth their memory: of those only the newest is kept, and only that it came; what they told is read from the feed.
 */
export function hearInTurn(hear: (change: ChangeEvent) => Promise<void>, failed: (error: unknown) => void) {
  let waiting = 0
  let beyond: ChangeEvent | undefined
  let last = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    last = last.then(work).catch(failed)
  }
  return {
    heard(change: ChangeEvent): void {
      if (waiting < WAITING_MAX) {
        waiting++
        next(() => hear(change).finally(() => waiting--))
        return
      }
      const isFirst = beyond === undefined
      beyond = { head: change.head, epoch: change.epoch }
      if (!isFirst) return
      next(async () => {
        const newest = beyond
        beyond = undefined
        if (newest !== undefined) await hear(newest)
      })
    },
    /** All that came so far was heard. */
    ended: (): Promise<void> => last,
  }
}
