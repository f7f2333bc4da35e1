import type { SheetContent } from 'sync-protocol/records/sheet'
import { localDay } from 'sync-protocol/rules/local-day'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../data/database/ids.ts'
import { forgetLists } from '../data/lists/list-index.ts'
import { currentSaver, saveAs } from '../data/outbox/save.ts'
import { clinicSettings } from '../data/people/clinic-settings.ts'
import { getRecord } from '../data/view/records.ts'
import { USER } from '../features/new-sheet/testing/sheet-samples.ts'
import { sheetTablet, type SheetTablet } from '../features/new-sheet/testing/sheet-tablet.ts'
import { sheet } from '../sync/testing/samples.ts'
import { sheetWeight } from './sheet-weight.ts'

let tablet: SheetTablet

beforeEach(async () => {
  tablet = await sheetTablet()
})
afterEach(async () => {
  clinicSettings.setState({}, true)
  forgetLists()
  await tablet.close()
})

const TODAY = localDay(new Date().toISOString(), USER.time_zone)
const cat = (weight: number, content: object = {}) =>
  ({ ...sheet('Mia'), species: 1, day: TODAY, weight, weight_units: 'kg', ...content }) as SheetContent

async function saved(content: SheetContent) {
  const _id = newId()
  const ops = [{ op: 'create' as const, collection: 'sheets' as const, _id, content }]
  await saveAs(tablet.clinic, currentSaver(), { action: 'sheet.create', ops })
  const record = await getRecord('sheets', _id)
  if (!record?.content) throw new Error('It was not saved.')
  return { sheet: record.content, sheet_id: _id, date_created: record.meta.date_created }
}
const HEAVY = '9 kg is 19.85 lb, heavy for a cat.'
const OFFER = '9 lb would be 4.08 kg.'
const wordsOf = async (of: Parameters<typeof sheetWeight>[0]) => (await sheetWeight(of))?.words

test('[Q-14] of a saved sheet is compared with the weight before it, never with a later one or its own', async () => {
  const first = await saved(cat(4.1))
  const second = await saved(cat(9))
  const third = await saved(cat(4.2))
  expect(await wordsOf(first)).toBeUndefined()
  const day = `${TODAY.slice(5, 7)}/${TODAY.slice(8)}`
  const before = `Last weighed 4.1 kg on ${day} (same name, no ID). This is 2.2 times that, as if pounds and kilograms were exchanged.`
  expect(await sheetWeight(second)).toEqual({
    level: 'amber',
    words: `${HEAVY} ${before} ${OFFER}`,
    short: before,
  })
  expect(await wordsOf(third)).toBe(
    `Last weighed 9 kg on ${day} (same name, no ID). This is 46.7\u00a0% of that, as if pounds and kilograms were exchanged.`,
  )
  // Whose ID it is says itself.
  const identified = await saved(cat(4.1, { patient_id: 'A7' }))
  const again = { ...identified, sheet: cat(9, { patient_id: 'a7' }), sheet_id: newId() }
  expect(await wordsOf({ ...again, date_created: new Date(Date.now() + 1000).toISOString() })).toContain(
    `Last weighed 4.1 kg on ${day}. This`,
  )
  // Printed before it is saved.
  const open = { sheet: cat(4.3), date_created: new Date(Date.now() + 1000).toISOString() }
  expect(await wordsOf(open)).toBeUndefined()
})

test('[Q-14] is what the clinic calls usual, and says nothing of an exotic', async () => {
  const date_created = new Date().toISOString()
  expect(await sheetWeight({ sheet: cat(9), date_created })).toEqual({
    level: 'amber',
    words: `${HEAVY} ${OFFER}`,
    short: HEAVY,
  })
  expect((await sheetWeight({ sheet: cat(13), date_created }))?.level).toBe('red')
  expect(await sheetWeight({ sheet: cat(9, { species: 2 }), date_created })).toBeNull()
  clinicSettings.setState({ cat_heaviest: 9 })
  expect(await sheetWeight({ sheet: cat(9), date_created })).toBeNull()
})

test('says what stands on the sheet itself where the weight before cannot be read', async () => {
  const open = { sheet: cat(9), date_created: new Date(Date.now() + 1000).toISOString() }
  await saved(cat(4.1))
  expect(await wordsOf(open)).toContain('Last weighed 4.1 kg')
  const complaint = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const table = vi.spyOn(tablet.clinic, 'table').mockImplementation(() => {
    throw new Error('The disk is full.')
  })
  expect(await wordsOf(open)).toBe(`${HEAVY} ${OFFER}`)
  table.mockRestore()
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
})
