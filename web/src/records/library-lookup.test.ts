import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../data/database/ids.ts'
import { forgetLists } from '../data/lists/list-index.ts'
import { currentSaver, saveAs } from '../data/outbox/save.ts'
import { drug } from '../sync/testing/samples.ts'
import { sheetTablet, type SheetTablet } from '../features/new-sheet/testing/sheet-tablet.ts'
import { libraryOf } from './library-lookup.ts'

let tablet: SheetTablet

beforeEach(async () => {
  tablet = await sheetTablet()
})
afterEach(async () => {
  forgetLists()
  await tablet.close()
})

async function saved(concentration: number): Promise<void> {
  const content = { ...drug('Ketamine'), species: [0], concentration }
  const ops = [{ op: 'create' as const, collection: 'drugs' as const, _id: newId(), content }]
  await saveAs(tablet.clinic, currentSaver(), { action: 'drug.create', ops })
}

test('the library is looked up once, and anew after each change of it', async () => {
  await saved(10)
  const dogs = await libraryOf(0)
  expect(libraryOf(0)).toBe(dogs)
  expect(dogs.strengthsOf({ name: 'ketamine' })).toEqual([10])
  // Each species has its own.
  expect((await libraryOf(1)).strengthsOf({ name: 'ketamine' })).toEqual([])
  await saved(100)
  expect((await libraryOf(0)).strengthsOf({ name: 'ketamine' })).toEqual([10, 100])
})
