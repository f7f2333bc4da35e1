import { beforeEach, describe, expect, test, vi } from 'vitest'
import { updateOp } from 'sync-protocol/merge/update-op'
import { digestsOf, withoutEmpty } from 'sync-protocol/records/digest'
import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import { readSetting } from '../data/database/settings.ts'
import { attentionFor } from '../data/attention/attention.ts'
import { beginReload } from '../data/restore/new-epoch.ts'
import { viewOf } from '../data/database/clinic-database.ts'
import { saveAs } from '../data/outbox/save.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { ana, fullServer, ORG, putRecord, recordId } from './testing/full-clinic.ts'
import { drug } from './testing/samples.ts'

/** Of a release after this one. */
const BOTTLES = 'bottles' as Collection
const errors = vi.spyOn(console, 'error')
beforeEach(() => {
  errors.mockReset()
})

/** A tablet of today at a server that knows more than it does. */
async function besideNewer() {
  const server = fullServer({ drugs: 4, [BOTTLES]: 3 })
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  const { clinic } = tablet
  let calls = 0
  tablet.network = {
    deliver(call) {
      calls++
      return server.handle(call)
    },
  }
  const round = async () => {
    calls = 0
    expect(await tablet.round()).toMatchObject({ ok: true })
    return calls
  }
  const unread = async () => (await clinic.unread.toArray()).map(({ key }) => key).sort()
  const onServer = () =>
    server.store
      .allRecords(ORG)
      .flatMap((record) => (record.collection === BOTTLES && !record.deleted ? [keyOf(record)] : []))
      .sort()
  const digests = async () => withoutEmpty((await readSetting(clinic, 'digests')) ?? {})
  return { server, tablet, clinic, round, unread, onServer, digests }
}

describe('[W2] a server that knows more than this release', () => {
  test('records of a collection that is not known are kept unread, counted, followed, and let go', async () => {
    const { server, round, unread, onServer, digests } = await besideNewer()
    await round()
    expect(onServer()).toHaveLength(3)
    expect(await unread()).toEqual(onServer())
    putRecord(server, BOTTLES, 7)
    putRecord(server, BOTTLES, 1, { left: 4 })
    putRecord(server, BOTTLES, 2, null)
    await round()
    // A tombstone stays, as everywhere.
    expect(await unread()).toEqual([...onServer(), `bottles/${recordId(BOTTLES, 2)}`].sort())
    expect(await digests()).toEqual(digestsOf(server.store.allRecords(ORG)))
    const quiet = await round()
    expect(quiet).toBe(1)
    expect(errors).not.toHaveBeenCalled()
  })

  test('what was loaded anew and is gone from the server leaves', async () => {
    const { server, clinic, round, unread, onServer } = await besideNewer()
    await round()
    const org = server.store.organization(ORG)
    org.records.delete(`bottles/${recordId(BOTTLES, 0)}`)
    org.digests = digestsOf(server.store.allRecords(ORG))
    await clinic.transaction('rw', clinic.settings, () => beginReload(clinic))
    await round()
    expect(await unread()).toEqual(onServer())
    expect(onServer()).toHaveLength(2)
  })

  test('a damaged one is found and loaded anew', async () => {
    const { clinic, round, unread, onServer } = await besideNewer()
    await round()
    await clinic.unread.delete(onServer()[0] ?? '')
    await round()
    expect(await unread()).toEqual(onServer())
  })

  test('a field that is not known stays through every edit made here, and its record can be edited', async () => {
    const { server, tablet, clinic, round } = await besideNewer()
    const _id = recordId('drugs', 2)
    const later = { antidote: { name: 'Naloxone', ratio: 0.5 } }
    putRecord(server, 'drugs', 2, { ...drug('Opened'), ...later }, ['seal_broken'])
    await round()
    const record = await viewOf(clinic, 'drugs').get(_id)
    if (!record?.content) throw new Error('The drug is not here.')
    expect(record.content).toMatchObject(later)
    const op = updateOp(
      'drugs',
      { ...record, content: record.content },
      { ...drug('Opened'), concentration: 20 },
    )
    if (!op) throw new Error('Nothing changed.')
    await saveAs(clinic, tablet.saver, { action: 'drug.update', ops: [op] })
    expect((await viewOf(clinic, 'drugs').get(_id))?.content).toMatchObject({ concentration: 20, ...later })
    await round()
    const there = server.store.allRecords(ORG).find((each) => each._id === _id)
    expect(there).toMatchObject({ content: { concentration: 20, ...later } })
    expect(await attentionFor(clinic, { _id: ana.id, org_perms: [0, 1, 2, 3] })).toEqual([])
  })

  test('a conflict about a record that is not known does not hold up Needs attention', async () => {
    const { server, clinic, round } = await besideNewer()
    putRecord(server, 'conflicts', 0, {
      record: { collection: BOTTLES, _id: recordId(BOTTLES, 1) },
      kind: 'update',
      groups: [],
      version: 1,
      mutation_id: recordId('drafts', 1),
      lane: recordId('drafts', 2),
      device: recordId('drafts', 3),
      at: '2026-11-20T08:00:00.000Z',
    })
    await round()
    expect(await attentionFor(clinic, { _id: 'another', org_perms: [1] })).toEqual([])
  })
})
