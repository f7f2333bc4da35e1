import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clinicDatabase, type ClinicDatabase } from '../../data/database/clinic-database.ts'
import { newId } from '../../data/database/ids.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { newLane } from '../../data/outbox/lanes.ts'
import { rowsOfDay } from '../../data/view/day-rows.ts'
import { addRows, changeRow, deleteRow, setStatus } from './day-actions.ts'
import { setForMany } from './set-for-many.ts'

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
const [OLD, NEW, OTHER] = [1, 2, 3].map((nth) => `0193aaaa-0000-7000-8000-00000000000${nth}`) as [
  string,
  string,
  string,
]
const FIELD = 'anesthesia_protocol_id'
let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = clinicDatabase(newId(), { indexedDB: new IDBFactory(), IDBKeyRange })
  await clinic.lanes.put(newLane({ user_id: USER._id, user_name: USER.name }, newId()))
  setSignedIn({ clinic, user: USER })
  const patient = (name: string) => ({ day: DAY, name, species: 0, status: 'weighed' }) as const
  await addRows([], [{ ...patient('A'), [FIELD]: OLD }, patient('B'), patient('C'), patient('D')])
})
afterEach(() => {
  setSignedIn(undefined)
  clinic.close()
})

const rows = () => rowsOfDay(clinic, DAY)
const row = async (name: string) => {
  const found = (await rows()).find(({ content }) => content.name === name)
  if (!found) throw new Error(`${name} is not on the list.`)
  return found
}
const protocols = async () => (await rows()).map(({ content }) => content[FIELD])

test('a protocol is set for all that were chosen, in one change', async () => {
  const { set, left } = await setForMany(await rows(), FIELD, NEW)
  expect([set, left, await protocols()]).toEqual([4, 0, [NEW, NEW, NEW, NEW]])
  const last = (await clinic.outbox.toArray()).at(-1)
  expect([last?.body.action, last?.body.ops.length]).toEqual(['day_row.update', 4])
})

test('whoever was planned, drawn or deleted since they were chosen stays as they are, and is counted', async () => {
  const chosen = await rows()
  await changeRow(await row('B'), { ...(await row('B')).content, [FIELD]: OTHER })
  await setStatus(await row('C'), 'drawn')
  await deleteRow(await row('D'))
  const { set, left } = await setForMany(chosen, FIELD, NEW)
  expect([set, left, await protocols()]).toEqual([1, 3, [NEW, OTHER, undefined]])
})

test('UNDO gives each what it had, and leaves what others changed since', async () => {
  const { takeBack } = await setForMany(await rows(), FIELD, NEW)
  await changeRow(await row('B'), { ...(await row('B')).content, [FIELD]: OTHER })
  await setStatus(await row('C'), 'drawn')
  await changeRow(await row('D'), { ...(await row('D')).content, cage: '7' })
  expect(await takeBack()).toBe(2)
  expect(await protocols()).toEqual([OLD, OTHER, NEW, undefined])
  expect((await row('D')).content.cage).toBe('7')
})

test('who has it already is not changed, and keeps it with UNDO', async () => {
  const { set, takeBack } = await setForMany(await rows(), FIELD, OLD)
  expect(set).toBe(3)
  expect(await takeBack()).toBe(0)
  expect(await protocols()).toEqual([OLD, undefined, undefined, undefined])
})
