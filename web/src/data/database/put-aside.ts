import type { DBCore, Dexie } from 'dexie'

/** What runs on this page's connections. */
const running = new Set<IDBTransaction>()
let listens = false

/**
 * Its transactions end with the page. A browser that keeps a page for going back stops it in the middle of what it does; in
 * WebKit a transaction then holds its tables for as long as the page is kept, and no other page of the tablet reads or writes
 * them. So what runs is aborted, as in a page that is left for good: nothing of it was said to be stored.
 */
export function endsWithPage(database: Dexie): void {
  // A worker has no such end.
  if (!('onpagehide' in globalThis)) return
  if (!listens) addEventListener('pagehide', endRunning)
  listens = true
  const followed = (core: DBCore): DBCore => ({
    ...core,
    transaction(stores, mode, how) {
      const transaction = core.transaction(stores, mode, how) as IDBTransaction
      running.add(transaction)
      for (const end of ['complete', 'abort'])
        transaction.addEventListener(end, () => running.delete(transaction))
      return transaction
    },
  })
  database.use({ stack: 'dbcore', name: 'put-aside', create: followed })
}

function endRunning({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  for (const transaction of running)
    try {
      transaction.abort()
    } catch (error) {
      // One that was about to end by itself does so.
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    }
}
