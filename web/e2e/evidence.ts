import type { Page } from 'playwright-core'

const read = async (words: string) => {
  const answer = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((done, failed) => {
      asked.addEventListener('success', () => done(asked.result))
      asked.addEventListener('error', () => failed(asked.error ?? new Error('IndexedDB')))
    })
  const tables: Record<string, { rows: number; named: string[] }> = {}
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue
    const database = await answer(indexedDB.open(name))
    for (const table of database.objectStoreNames) {
      const all = await answer(database.transaction(table).objectStore(table).getAll())
      const texts = all.map((row) => JSON.stringify(row))
      const named = texts.filter((text) => text.includes(`"${words}"`))
      tables[`${name}/${table}`] = { rows: texts.length, named }
    }
    database.close()
  }
  const { held, pending } = await navigator.locks.query()
  return {
    address: location.href,
    online: navigator.onLine,
    locks: { held: held?.map(({ name }) => name), pending: pending?.map(({ name }) => name) },
    service_worker: navigator.serviceWorker.controller?.state,
    tables,
  }
}

/** What a page shows, and what is stored on this tablet that has these words: for a failure that does not come back. */
export async function evidenceOf(page: Page, words: string): Promise<string> {
  const shown = await page.locator('body').textContent()
  return JSON.stringify({ shown, ...(await page.evaluate(read, words)) }, null, 1)
}
