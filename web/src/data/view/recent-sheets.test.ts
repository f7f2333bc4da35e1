import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { expect, test } from 'vitest'
import { clinicDatabase, viewOf } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { newId } from '../database/ids.ts'
import { readSheet } from '../drafts/followed-sheet.ts'
import { openCorrections } from './recent-sheets.ts'

test('an open sheet that lacks what it was saved as corrects none, and hides no other one', async () => {
  const clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  const [odd, correction, saved] = [newId(), newId(), newId()]
  const put = (_id: string, content: object) =>
    viewOf(clinic, 'drafts').put({
      collection: 'drafts',
      _id,
      schema: 1,
      version: 1,
      seq: 1,
      deleted: false,
      load: 0,
      meta: { author_id: newId(), author_name: 'Ana', date_created: '2026-11-25T10:00:00.000Z' },
      content,
    } as ViewRecord as ViewRecord<'drafts'>)
  const { saved_as: _saved, ...ofAnotherVersion } = emptySheetDraft({ outcome: 'N/A' })
  await put(odd, { ...ofAnotherVersion, name: 'Odd' })
  await put(correction, { ...ofAnotherVersion, name: 'Bella', saved_as: saved })
  expect((await openCorrections(clinic)).map(({ id, savedAs }) => [id, savedAs])).toEqual([
    [correction, saved],
  ])
  expect((await readSheet(clinic, odd)).savedAs).toBe(undefined)
  clinic.close()
})
