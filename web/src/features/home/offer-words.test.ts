import { expect, it } from 'vitest'
import type { OpenDraft } from '../../data/drafts/open-draft.ts'
import { exportedAt, keepPrint } from '../../data/drafts/exported-draft.ts'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { offerWords } from './offer-words.ts'

const meta = { author_id: 'ann', author_name: 'Ann', date_created: '2026-11-20T10:00:00.000Z' }
const draft = (saved_as: string | null, saved = false) =>
  ({
    meta: { ...meta, date_edited: '2026-11-20T11:00:00.000Z' },
    content: { kind: 'sheet', name: 'Rex', saved_as },
    ...(saved && { saved: { meta } }),
  }) as unknown as OpenDraft

it('of a sheet that was changed after it was saved Home does not say that it was never saved', () => {
  expect(offerWords(draft(null), null).text).toMatch(/^Not saved yet\. Last change /)
  expect(offerWords(draft('sheet'), null).text).toMatch(/^Not saved again yet\. Last change /)
  expect(offerWords(draft('sheet'), null).title).toBe('Continue the open sheet for Rex')
  expect(offerWords(draft('sheet', true), null).title).toBe('See what is not in the saved sheet for Rex')
})

it('of a sheet that was exported on this tablet and never saved Home says so', () => {
  const storage = new MemoryStorage()
  expect(exportedAt(storage, 'open')).toBe(null)
  keepPrint(storage, 'ann', 'open', JSON.stringify({ exportedAt: '2026-11-20T11:05:00.000Z', printed: null }))
  const exported = exportedAt(storage, 'open')
  expect(offerWords(draft(null), exported).text).toMatch(/^Exported .*, but never saved\.$/)
  expect(offerWords(draft('sheet'), exported).text).toMatch(/^Exported .*, but not saved again\.$/)
  keepPrint(storage, 'ben', 'open', JSON.stringify({ exportedAt: null, printed: {} }))
  expect(exportedAt(storage, 'open')).toBe(null)
})
