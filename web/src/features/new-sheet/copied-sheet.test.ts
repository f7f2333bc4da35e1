import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Collection } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { sheetOfDraft } from 'sync-protocol/rules/sheet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { forgetLists } from '../../data/lists/list-index.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { save } from '../../data/outbox/save.ts'
import { copyOf } from '../../paths.ts'
import { copiedSheet, isSamePatient } from './copied-sheet.ts'
import { typed } from './open-sheet.ts'
import { sheetDesk } from './sheet-desk.ts'
import { ANESTHESIA, completeSheet, EMERGENCY, USER } from './testing/sheet-samples.ts'

let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  forgetLists()
  setSignedIn(undefined)
  clinic.close()
})

async function create(collection: Collection, content: JsonObject): Promise<string> {
  const _id = newId()
  await save({ action: 'test.create', ops: [{ op: 'create', collection, _id, content }] })
  return _id
}
const inLibrary = (over: JsonObject = {}) =>
  create('anesthesia_protocols', { ...(ANESTHESIA.content as JsonObject), ...over })

const SALINE = [{ name: 'Saline', rate: 5 }]

const SAVED: SheetContent = {
  ...sheetOfDraft(completeSheet().draft, '2026-11-20'),
  patient_id: 'A-1',
  outcome: 'foster',
  injections: ['Rabies'],
  estimated: true,
  weighed_at: '2026-11-20T08:00:00.000Z',
}
const saved = (over: JsonObject = {}) => create('sheets', { ...(SAVED as JsonObject), ...over })
const copied = async (id: string) => copiedSheet(USER._id, id)

test('the patient and the plan are on the new sheet; the weight with all that came of it is not', async () => {
  const [anesthesia, emergency] = [await inLibrary(), await create('emergency_protocols', EMERGENCY.content)]
  const id = await saved()
  const copy = await copied(id)
  expect(copy).toMatchObject({ id: null, own: true, changes: [] })
  expect(copy?.content).toEqual({
    kind: 'sheet',
    species: 0,
    name: 'Bella',
    patient_id: 'A-1',
    weight: '',
    weight_units: '-',
    outcome: 'foster',
    procedure: { content: { name: 'Ovariohysterectomy', notes: 'Check both ovaries.' } },
    anesthesia_protocol: { source_id: anesthesia, content: ANESTHESIA.content },
    emergency_protocol: { source_id: emergency, content: EMERGENCY.content },
    injections: ['Rabies'],
    saved_as: null,
    copied_from: id,
  })
})

test('a protocol that was edited since is taken as it is now, and named; one that is gone is only named', async () => {
  const edited = await inLibrary({ fluids: SALINE })
  const copy = await copied(await saved())
  expect(copy?.content.anesthesia_protocol?.content.fluids).toEqual(SALINE)
  expect(copy?.content.emergency_protocol).toBeNull()
  expect(copy?.changes).toEqual([
    { field: 'anesthesia_protocol', name: 'Spay A', source_id: edited, became: 'changed' },
    { field: 'emergency_protocol', name: 'CPR', became: 'removed' },
  ])
})

test('of several of one name the one that is as it was is taken, and none where all differ', async () => {
  await inLibrary({ fluids: SALINE })
  const same = await inLibrary()
  const id = await saved()
  expect((await copied(id))?.content.anesthesia_protocol?.source_id).toBe(same)
  const other = await saved({
    anesthesia_protocol: {
      ...(SAVED.anesthesia_protocol as JsonObject),
      fluids: [{ name: 'Plasma', volume: 5 }],
    },
  })
  const copy = await copied(other)
  expect(copy?.content.anesthesia_protocol).toBeNull()
  expect(copy?.changes).toContainEqual({ field: 'anesthesia_protocol', name: 'Spay A', became: 'several' })
})

test('another species’ protocol of the same name is not taken', async () => {
  await inLibrary({ species: 1 })
  expect((await copied(await saved()))?.content.anesthesia_protocol).toBeNull()
})

test('a procedure with other notes is taken as it is now, and named', async () => {
  const procedure = await create('procedures', { species: 0, name: 'Ovariohysterectomy', notes: 'New.' })
  const copy = await copied(await saved())
  expect(copy?.content.procedure).toEqual({
    source_id: procedure,
    content: { name: 'Ovariohysterectomy', notes: 'New.' },
  })
  expect(copy?.changes).toContainEqual({
    field: 'procedure',
    name: 'Ovariohysterectomy',
    source_id: procedure,
    became: 'changed',
  })
})

test('a sheet that is not there, or of no species that a sheet can begin with, is not copied', async () => {
  expect(await copied(newId())).toBeNull()
  expect(await copied(await saved({ species: 2 }))).toBeNull()
})

test('an untouched copy loses nothing; the sheet that was open before it stays stored', async () => {
  const id = await saved()
  const desk = sheetDesk(USER)
  const session = () => desk.store.getState().opened?.session
  await desk.open()
  session()?.pressSpecies()
  session()?.update((sheet) => typed(sheet, 'name', 'Rex'))
  await desk.open(copyOf(id))
  expect(session()?.losesOnLeave()).toBe(false)
  expect(session()?.store.getState()).toMatchObject({
    sheet: { draft: { name: 'Bella' } },
    libraryChanges: [{ name: 'Spay A' }, { name: 'CPR' }],
  })
  const drafts = await viewOf(clinic, 'drafts').toArray()
  expect(drafts.map(({ content }) => (content?.kind === 'sheet' ? content.name : ''))).toContain('Rex')
  await session()?.reset()
  expect(session()?.store.getState().sheet.draft).not.toHaveProperty('copied_from')
  desk.close()
})

test('the weight before is shown for the same patient only', () => {
  const before = { name: 'Bella', patient_id: 'A-1' }
  expect(isSamePatient(before, { name: ' bella', patient_id: '' })).toBe(true)
  expect(isSamePatient(before, { name: 'Bela', patient_id: 'a-1' })).toBe(true)
  expect(isSamePatient(before, { name: 'Bella', patient_id: 'A-2' })).toBe(false)
  expect(isSamePatient({ name: 'Bella' }, { name: 'Rex', patient_id: 'A-2' })).toBe(false)
})
