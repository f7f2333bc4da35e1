import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { localDay } from 'sync-protocol/rules/local-day'
import type { EarlierWeight } from 'sync-protocol/rules/weight-guard'
import { newId } from '../data/database/ids.ts'
import { forgetLists } from '../data/lists/list-index.ts'
import { currentSaver, saveAs } from '../data/outbox/save.ts'
import { sheet } from '../sync/testing/samples.ts'
import { followLastWeight, type AskedPatient } from './last-weighed.ts'
import { USER } from '../features/new-sheet/testing/sheet-samples.ts'
import { sheetTablet, type SheetTablet } from '../features/new-sheet/testing/sheet-tablet.ts'

let tablet: SheetTablet
const ends: (() => void)[] = []

beforeEach(async () => {
  tablet = await sheetTablet()
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  forgetLists()
  await tablet.close()
})

const TODAY = localDay(new Date().toISOString(), USER.time_zone)
async function saved(content: JsonObject): Promise<string> {
  const _id = newId()
  const ops = [
    {
      op: 'create' as const,
      collection: 'sheets' as const,
      _id,
      content: { ...sheet('Mia'), species: 1, day: TODAY, ...content },
    },
  ]
  await saveAs(tablet.clinic, currentSaver(), { action: 'sheet.create', ops })
  return _id
}
const asked: AskedPatient = { species: 1, name: 'Mia', patient_id: '', saved_as: null }

/** What was told last, in kg. */
function follow(patient: Partial<AskedPatient> = {}) {
  const told: (number | null)[] = []
  const kgOf = (earlier: EarlierWeight | null) =>
    earlier && Number(earlier.kg.over) / Number(earlier.kg.under)
  ends.push(followLastWeight({ ...asked, ...patient }, (earlier) => told.push(kgOf(earlier))))
  return told
}
const last = (told: (number | null)[]) => told.at(-1)

test('[Q-14] tells the last weight of the patient by the saved sheets on the tablet, and each later one', async () => {
  await saved({ name: 'Leo', weight: 6 })
  await saved({ weight: 4 })
  await saved({ weight: 9.0405, weight_units: 'lb' })
  const told = follow({ name: ' mia' })
  await vi.waitFor(() => expect(told).toEqual([4.1]))
  await saved({ weight: 4.3 })
  await vi.waitFor(() => expect(last(told)).toBe(4.3))
})

test('[Q-14] tells that there is none: of another patient, or but for the open sheet itself', async () => {
  const itself = await saved({ weight: 4 })
  const [other, own] = [follow({ species: 0 }), follow({ saved_as: itself })]
  await vi.waitFor(() => expect([other, own]).toEqual([[null], [null]]))
  await saved({ weight: 5 })
  await vi.waitFor(() => expect(last(own)).toBe(5))
})

test('what cannot be read is as if there were none, and is looked up again with the next sheet', async () => {
  await saved({ weight: 4 })
  const before = follow()
  await vi.waitFor(() => expect(before).toEqual([4]))
  for (const end of ends.splice(0)) end()
  const complaint = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const table = vi.spyOn(tablet.clinic, 'table').mockImplementationOnce(() => {
    throw new Error('The disk is full.')
  })
  const told = follow()
  await vi.waitFor(() => expect(told).toEqual([null]))
  expect(complaint).toHaveBeenCalledOnce()
  table.mockRestore()
  complaint.mockRestore()
  await saved({ name: 'Leo' })
  await vi.waitFor(() => expect(last(told)).toBe(4))
})

test('is told nothing more once it has ended, whatever is still being read', async () => {
  await saved({ weight: 4 })
  const before = follow()
  await vi.waitFor(() => expect(before).toEqual([4]))
  const sheets = tablet.clinic.table('sheets')
  let read = () => undefined as void
  const reading = new Promise<void>((over) => (read = over))
  const table = vi.spyOn(tablet.clinic, 'table')
  const get = vi.fn(async (id: string) => {
    await reading
    return sheets.get(id)
  })
  table.mockReturnValueOnce({ get } as never)
  const told = follow()
  await vi.waitFor(() => expect(get).toHaveBeenCalledOnce())
  for (const end of ends.splice(0)) end()
  read()
  table.mockRestore()
  const next = follow()
  await vi.waitFor(() => expect(next).toEqual([4]))
  expect(told).toEqual([])
})
