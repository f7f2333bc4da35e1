import type { Page } from 'playwright-core'
import { drugContent } from './sample-records.ts'

const PIECE = 2_000

/** Puts records straight into the clinic's own tables, as the feed would have brought them: only to stand there. */
export async function fillClinic(page: Page, count: number): Promise<void> {
  const content = JSON.stringify(drugContent(0))
  await page.evaluate(
    async ({ records, piece, text }) => {
      const user = window.client.user()
      const database = await new Promise<IDBDatabase>((opened, failed) => {
        const asked = indexedDB.open(`clinic-${user?.org_id}`)
        asked.addEventListener('success', () => opened(asked.result))
        asked.addEventListener('error', () => failed(asked.error ?? new Error('not opened')))
      })
      const sample = JSON.parse(text) as Record<string, unknown>
      const names = ['Hydromorphone', 'Methadone', 'Ketamine', 'Dexmedetomidine', 'Buprenorphine', 'Propofol']
      for (let from = 0; from < records; from += piece) {
        const transaction = database.transaction(['drugs'], 'readwrite')
        for (let n = from; n < Math.min(records, from + piece); n++) {
          const name =
            n === 77_777 ? 'Xylazine 077777' : `${names[n % names.length]} ${String(n).padStart(6, '0')}`
          const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
          transaction.objectStore('drugs').put({
            collection: 'drugs',
            _id: window.client.newId(),
            schema: 1,
            version: 1,
            seq: n + 1,
            deleted: false,
            meta: { author_id: user?._id, author_name: 'Bench', date_created: at },
            content: { ...sample, name },
            load: 0,
          })
        }
        await new Promise((complete) => transaction.addEventListener('complete', complete))
      }
      const digests = { drugs: { count: records, sum: 0 } }
      const told = database.transaction(['settings'], 'readwrite')
      told.objectStore('settings').put({ key: 'digests', value: digests })
      await new Promise((complete) => told.addEventListener('complete', complete))
      database.close()
    },
    { records: count, piece: PIECE, text: content },
  )
}
