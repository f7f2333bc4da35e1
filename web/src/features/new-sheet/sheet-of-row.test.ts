import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { MemoryStorage } from '../../data/database/testing/memory-storage.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { save } from '../../data/outbox/save.ts'
import { nextRowToDraw } from '../../data/view/day-rows.ts'
import { forRow } from '../../paths.ts'
import { typed } from './open-sheet.ts'
import { sheetDesk } from './sheet-desk.ts'
import { sheetOfRow } from './sheet-of-row.ts'
import { USER } from './testing/sheet-samples.ts'

let clinic: ClinicDatabase
const DAY = '2026-11-27'

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
  setSignedIn(undefined)
  clinic.close()
})

async function listed(name: string, over: Partial<DayRowContent> = {}): Promise<string> {
  const _id = newId()
  const content: DayRowContent = {
    name,
    species: 0,
    day: DAY,
    order: name[0]?.toLowerCase() ?? '1',
    status: 'listed',
    ...over,
  }
  await save({ action: 'day_row.create', ops: [{ op: 'create', collection: 'day_rows', _id, content }] })
  return _id
}

test('the sheet has what is known of the patient; a weight comes with its unit and when it was weighed', async () => {
  const procedure = newId()
  await save({
    action: 'procedure.create',
    ops: [
      { op: 'create', collection: 'procedures', _id: procedure, content: { species: 0, name: 'Castration' } },
    ],
  })
  const row = await listed('Max', {
    patient_id: 'A-1',
    weight: 12.4,
    weight_units: 'kg',
    weighed_at: '2026-11-27T08:00:00.000Z',
    procedure: 'Castration',
  })
  const sheet = await sheetOfRow(USER._id, row)
  expect(sheet).toMatchObject({ id: null, own: true })
  expect(sheet?.content).toMatchObject({
    name: 'Max',
    species: 0,
    patient_id: 'A-1',
    weight: '12.4',
    weight_units: 'kg',
    weighed_at: '2026-11-27T08:00:00.000Z',
    procedure: { source_id: procedure, content: { name: 'Castration' } },
    day_row: row,
  })
})

test('without a weight nobody’s unit is there; a procedure of no record is its name', async () => {
  const sheet = await sheetOfRow(USER._id, await listed('Luna', { species: 1, procedure: 'Check teeth' }))
  expect(sheet?.content).toMatchObject({
    weight: '',
    weight_units: '-',
    procedure: { content: { name: 'Check teeth' } },
  })
})

test('the sheet that is open for a patient is gone on with; one of another patient stays open, but for an untouched one', async () => {
  const [max, luna, rex] = [await listed('Max'), await listed('Luna'), await listed('Rex')]
  const desk = sheetDesk(USER)
  const session = () => desk.store.getState().opened?.session
  const draft = () => session()?.store.getState().sheet.draft
  const enter = async (weight: string) => {
    session()?.update((sheet) => typed(sheet, 'weight', weight))
    await session()?.flush()
  }
  await desk.open(forRow(max))
  expect(session()?.losesOnLeave()).toBe(false)
  await enter('9')
  await desk.open(forRow(luna))
  await enter('4')
  await desk.open(forRow(rex))
  await session()?.flush()
  await desk.open(forRow(max))
  expect(draft()).toMatchObject({ name: 'Max', weight: '9' })
  const open = (await viewOf(clinic, 'drafts').toArray()).filter(({ deleted }) => !deleted)
  const names = open.flatMap(({ content }) => (content?.kind === 'sheet' ? [content.name] : []))
  expect(names.toSorted()).toEqual(['Luna', 'Max'])
  desk.close()
})

test('while two versions of a row wait for a decision, the sheet takes the weight of neither', async () => {
  const row = await listed('Rex', { weight: 8, weight_units: 'kg' })
  expect((await sheetOfRow(USER._id, row))?.content.weight).toBe('8')
  const id = newId()
  await viewOf(clinic, 'conflicts').put({
    collection: 'conflicts',
    _id: id,
    schema: 1,
    version: 1,
    seq: 1,
    deleted: false,
    load: 0,
    meta: { author_id: USER._id, author_name: USER.name, date_created: '2026-11-27T08:00:00.000Z' },
    content: {
      record: { collection: 'day_rows', _id: row },
      kind: 'update',
      groups: [{ group: 'weight', base: {}, theirs: { weight: 8 }, mine: { weight: 18 } }],
      version: 1,
      mutation_id: id,
      lane: id,
      device: id,
      at: '2026-11-27T08:00:00.000Z',
    },
  })
  expect((await sheetOfRow(USER._id, row))?.content).toMatchObject({
    name: 'Rex',
    weight: '',
    weight_units: '-',
  })
})

test('a row that is gone has no sheet', async () => {
  expect(await sheetOfRow(USER._id, newId())).toBeNull()
})

test('the next one is the next that is not drawn, from the top again after the last', async () => {
  const a = await listed('Ace')
  await listed('Bo', { status: 'drawn' })
  await listed('Cy', { status: 'refused' })
  await listed('Di', { sheet_id: newId() })
  const e = await listed('Ed', { status: 'weighed' })
  expect((await nextRowToDraw(clinic, a, USER._id))?.content.name).toBe('Ed')
  expect((await nextRowToDraw(clinic, e, USER._id))?.content.name).toBe('Ace')
})
