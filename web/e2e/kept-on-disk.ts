import type { Page } from 'playwright-core'

/** Everything in a table of the clinic's database on this tablet, as JSON text, once it holds these words. */
export async function keptOnDisk(
  page: Page,
  words: string,
  table: 'kept_forms' | 'settings' | 'drafts' | 'policies' = 'kept_forms',
): Promise<string> {
  const found = await page.waitForFunction(
    async ([within, what]) => {
      const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('clinic-')) ?? {}
      if (name === undefined) return false
      const answer = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((done, failed) => {
          asked.addEventListener('success', () => done(asked.result))
          asked.addEventListener('error', () => failed(asked.error ?? new Error(name)))
        })
      const database = await answer(indexedDB.open(name))
      const rows = JSON.stringify(await answer(database.transaction(within).objectStore(within).getAll()))
      database.close()
      return rows.includes(what) && rows
    },
    [table, words] as const,
  )
  return (await found.jsonValue()) as string
}
