import { expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { sheetIdFrom } from 'sync-protocol/records/sheet-id'
import { newId } from '../database/ids.ts'
import { sheet } from '../../sync/testing/samples.ts'
import { earlierSheetIn, sheetsOfDayIn, type OpenPatient } from './earlier-sheet.ts'
import { entryOf } from './list-entry.ts'
import type { ListEntry } from './list-search.ts'

const BELLA: OpenPatient = { species: 0, name: 'bella ', patient_id: '', day: '2026-11-26', saved_as: null }

const entry = (_id: string, content: JsonObject = {}, more: Partial<ListEntry> = {}): ListEntry => {
  const date_created = '2026-11-20T15:00:00.000Z'
  const meta = { author_id: 'ana', author_name: 'Ana', date_created }
  const record = { _id, version: 1, seq: 1, deleted: false, meta, content: { ...sheet('Bella'), ...content } }
  const made = entryOf('sheets', record as never, 'America/Chicago')
  if (made === undefined) throw new Error('There is no entry.')
  return { ...made, ...more }
}
/** Of other patients, more than are looked at in one piece. */
const OTHERS = Array.from({ length: 4500 }, (_, nth) => entry(`other ${nth}`, { name: `Patient ${nth}` }))

test('[Q-14] the last sheet of a patient is found among thousands, by the ID or else by name and species', async () => {
  const [older, newer] = [entry('older', { day: '2026-11-01' }), entry('newer')]
  expect(await earlierSheetIn([], BELLA)).toBeNull()
  expect(await earlierSheetIn(OTHERS, BELLA)).toBeNull()
  expect(await earlierSheetIn([newer, ...OTHERS, older], BELLA)).toBe('newer')
  expect(await earlierSheetIn([older, ...OTHERS, newer], BELLA)).toBe('newer')
  expect(await earlierSheetIn([newer], { ...BELLA, species: 1 })).toBeNull()
  const known = entry('known', { name: 'Bell', patient_id: 'A-7', day: '2026-10-01' })
  for (const all of [
    [known, ...OTHERS, newer],
    [newer, ...OTHERS, known],
  ])
    expect(await earlierSheetIn(all, { ...BELLA, patient_id: ' a-7' })).toBe('known')
})

test('[Q-14] what the open sheet itself was saved as is not an earlier one', async () => {
  const before = entry('before', { day: '2026-11-01' })
  expect(await earlierSheetIn([before, entry('itself')], { ...BELLA, saved_as: 'itself' })).toBe('before')
})

test('[Q-14] of a saved sheet only those count that were saved before it, on the same day too', async () => {
  const day = '2026-11-20'
  const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`
  const hours = [14, 15, 16].map((hour) => entry(`${hour}`, { day }, { date_created: at(hour) }))
  const saved = { ...BELLA, day, saved_as: '15' }
  expect(await earlierSheetIn(hours, { ...saved, saved_at: at(15) })).toBe('14')
  expect(await earlierSheetIn(hours.slice(1), { ...saved, saved_at: at(15) })).toBeNull()
  expect(await earlierSheetIn(hours, saved)).toBe('16')
})

test('[Q-14] a voided sheet is passed over', async () => {
  expect(await earlierSheetIn([entry('voided', {}, { voided: true })], BELLA)).toBeNull()
})

const TODAY = '2026-11-26'
const SAVING = { species: 0, name: ' BELLA', day: TODAY, own: [] }
const today = (_id: string, content: JsonObject = {}, more: Partial<ListEntry> = {}) =>
  entry(_id, { day: TODAY, ...content }, more)

test('[Q-75] the sheets of a patient of the same day are found among 10,000, by the ID or else by name and species', () => {
  const all = Array.from({ length: 10_000 }, (_, nth) => today(`other ${nth}`, { name: `Patient ${nth}` }))
  const found = [today('one'), today('two', {}, { date_created: '2026-11-20T16:00:00.000Z' })]
  expect(sheetsOfDayIn(all, SAVING)).toEqual({ by: 'name', ids: [] })
  expect(sheetsOfDayIn([...all, ...found, entry('before')], SAVING)).toEqual({
    by: 'name',
    ids: ['two', 'one'],
  })
  const known = today('known', { name: 'Bell', patient_id: 'A-7' })
  expect(sheetsOfDayIn([...found, known], { ...SAVING, patient_id: 'a-7' })).toEqual({
    by: 'id',
    ids: ['known'],
  })
})

test('[Q-75] what the open sheet is saved as, on this tablet or another, is not another one', () => {
  const [draft, again] = [newId(), newId()]
  const own = [today(sheetIdFrom(draft, newId())), today(again)]
  const other = today(newId())
  expect(sheetsOfDayIn([...own, other], { ...SAVING, own: [draft, again] }).ids).toEqual([other._id])
})
