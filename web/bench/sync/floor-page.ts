import type { Page } from 'playwright-core'

/** Plain IndexedDB and fetch: what a page does that keeps no promise but to have stored the data on disk. */
export interface FloorPage {
  open(stores: readonly string[]): Promise<void>
  /** One strict transaction; resolves when it is complete. */
  put(values: readonly { store: string; value: unknown }[]): Promise<void>
  /** One request for everything, then strict transactions of `piece` records; ms of the whole. */
  load(org: string, piece: number): Promise<number>
  /** Reads all that is queued, sends it in one request; ms of the whole. */
  pushAll(store: string): Promise<number>
}

declare global {
  interface Window {
    floor: FloorPage
  }
}

export async function openFloorPage(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(120_000)
  await page.goto(`${url}/`)
  await page.evaluate(() => {
    let database: IDBDatabase | undefined
    const done = (transaction: IDBTransaction) =>
      new Promise<void>((complete, failed) => {
        transaction.addEventListener('complete', () => complete())
        transaction.addEventListener('abort', () => failed(transaction.error ?? new Error('aborted')))
      })
    const strict = (stores: string[]) => {
      if (!database) throw new Error('not open')
      return database.transaction(stores, 'readwrite', { durability: 'strict' })
    }
    window.floor = {
      open: (stores) =>
        new Promise((opened, failed) => {
          const asked = indexedDB.open(`floor-${crypto.randomUUID()}`, 1)
          asked.addEventListener('upgradeneeded', () => {
            for (const store of stores) asked.result.createObjectStore(store, { keyPath: '_id' })
          })
          asked.addEventListener('success', () => {
            database = asked.result
            opened()
          })
          asked.addEventListener('error', () => failed(asked.error ?? new Error('not opened')))
        }),
      put(values) {
        const transaction = strict([...new Set(values.map(({ store }) => store))])
        for (const { store, value } of values) transaction.objectStore(store).put(value)
        return done(transaction)
      },
      async load(org, piece) {
        const begun = performance.now()
        const text = await (await fetch(`/records?org=${org}`, { cache: 'no-store' })).text()
        const records = JSON.parse(text) as { collection: string }[]
        for (let from = 0; from < records.length; from += piece) {
          const part = records.slice(from, from + piece)
          await this.put(part.map((value) => ({ store: value.collection, value })))
        }
        return performance.now() - begun
      },
      async pushAll(store) {
        const begun = performance.now()
        if (!database) throw new Error('not open')
        const asked = database.transaction([store]).objectStore(store).getAll()
        const rows = await new Promise<{ body: unknown }[]>((found) =>
          asked.addEventListener('success', () => found(asked.result as { body: unknown }[])),
        )
        const reply = await fetch('/push', {
          method: 'POST',
          body: JSON.stringify(rows.map(({ body }) => body)),
        })
        const { taken } = (await reply.json()) as { taken: number }
        if (taken !== rows.length) throw new Error(`${taken} of ${rows.length}`)
        return performance.now() - begun
      },
    }
  })
}
