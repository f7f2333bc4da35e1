import { expect, test } from 'vitest'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { viewOf } from '../data/database/clinic-database.ts'
import { saveAs } from '../data/outbox/save.ts'
import { saveDraftAs } from '../data/drafts/drafts.ts'
import { newLane } from '../data/outbox/lanes.ts'
import { startEpoch } from '../data/restore/new-epoch.ts'
import { tellOfSession } from '../data/outbox/session-log.ts'
import { readSetting } from '../data/database/settings.ts'
import { readStatus } from './read-status.ts'
import { FleetServer } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { ana, fullServer, putRecord } from './testing/full-clinic.ts'
import { drug, sheetDraft } from './testing/samples.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193eeee-0000-7000-8000-000000000001'

test('[T7] signing in and wrong passwords are nobody’s changes, but are sent; what somebody did is theirs', async () => {
  const { clinic, newId, deviceNow } = new FleetDevice(new FleetServer(ORG, EPOCH, []), 1)
  const user_id = newId()
  await clinic.lanes.put({ ...newLane({ user_id, user_name: 'Tom' }, newId()), shut_out: true })
  await tellOfSession(clinic, user_id, 'session.log_in_failed')
  const other = { _id: newId(), org_perms: [1, 2] }
  const nothing = { unsent: 0, people: [], oldestAt: null, attention: 0 }
  expect(await readStatus(clinic, other)).toMatchObject({ ...nothing, queued: 0 })
  expect(await readStatus(clinic, { ...other, _id: user_id })).toMatchObject({ ...nothing, queued: 1 })
  await saveAs(clinic, { user_id, newId, deviceNow }, { action: 'sheet.export', detail: 'Rex.pdf', ops: [] })
  expect(await readStatus(clinic, other)).toMatchObject({
    unsent: 1,
    queued: 2,
    people: [{ name: 'Tom', unsent: 1 }],
    oldestAt: expect.any(String),
    attention: 1,
  })
})

test('[T7] a tablet says that its records are still on their way, and when the library is here', async () => {
  const server = fullServer({ drugs: 20, draws: 1800, sheets: 10 })
  const tablet = new FleetDevice(server, 1)
  await tablet.start()
  await tablet.signIn(ana)
  const user = { _id: ana.id, org_perms: [1] }
  const told: Awaited<ReturnType<typeof readStatus>>[] = [await readStatus(tablet.clinic, user)]
  const round = tablet.round()
  while (told.at(-1)?.loaded !== true) told.push(await readStatus(tablet.clinic, user))
  await round
  expect(told[0]).toMatchObject({ loaded: false, libraryLoaded: false, loading: null })
  const between = told.filter(({ loaded, libraryLoaded }) => libraryLoaded && !loaded)
  expect(between.length).toBeGreaterThan(0)
  expect(between.every(({ loading }) => loading === null || loading > 20)).toBe(true)
  expect(await readStatus(tablet.clinic, user)).toMatchObject({
    loaded: true,
    libraryLoaded: true,
    loading: null,
    differences: 0,
  })
})

test('[T7] nothing is on its way for somebody who reads no records', async () => {
  const tablet = new FleetDevice(fullServer({ drugs: 20, draws: 0, sheets: 0 }), 1)
  await tablet.start()
  await tablet.signIn(ana)
  const { network } = tablet
  const forbidden = new ProtocolError('forbidden', 'No.')
  tablet.network = {
    deliver: async (call) =>
      /^.sync.(pull|snapshot)/.test(call.path)
        ? { status: forbidden.status, body: forbidden.body(), retryAfterMs: undefined }
        : network.deliver(call),
  }
  expect((await tablet.round()).ok).toBe(true)
  const administrator = { _id: ana.id, org_perms: [0] }
  expect(await readStatus(tablet.clinic, administrator)).toMatchObject({ loading: null })
  expect(await readStatus(tablet.clinic, { ...administrator, org_perms: [1] })).toMatchObject({ loading: 0 })
})

