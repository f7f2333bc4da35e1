import { afterEach, expect, onTestFinished, test } from 'vitest'
import { beforeWrites } from '../../sync/testing/before-writes.ts'
import type { Op } from 'sync-protocol/records/mutation'
import { viewOf } from '../../data/database/clinic-database.ts'
import { saveAs } from '../../data/outbox/save.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { draw } from '../../sync/testing/samples.ts'
import { deleteDraws } from './deletion.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }

afterEach(() => setSignedIn(undefined))

async function clinicWith(count: number) {
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  const user = { _id: ana.id, name: ana.name, org_id: ORG, org_name: 'Clinic', org_perms: [1, 2] }
  setSignedIn({
    clinic: tablet.clinic,
    user: { ...user, email: 'ana@clinic.test', time_zone: 'America/Chicago', demo: false },
  })
  const ids = Array.from({ length: count }, () => tablet.newId())
  for (let from = 0; from < count; from += 500) {
    const ops = ids.slice(from, from + 500).map((_id, n): Op => ({
      op: 'create',
      collection: 'draws',
      _id,
      content: draw(`Patient ${from + n}`, '-'),
    }))
    await saveAs(tablet.clinic, tablet.saver, { action: 'draw.create', ops })
  }
  await tablet.round()
  const stored = () => server.store.allRecords(ORG).filter(({ collection }) => collection === 'draws')
  const shown = () => viewOf(tablet.clinic, 'draws').toArray()
  return { tablet, ids, stored, shown }
}

test('[DRAW-33] [Q-28] what is deleted is voided with its reason and kept, once, in one change', async () => {
  const { tablet, ids, stored, shown } = await clinicWith(3)
  const [first = '', second = ''] = ids
  expect(await deleteDraws([first, second], '  Entered twice ')).toBe(2)
  expect(await tablet.clinic.outbox.count()).toBe(1)
  // A second tablet's press, or a second try: nothing is voided twice, and the first reason stands.
  expect(await deleteDraws([first], 'Wrong patient')).toBe(0)
  await tablet.round()
  for (const records of [stored(), await shown()]) {
    const reasons = ids.map((id) => records.find(({ _id }) => _id === id)?.voided?.reason)
    expect(reasons).toEqual(['Entered twice', 'Entered twice', undefined])
    expect(records.every(({ content, deleted }) => content !== null && !deleted)).toBe(true)
  }
})

test('more than a change holds are deleted together, or none of them', async () => {
  const { ids, shown } = await clinicWith(501)
  let writes = 0
  const stop = beforeWrites('outbox', () => {
    writes += 1
    if (writes === 2) throw new Error('full')
  })
  onTestFinished(stop)
  await expect(deleteDraws(ids, 'Entered twice')).rejects.toThrow('not saved')
  expect((await shown()).some(({ voided }) => voided !== undefined)).toBe(false)
  stop()
  expect(await deleteDraws(ids, 'Entered twice')).toBe(501)
  expect((await shown()).every(({ voided }) => voided !== undefined)).toBe(true)
}, 60_000)
