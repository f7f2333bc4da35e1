import { afterEach, expect, onTestFinished, test } from 'vitest'
import { beforeWrites } from '../../../sync/testing/before-writes.ts'
import type { Op } from 'sync-protocol/records/mutation'
import { viewOf } from '../../../data/database/clinic-database.ts'
import { saveAs } from '../../../data/outbox/save.ts'
import { setSignedIn } from '../../../data/database/signed-in.ts'
import { FleetServer, type FleetUser } from '../../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../../sync/testing/fleet-device.ts'
import { deleteRecords, restoreRecords } from './deletion.ts'
import { libraryKind } from './library-kind.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const injections = libraryKind('injections')

afterEach(() => setSignedIn(undefined))

async function clinicWith(count: number) {
  const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  const other = new FleetDevice(server, 8)
  await other.start()
  await other.signIn(ana)
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
  for (let from = 0; from < count; from += 500) {
    const ops = ids.slice(from, from + 500).map((_id, n): Op => ({
      op: 'create',
      collection: 'injections',
      _id,
      content: { species: 0, name: `Injection ${from + n}` },
    }))
    await saveAs(tablet.clinic, tablet.saver, { action: 'injection.create', ops })
  }
  await tablet.round()
  await other.round()
  const alive = () =>
    server.store.allRecords(ORG).filter((record) => record.collection === 'injections' && !record.deleted)
  const shown = async () =>
    (await viewOf(tablet.clinic, 'injections').toArray()).filter((record) => !record.deleted)
  const conflicts = () => server.store.allRecords(ORG).filter(({ collection }) => collection === 'conflicts')
  const queued = () => tablet.clinic.outbox.toArray()
  return { tablet, other, ids, alive, shown, conflicts, queued }
}

const named = (other: FleetDevice, _id: string, name: string) =>
  saveAs(other.clinic, other.saver, {
    action: 'injection.update',
    ops: [
      {
        op: 'update',
        collection: 'injections',
        _id,
        base: 1,
        set: { name },
        was: { name: 'Injection 0', species: 0 },
      },
    ],
  })

test('[LIST-22] many are deleted by one change, and one UNDO brings all of them back as they stood', async () => {
  const { tablet, ids, alive, shown, queued } = await clinicWith(20)
  const before = alive().map(({ _id, content }) => ({ _id, content }))
  const deleted = await deleteRecords(injections, ids)
  expect(await queued()).toHaveLength(1)
  expect(await shown()).toEqual([])
  expect(await restoreRecords(injections, deleted)).toBe(20)
  expect(await queued()).toHaveLength(2)
  expect(await shown()).toHaveLength(20)
  await tablet.round()
  expect(alive().map(({ _id, content }) => ({ _id, content }))).toEqual(before)
})

test('more than a change holds are several, saved together', async () => {
  const { tablet, ids, alive, shown, queued } = await clinicWith(501)
  const deleted = await deleteRecords(injections, ids)
  expect((await queued()).map(({ body }) => body.ops.length)).toEqual([500, 1])
  await tablet.round()
  expect(alive()).toEqual([])
  expect(await restoreRecords(injections, deleted)).toBe(501)
  await tablet.round()
  expect(alive()).toHaveLength(501)
  expect(await shown()).toHaveLength(501)
}, 60_000)

test('a tablet that cannot store the deletion deletes none of them', async () => {
  const { ids, shown, queued } = await clinicWith(501)
  let writes = 0
  const stop = beforeWrites('outbox', () => {
    writes += 1
    if (writes === 2) throw new Error('full')
  })
  onTestFinished(stop)
  await expect(deleteRecords(injections, ids)).rejects.toThrow('not saved')
  expect(await shown()).toHaveLength(501)
  await expect
    .poll(queued)
    .toMatchObject([
      { body: { action: 'injection.delete_failed', detail: expect.stringContaining(','), ops: [] } },
    ])
}, 60_000)

test('[M6] what another tablet changed meanwhile is not deleted, and UNDO does not put the old over it', async () => {
  const { tablet, other, ids, alive, conflicts } = await clinicWith(3)
  const [changed = ''] = ids
  const deleted = await deleteRecords(injections, ids)
  await named(other, changed, 'Changed elsewhere')
  await other.round()
  await tablet.round()
  expect(alive().map(({ content }) => content?.['name'])).toEqual(['Changed elsewhere'])
  expect(await restoreRecords(injections, deleted)).toBe(2)
  await tablet.round()
  expect(
    alive()
      .map(({ content }) => JSON.stringify(content?.['name']))
      .sort(),
  ).toEqual(['"Changed elsewhere"', '"Injection 1"', '"Injection 2"'])
  expect(conflicts().map(({ content }) => content?.['settled'])).toMatchObject([{ choice: 'theirs' }])
})

test('[M6] an UNDO that meets a change on its way overwrites nothing, and leaves nobody anything to decide', async () => {
  const { tablet, other, ids, alive, conflicts } = await clinicWith(3)
  const [changed = ''] = ids
  const deleted = await deleteRecords(injections, ids)
  await named(other, changed, 'Changed elsewhere')
  await other.round()
  // Not sent yet: this tablet cannot know.
  expect(await restoreRecords(injections, deleted)).toBe(3)
  await tablet.round()
  expect(alive().map(({ content }) => content?.['name'])).toContain('Changed elsewhere')
  expect(alive()).toHaveLength(3)
  expect(conflicts().map(({ content }) => content?.['settled'])).toMatchObject([{ choice: 'theirs' }])
})

test('[M6] [M9] a deletion that is set aside says what its person saw; of a great many at once it does not', async () => {
  const { tablet, other, ids, conflicts } = await clinicWith(400)
  const [changed = ''] = ids
  await deleteRecords(injections, [changed])
  await named(other, changed, 'Changed elsewhere')
  await other.round()
  await tablet.round()
  expect(conflicts()[0]?.content).toMatchObject({ full: { name: 'Injection 0', species: 0 } })
  await deleteRecords(injections, ids)
  const [, { body } = { body: { ops: [] } }] = await tablet.clinic.outbox.toArray()
  expect(body.ops.every((op) => op.op === 'delete' && op.was === undefined)).toBe(true)
})