test('[T2] [W1] what the server took and gives back to no app of this age is counted: its record is still marked', async () => {
  const server = fullServer({ drugs: 1, draws: 0, sheets: 0 })
  const tablet = new FleetDevice(server, 1)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const tooOld = new ProtocolError('protocol_unsupported', 'No.')
  const { network } = tablet
  tablet.network = {
    deliver: async (call) =>
      call.path.startsWith('/sync/pull')
        ? { status: tooOld.status, body: tooOld.body(), retryAfterMs: undefined }
        : network.deliver(call),
  }
  // Somebody else's commit comes first: the answer to the push is not what the feed has next.
  putRecord(server, 'drugs', 0, drug('By Ben'))
  const _id = tablet.newId()
  const ops = [
    { op: 'create' as const, collection: 'injections' as const, _id, content: { species: 0, name: 'New' } },
  ]
  await saveAs(tablet.clinic, tablet.saver, { action: 'injection.create', ops })
  await tablet.round()
  const marked = async () => (await viewOf(tablet.clinic, 'injections').get(_id))?.pending === true
  expect(await marked()).toBe(true)
  expect(await readStatus(tablet.clinic, { _id: ana.id, org_perms: [1] })).toMatchObject({
    unsent: 0,
    unread: 1,
  })
  expect(await readStatus(tablet.clinic, { _id: ana.id, org_perms: [0] })).toMatchObject({ unread: 0 })
  tablet.network = network
  await tablet.round()
  expect(await marked()).toBe(false)
  expect(await readStatus(tablet.clinic, { _id: ana.id, org_perms: [1] })).toMatchObject({ unread: 0 })
})

test('[T7] [L6] before a restored server has back what it took, a tablet never says that all is sent', async () => {
  const server = fullServer({ drugs: 3, draws: 0, sheets: 0 })
  const tablet = new FleetDevice(server, 1)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const restore = server.backup()
  const { clinic, saver, newId } = tablet
  const ops = [{ op: 'create', collection: 'drugs', _id: newId(), content: drug('t1t') } as const]
  await saveAs(clinic, saver, { action: 'drug.create', ops })
  const open = { kind: 'sheet', name: 't2t' } as const
  await saveDraftAs(clinic, saver, newId(), { ...sheetDraft(), ...open })
  await tablet.round()
  restore('0193eeee-0000-7000-8000-000000000002')
  const names = () => JSON.stringify(server.store.allRecords(server.orgId).map(({ content }) => content))
  const has = () => /t1t/.test(names()) && /t2t/.test(names())
  const calm = { _id: ana.id, org_perms: [1] }
  let saidTooEarly = 0
  let looked = 0
  const { network } = tablet
  tablet.network = {
    deliver: async (call) => {
      const epoch = await readSetting(clinic, 'epoch')
      if (epoch === server.store.epoch && !has()) {
        const { unsent, unread, returning } = await readStatus(clinic, calm)
        looked++
        if (unsent + unread === 0 && !returning) saidTooEarly++
      }
      return network.deliver(call)
    },
  }
  expect(has()).toBe(false)
  // Nobody is signed in: it waits.
  await tablet.signOut()
  await tablet.round()
  await startEpoch(clinic, server.store.epoch, newId)
  expect(await readStatus(clinic, calm)).toMatchObject({ unsent: 0, returning: true })
  expect(await readStatus(clinic, { ...calm, org_perms: [0] })).toMatchObject({ returning: true })
  await tablet.signIn(ana)
  for (let turn = 0; turn < 3; turn++) await tablet.round()
  expect([has(), saidTooEarly, looked > 1]).toEqual([true, 0, true])
  expect(await readStatus(clinic, calm)).toMatchObject({ unsent: 0, unread: 0, returning: false })
})

test('[T7] when the server was last heard is said by its clock, not by one that is wrong', async () => {
  const tablet = new FleetDevice(fullServer({ drugs: 1, draws: 0, sheets: 0 }), 1)
  tablet.clockError = -5 * 24 * 3_600_000
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const { lastPull, lastHeard } = await readStatus(tablet.clinic, { _id: ana.id, org_perms: [1] })
  expect(Date.parse(lastPull ?? '') - tablet.deviceNow()).toBe(0)
  expect(Date.parse(lastHeard ?? '') - tablet.server.now).toBe(0)
})
