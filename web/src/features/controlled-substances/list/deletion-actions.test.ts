import { afterEach, expect, onTestFinished, test } from 'vitest'
import { beforeWrites } from '../../../sync/testing/before-writes.ts'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { viewOf } from '../../../data/database/clinic-database.ts'
import { saveAs } from '../../../data/outbox/save.ts'
import { setSignedIn } from '../../../data/database/signed-in.ts'
import { FleetServer, type FleetUser } from '../../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../../sync/testing/fleet-device.ts'
import { deleteBalances } from './deletion-actions.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }

const balance: JsonObject = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 10,
  date_start: '2026-11-20',
  date_end: '2026-11-20',
  combined: false,
  pages: [],
}

afterEach(() => setSignedIn(undefined))

async function clinicWith(count: number) {
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 5)
  await tablet.start()
  await tablet.signIn(ana)
  setSignedIn({
    clinic: tablet.clinic,
    user: {
      _id: ana.id,
      name: ana.name,
      email: 'ana@clinic.test',
      org_id: ORG,
      org_name: 'Clinic',
      org_perms: [1, 2],
      time_zone: 'America/Chicago',
      demo: false,
    },
  })
  const ids = Array.from({ length: count }, () => tablet.newId())
  const ops = ids.map((_id): Op => ({ op: 'create', collection: 'balances', _id, content: balance }))
  await saveAs(tablet.clinic, tablet.saver, { action: 'balance.create', ops })
  await tablet.round()
  const voids = () =>
    server.store
      .allRecords(ORG)
      .filter(({ collection }) => collection === 'balances')
      .sort((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id))
      .map(({ voided, content }) => (content === null ? 'erased' : (voided?.reason ?? 'stands')))
  return { tablet, ids, voids }
}

test('[Q-28] what is deleted is voided with the reason, in one change, and keeps its content', async () => {
  const { tablet, ids, voids } = await clinicWith(3)
  expect(await deleteBalances(ids.slice(0, 2), ' Entered twice ', 'Ketamine')).toBe(2)
  expect(await tablet.clinic.outbox.toArray()).toHaveLength(1)
  await tablet.round()
  expect(voids()).toEqual(['Entered twice', 'Entered twice', 'stands'])
})

test('a second try deletes only what still stands, and keeps the first reason', async () => {
  const { tablet, ids, voids } = await clinicWith(2)
  await deleteBalances(ids.slice(0, 1), 'First', 'Ketamine')
  expect(await deleteBalances(ids, 'Second', 'Ketamine')).toBe(1)
  await tablet.round()
  expect(voids()).toEqual(['First', 'Second'])
})

test('[CSLIST-36] a tablet that cannot store it deletes none, says so, and the log hears of it', async () => {
  const { tablet, ids } = await clinicWith(2)
  let writes = 0
  const stop = beforeWrites('outbox', () => {
    if (++writes === 1) throw new Error('full')
  })
  onTestFinished(stop)
  await expect(deleteBalances(ids, 'Entered twice', 'Ketamine 100 mg/ml')).rejects.toThrow('not saved')
  const view = await viewOf(tablet.clinic, 'balances').toArray()
  expect(view.map(({ voided }) => voided)).toEqual([undefined, undefined])
  await expect
    .poll(() => tablet.clinic.outbox.toArray())
    .toMatchObject([{ body: { action: 'balance.delete_failed', detail: 'Ketamine 100 mg/ml', ops: [] } }])
})
