import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { newId } from '../database/ids.ts'
import { sheetsSavedTwice } from './saved-twice.ts'

let clinic: ClinicDatabase
beforeEach(() => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => clinic.close())

const put = (_id: string, minute: number, more: Partial<ViewRecord> = {}) =>
  viewOf(clinic, 'sheets').put({
    collection: 'sheets',
    _id,
    schema: 1,
    version: 1,
    seq: 1,
    deleted: false,
    load: 0,
    meta: {
      author_id: newId(),
      author_name: 'Ana',
      date_created: `2026-11-25T10:0${minute}:00.000Z`,
    },
    content: { name: 'Bella' },
    ...more,
  } as ViewRecord<'sheets'>)

test('[M8] what two tablets saved from one open sheet is found, in the order of the saving, until one is deleted', async () => {
  const draft = newId()
  const [later, first] = [sheetIdFrom(draft, newId()), sheetIdFrom(draft, newId())]
  await put(later, 2)
  await put(newId(), 3)
  await put(newId(), 4)
  expect(await sheetsSavedTwice(clinic)).toEqual([])
  await put(first, 1)
  expect(await sheetsSavedTwice(clinic)).toMatchObject([
    { key: [first, later].sort().join(' '), sheets: [{ _id: first }, { _id: later }] },
  ])
  await put(first, 1, {
    voided: { by: newId(), by_name: 'Ana', at: '2026-11-25T11:00:00.000Z', reason: 'twice' },
  })
  expect(await sheetsSavedTwice(clinic)).toEqual([])
})
