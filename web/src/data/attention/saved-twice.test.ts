import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { newId } from '../database/ids.ts'
import { correctedSheets, correctionOf, sheetThatStands } from '../view/corrections.ts'
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

const ROW = newId()
const forRow = (_id: string, minute: number, more: object = {}, record: Partial<ViewRecord> = {}) =>
  put(_id, minute, { content: { name: 'Bella', day_row: ROW, ...more }, ...record })
const voided = { by: newId(), by_name: 'Ana', at: '2026-11-25T11:00:00.000Z', reason: 'twice' }
const found = async () => (await sheetsSavedTwice(clinic)).map(({ sheets }) => sheets.map(({ _id }) => _id))

test('[M8] two sheets for one patient of the day’s list are found too, until one is deleted', async () => {
  const [later, first] = [newId(), newId()]
  await forRow(later, 2)
  await forRow(newId(), 3, { day_row: newId() })
  expect(await found()).toEqual([])
  await forRow(first, 1)
  expect(await found()).toEqual([[first, later]])
  await forRow(later, 2, {}, { voided })
  expect(await found()).toEqual([])
})

test('[M8] a sheet and what corrects it were not saved twice; what neither corrects was', async () => {
  const [first, second, third] = [newId(), newId(), newId()]
  await forRow(first, 1)
  await forRow(second, 2, { corrects: first })
  expect(await found()).toEqual([])
  // The one in between may be deleted.
  await forRow(third, 3, { corrects: second })
  await forRow(second, 2, { corrects: first }, { voided })
  expect(await found()).toEqual([])
  const other = newId()
  await forRow(other, 4)
  expect(await found()).toEqual([[third, other]])
  // From one open sheet and for one patient: said once.
  const twin = sheetIdFrom(other, newId())
  await forRow(twin, 5)
  expect(await found()).toEqual([[third, other, twin]])
})

test('[M8] two corrections of one sheet are found, and a sheet beside the correction of its twin', async () => {
  const [first, second, third] = [newId(), newId(), newId()]
  const correcting = (corrects: string) => ({ content: { name: 'Bella', corrects } })
  await put(first, 1)
  await put(second, 2, correcting(first))
  await put(third, 3, correcting(first))
  expect(await found()).toEqual([[second, third]])
  await put(first, 1, { voided })
  expect(await found()).toEqual([[second, third]])
  await put(second, 2, { ...correcting(first), voided })
  expect(await found()).toEqual([])
  const draft = newId()
  const [one, twin, last] = [sheetIdFrom(draft, newId()), sheetIdFrom(draft, newId()), newId()]
  await put(one, 4)
  await put(twin, 5)
  await put(last, 6, correcting(one))
  expect(await found()).toEqual([[twin, last]])
  await put(one, 4, { voided })
  expect(await found()).toEqual([[twin, last]])
})

test('the sheets that a later one corrects are known, with the last that stands', async () => {
  const [first, second, third] = [newId(), newId(), newId()]
  await put(first, 1)
  await put(second, 2, { content: { name: 'Bella', corrects: first } })
  await put(third, 3, { content: { name: 'Bella', corrects: second } })
  await put(newId(), 4)
  expect(await correctedSheets(clinic)).toEqual(new Set([first, second]))
  // The correction itself is deleted: what it corrected stands alone again.
  await put(third, 3, { content: { name: 'Bella', corrects: second }, voided })
  expect(await correctedSheets(clinic)).toEqual(new Set([first]))
  expect((await correctionOf(first, clinic))?._id).toBe(second)
  await put(third, 3, { content: { name: 'Bella', corrects: second } })
  expect((await correctionOf(first, clinic))?._id).toBe(third)
  expect(await correctionOf(third, clinic)).toBe(undefined)
})

test('of a row whose sheet was deleted the last other one that was saved for it is shown', async () => {
  const [row, first, second, other] = [newId(), newId(), newId(), newId()]
  const ofRow = { content: { name: 'Vito', day_row: row } }
  await put(first, 1, ofRow)
  await put(other, 5, { content: { name: 'Max' } })
  await put(second, 2, ofRow)
  expect(await sheetThatStands(row, first, clinic)).toBe(first)
  expect(await sheetThatStands(row, second, clinic)).toBe(second)
  await put(second, 2, { ...ofRow, voided })
  expect(await sheetThatStands(row, second, clinic)).toBe(first)
  // None stands: what the row names says that it was deleted.
  await put(first, 1, { ...ofRow, voided })
  expect(await sheetThatStands(row, second, clinic)).toBe(second)
})
