import type { Page } from 'playwright-core'

/** What a page's IndexedDB has on disk, told from outside of the code that wrote it; times in ms since the page's origin. */
export interface StorageProbe {
  /** Puts whose transactions are complete, by object store. */
  stored: Record<string, number>
  /** Transactions complete that wrote any of them. */
  transactions: number
  longTasks: number[]
  /** The longest time between two frames since `watchFrames`. */
  longestGap: number
  watchFrames(): void
  /** When so many puts of these stores together are complete. */
  whenStored(stores: readonly string[], count: number): Promise<number>
  /** When a transaction is complete that put such a value. */
  whenPut(store: string, holds: (value: Record<string, unknown>) => boolean): Promise<number>
}

declare global {
  interface Window {
    storageProbe: StorageProbe
  }
}

export async function installStorageProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting = new Set<{ due: () => boolean; found: (at: number) => void }>()
    const watched = new Set<{
      store: string
      holds: (value: Record<string, unknown>) => boolean
      found: (at: number) => void
    }>()
    const probe: StorageProbe = {
      stored: {},
      transactions: 0,
      longTasks: [],
      longestGap: 0,
      watchFrames() {
        let last = performance.now()
        const frame = () => {
          const now = performance.now()
          probe.longestGap = Math.max(probe.longestGap, now - last)
          last = now
          requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      },
      whenStored: (stores, count) =>
        new Promise((found) => {
          const due = () => stores.reduce((sum, store) => sum + (probe.stored[store] ?? 0), 0) >= count
          waiting.add({ due, found })
        }),
      whenPut: (store, holds) => new Promise((found) => watched.add({ store, holds, found })),
    }
    window.storageProbe = probe
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) probe.longTasks.push(duration)
    }).observe({ type: 'longtask' })

    const written = new WeakMap<IDBTransaction, Map<string, number>>()
    const complete = (counts: Map<string, number>) => {
      const now = performance.now()
      probe.transactions++
      for (const [store, count] of counts) probe.stored[store] = (probe.stored[store] ?? 0) + count
      for (const one of waiting) {
        if (!one.due()) continue
        waiting.delete(one)
        one.found(now)
      }
    }
    for (const method of ['add', 'put'] as const) {
      const write = IDBObjectStore.prototype[method]
      IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...given) {
        const { transaction, name } = this
        let counts = written.get(transaction)
        if (!counts) {
          const fresh = (counts = new Map<string, number>())
          written.set(transaction, fresh)
          transaction.addEventListener('complete', () => complete(fresh))
        }
        counts.set(name, (counts.get(name) ?? 0) + 1)
        for (const one of watched) {
          if (one.store !== name || !one.holds(given[0] as Record<string, unknown>)) continue
          watched.delete(one)
          transaction.addEventListener('complete', () => one.found(performance.now()))
        }
        return write.apply(this, given)
      }
    }
  })
}
