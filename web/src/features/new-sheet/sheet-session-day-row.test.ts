import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../data/database/ids.ts'
import { save } from '../../data/outbox/save.ts'
import { allRecords } from '../../data/view/records.ts'
import { dayRow } from '../../data/view/day-rows.ts'
import { exportWindowClosed, rowLeft } from './open-sheet.ts'
import { completeSheet } from './testing/sheet-samples.ts'
import { sheetServices } from './sheet-services.ts'
import { sheetTablet, type SheetTablet } from './testing/sheet-tablet.ts'

const ROW = newId()
const BELLA = { day: '2026-11-20', order: 'i', name: 'Bella', species: 0, status: 'weighed' } as const
let tablet: SheetTablet

beforeEach(async () => {
  tablet = await sheetTablet()
})
afterEach(async () => {
  await tablet.close()
  vi.restoreAllMocks()
})

const listed = () =>
  save({
    action: 'day_row.create',
    ops: [{ op: 'create', collection: 'day_rows', _id: ROW, content: BELLA }],
  })
/** Complete, opened for the row, and asked whether to save. */
async function asked(services = sheetServices()) {
  const sheet = completeSheet()
  const session = tablet.open({ ...sheet, draft: { ...sheet.draft, day_row: ROW } }, services)
  session.pressExport()
  session.update(exportWindowClosed)
  return session
}
const lastSaved = async () => (await tablet.rows()).at(-1)

test('the sheet of a patient of the day sets the row drawn in the same change', async () => {
  await listed()
  const session = await asked()
  await session.saveSheet()
  const [sheet] = await allRecords('sheets')
  expect(await lastSaved()).toMatchObject({
    action: 'sheet.save',
    ops: expect.arrayContaining(['create sheets', 'update day_rows']),
  })
  expect((await dayRow(tablet.clinic, ROW))?.content).toEqual({
    ...BELLA,
    status: 'drawn',
    sheet_id: sheet?._id,
  })
})

test('a sheet that is of another patient by now leaves the row as it is, also once it is stored', async () => {
  await listed()
  const session = await asked()
  session.update(rowLeft)
  await session.saveSheet()
  expect(await allRecords('sheets')).toHaveLength(1)
  expect((await dayRow(tablet.clinic, ROW))?.content).toEqual(BELLA)
})

test('[P8] a row that is gone, or cannot be read, holds up no sheet', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  for (const services of [
    sheetServices(),
    { ...sheetServices(), rowDrawnOp: () => Promise.reject(new Error('unreadable')) },
  ]) {
    const session = await asked(services)
    await session.saveSheet()
    expect(session.store.getState().saving).toBe('no')
  }
  expect(await allRecords('sheets')).toHaveLength(2)
})
