import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newPushMemory } from '../../sync/push-lane.ts'
import { tellDevice } from '../../sync/tell-device.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { sheet } from '../../sync/testing/samples.ts'
import { saveAs } from '../outbox/save.ts'
import type { Call } from '../people/server-call.ts'
import { takeDeviceStanding } from '../people/device-standing.ts'
import { attentionFor } from './attention.ts'
import { viewOf } from '../database/clinic-database.ts'
import { discardShutOut, sendOnBehalf } from './shut-out.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'

/** Ana saves two sheets, the second without a network; she is removed, and Vera signs in on the tablet. */
async function leftBehind(veras: number[] = [1, 2]) {
  const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
  const vera: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000b2', name: 'Vera', perms: veras }
  const server = new FleetServer(ORG, EPOCH, [ana, vera])
  const tablet = new FleetDevice(server, 11)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const save = (name: string) =>
    saveAs(tablet.clinic, tablet.saver, {
      action: 'sheet.save',
      ops: [{ op: 'create', collection: 'sheets', _id: tablet.newId(), content: sheet(name) }],
    })
  await save('First')
  const { network } = tablet
  // The first one arrives, and its answer is lost.
  tablet.network = {
    deliver: async (call) => {
      await network.deliver(call)
      return undefined as never
    },
  }
  await tablet.round()
  tablet.network = network
  await save('Second')
  server.removeUser(ana.id)
  await tablet.signOut()
  await tablet.signIn(vera)
  await tablet.round()
  const waiting = () => attentionFor(tablet.clinic, { _id: vera.id, org_perms: vera.perms })
  const sheets = () =>
    server.store
      .allRecords(ORG)
      .filter(({ collection, deleted }) => collection === 'sheets' && !deleted)
      .map(({ content, meta }) => `${content?.['name'] as string} by ${meta.author_name}`)
  return { ana, vera, server, tablet, waiting, sheets }
}

test('[D3] [P1] the unsent work of a removed user leaves under their name, once, when a holder of 2 sends it', async () => {
  const { ana, tablet, waiting, sheets } = await leftBehind()
  expect((await waiting()).map(({ sort, author_name }) => [sort, author_name])).toEqual([['shut-out', 'Ana']])
  expect(sheets()).toEqual(['First by Ana'])
  await sendOnBehalf(tablet.clinic, ana.id, tablet.saver)
  expect(await waiting()).toEqual([])
  // A second press, or another tab, finds nothing to do.
  await sendOnBehalf(tablet.clinic, ana.id, tablet.saver)
  const shown = await viewOf(tablet.clinic, 'sheets').toArray()
  expect(shown.map(({ meta }) => meta.author_name)).toEqual(['Ana', 'Ana'])
  expect((await tablet.round()).ok).toBe(true)
  await tablet.round()
  expect(await tablet.clinic.outbox.count()).toBe(0)
  expect(sheets()).toEqual(['First by Ana', 'Second by Ana'])
  expect(await waiting()).toEqual([])
})

test('[D3] [T2] what is sent for another stands behind what its sender saved before, as the server will do it', async () => {
  const { ana, tablet } = await leftBehind()
  await saveAs(tablet.clinic, tablet.saver, {
    action: 'sheet.save',
    ops: [{ op: 'create', collection: 'sheets', _id: tablet.newId(), content: sheet('Own') }],
  })
  await sendOnBehalf(tablet.clinic, ana.id, tablet.saver)
  const rows = await tablet.clinic.outbox.orderBy('order').toArray()
  expect(rows.map(({ on_behalf_of }) => on_behalf_of?.user_name)).toEqual([undefined, 'Ana', 'Ana'])
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3])
})

test('[D3] [P6] who lost permission 2 before it left: it is not done, and waits under its author’s name', async () => {
  const { ana, vera, tablet, waiting, sheets } = await leftBehind()
  await sendOnBehalf(tablet.clinic, ana.id, tablet.saver)
  vera.perms = [1]
  await tablet.round()
  expect(sheets()).toEqual(['First by Ana'])
  vera.perms = [1, 2]
  await tablet.round()
  expect((await waiting()).map(({ sort, author_name }) => [sort, author_name])).toEqual([['refused', 'Ana']])
})

test('[D3] discarding withdraws each of them and says so; nothing of it is sent, and nothing blocks what comes after', async () => {
  const { ana, server, tablet, waiting, sheets } = await leftBehind()
  const ids = (await tablet.clinic.outbox.toArray()).map(({ id }) => id)
  await discardShutOut(tablet.clinic, ana.id, tablet.saver, '2 of Ana: sheets')
  expect(await waiting()).toEqual([])
  const told = (await tablet.clinic.outbox.toArray()).find(
    ({ body }) => body.action === 'attention.discard_unsent',
  )
  expect(told?.body.detail).toBe('2 of Ana: sheets')
  expect((await tablet.round()).ok).toBe(true)
  await tablet.round()
  expect(await tablet.clinic.outbox.count()).toBe(0)
  // What had arrived stands; what had not never will.
  expect(sheets()).toEqual(['First by Ana'])
  const { outcomes } = server.store.organization(ORG)
  expect(ids.every((id) => outcomes.has(id))).toBe(true)
})

test('[D3] the work of somebody removed whom the server never refused here, having no right to send, is offered too', async () => {
  const { ana, vera, server, tablet, waiting, sheets } = await leftBehind()
  const { clinic } = tablet
  // Ana had signed in without a network: her lane never had a push token that could be refused.
  await clinic.lanes.update(ana.id, { push_token: null, shut_out: false })
  expect(await waiting()).toEqual([])
  const { token } = server.signIn(vera, tablet.newId(), tablet.newId)
  const ports = {
    clinic,
    call: (call: Call) => server.handle(call),
    deviceNow: tablet.deviceNow,
    newId: tablet.newId,
    credentials: () => ({ user_id: vera.id, token }),
    mayRead: () => true,
    signedIn: () => vera.id,
    tokenRefused: () => undefined,
    clockKnown: () => undefined,
    about: () => ({ app_version: '1', platform: 'Chrome' }),
  }
  const heard = await tellDevice(ports, newPushMemory(), false)
  expect(server.told?.waiting).toEqual([ana.id])
  if (heard && heard !== 'gone') await takeDeviceStanding(clinic, heard)
  expect((await waiting()).map(({ sort, author_name }) => [sort, author_name])).toEqual([['shut-out', 'Ana']])
  await sendOnBehalf(clinic, ana.id, tablet.saver)
  await tablet.round()
  expect(sheets()).toEqual(['First by Ana', 'Second by Ana'])
})
