import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clinicDatabase, viewOf, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { sheetDraft } from '../../sync/testing/samples.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { rowsOfDay } from '../../data/view/day-rows.ts'
import { addRows, changeRow, deleteRow, isOnSheet, moveRow, setStatus, weighRow } from './day-actions.ts'

const USER = {
  _id: '0193aaaa-0000-7000-8000-0000000000a1',
  name: 'Ana Smith',
  email: 'ana@clinic.test',
  org_id: '0193aaaa-0000-7000-8000-000000000001',
  org_name: 'Riverside',
  org_perms: [1],
  time_zone: 'America/Chicago',
  demo: false,
}
const DAY = '2026-11-20'
const patient = (name: string, day = DAY) => ({ day, name, species: 0, status: 'listed' }) as const
let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

const rows = () => rowsOfDay(clinic, DAY)
const names = async () => (await rows()).map(({ content }) => content.name)
const row = async (name: string) => {
  const found = (await rows()).find(({ content }) => content.name === name)
  if (!found) throw new Error(`${name} is not on the list.`)
  return found
}

test('thirty patients are one change, and stand in their order on their day', async () => {
  const thirty = Array.from({ length: 30 }, (_, nth) => `Patient ${nth}`)
  await addRows(
    [],
    thirty.map((name) => patient(name)),
  )
  await addRows([], [patient('Another day', '2026-11-21')])
  await addRows(await rows(), [patient('Last')])
  expect(await names()).toEqual([...thirty, 'Last'])
  const [first] = await clinic.outbox.toArray()
  expect([first?.body.action, first?.body.ops.length]).toEqual(['day_row.create', 30])
})

test('a patient is moved by one change of one row', async () => {
  await addRows(
    [],
    ['A', 'B', 'C'].map((name) => patient(name)),
  )
  const { _id } = await row('C')
  expect(await moveRow(await rows(), _id, 0)).toBe(true)
  expect(await names()).toEqual(['C', 'A', 'B'])
  expect(await moveRow(await rows(), _id, 0)).toBe(false)
  const last = (await clinic.outbox.toArray()).at(-1)
  expect([last?.body.action, last?.body.ops.length]).toEqual(['day_row.move', 1])
})

test('a weight comes with its unit and its time, in one change with the status; a guess leaves the status', async () => {
  await addRows([], [patient('A'), patient('B')])
  await weighRow(await row('A'), { weight: 12.4, units: 'kg', estimated: false })
  await weighRow(await row('B'), { weight: 20, units: 'lb', estimated: true })
  expect((await row('A')).content).toMatchObject({ weight: 12.4, weight_units: 'kg', status: 'weighed' })
  expect((await row('A')).content.weighed_at).toBeDefined()
  expect((await row('A')).content.estimated).toBeUndefined()
  expect((await row('B')).content).toMatchObject({ weight: 20, estimated: true, status: 'listed' })
  await setStatus(await row('A'), 'in_surgery')
  await weighRow(await row('A'), { weight: 12.5, units: 'kg', estimated: false })
  expect((await row('A')).content).toMatchObject({ weight: 12.5, status: 'in_surgery' })
})

test('UNDO brings a deleted patient back as it stood', async () => {
  await addRows([], [patient('A'), patient('B')])
  const before = await row('A')
  const undo = await deleteRow(before)
  expect(await names()).toEqual(['B'])
  await undo()
  expect((await row('A')).content).toEqual(before.content)
  expect(await names()).toEqual(['A', 'B'])
})

test('UNDO of many that were added is one change, and leaves whom somebody has seen to since', async () => {
  const takeOff = await addRows([], [patient('A'), patient('B'), patient('C')])
  const [, b] = await rows()
  if (b) await changeRow(b, { ...b.content, cage: '7' })
  expect(await takeOff()).toBe(1)
  expect((await rows()).map(({ content }) => [content.name, content.cage])).toEqual([['B', '7']])
  expect(await takeOff()).toBe(1)
})

const SCALE = { weight: 12, units: 'kg', estimated: false } as const

test('a weight is taken back with all that came with it, and nothing else', async () => {
  await addRows([], [{ ...patient('Rex'), procedure: 'Castration' }])
  const before = await row('Rex')
  const takeBack = await weighRow(before, SCALE)
  expect((await row('Rex')).content).toMatchObject({ weight: 12, weight_units: 'kg', status: 'weighed' })
  // What somebody planned since is not the scale's.
  await changeRow(await row('Rex'), { ...(await row('Rex')).content, procedure: 'Dental' })
  expect(await takeBack()).toBe(true)
  expect((await row('Rex')).content).toEqual({ ...before.content, procedure: 'Dental' })
  expect(await takeBack()).toBe(false)
})

test('a weight that was there before comes back, a guess as a guess', async () => {
  await addRows([], [patient('Rex')])
  await weighRow(await row('Rex'), { weight: 10, units: 'kg', estimated: true })
  const guessed = (await row('Rex')).content
  const takeBack = await weighRow(await row('Rex'), SCALE)
  expect(await takeBack()).toBe(true)
  expect((await row('Rex')).content).toEqual(guessed)
})

test('a weight is not taken back over what somebody did since: another weight, the next step, a sheet, a deletion', async () => {
  await addRows(
    [],
    ['A', 'B', 'C', 'D'].map((name) => patient(name)),
  )
  const undone = async (name: string, since: () => Promise<unknown>) => {
    const takeBack = await weighRow(await row(name), SCALE)
    await since()
    return takeBack()
  }
  expect(await undone('A', async () => weighRow(await row('A'), { ...SCALE, weight: 13 }))).toBe(false)
  expect((await row('A')).content.weight).toBe(13)
  expect(await undone('B', async () => setStatus(await row('B'), 'checked'))).toBe(false)
  expect((await row('B')).content).toMatchObject({ weight: 12, status: 'checked' })
  const saved = async () => changeRow(await row('C'), { ...(await row('C')).content, sheet_id: newId() })
  expect(await undone('C', saved)).toBe(false)
  expect((await row('C')).content.weight).toBe(12)
  expect(await undone('D', async () => deleteRow(await row('D')))).toBe(false)
  expect(await names()).toEqual(['A', 'B', 'C'])
})

test('an open sheet of the patient, whoever’s, that has a weight which was taken back is found', async () => {
  await addRows([], [patient('Ace')])
  const { _id } = await row('Ace')
  const weighing = { weight: 24.8, units: 'kg', estimated: false } as const
  const draftId = newId()
  const put = (change: object, deleted = false) =>
    viewOf(clinic, 'drafts').put({
      collection: 'drafts',
      _id: draftId,
      schema: 1,
      version: 1,
      seq: 1,
      deleted,
      load: 0,
      meta: { author_id: newId(), author_name: 'Ben', date_created: '2026-11-20T10:00:00.000Z' },
      content: sheetDraft({ name: 'Ace', day_row: _id, weight: '24.80', weight_units: 'kg', ...change }),
    })
  expect(await isOnSheet(_id, weighing)).toBe(false)
  await put({})
  expect(await isOnSheet(_id, weighing)).toBe(true)
  for (const other of [
    { weight: '12.4' },
    { weight_units: 'lb' },
    { weight_units: '-' },
    { day_row: newId() },
  ]) {
    await put(other)
    expect(await isOnSheet(_id, weighing)).toBe(false)
  }
  await put({}, true)
  expect(await isOnSheet(_id, weighing)).toBe(false)
})
