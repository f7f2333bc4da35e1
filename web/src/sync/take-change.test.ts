import { expect, test } from 'vitest'
import { readChange, type ChangePage } from 'sync-protocol/wire/events'
import { viewOf } from '../data/database/clinic-database.ts'
import { reloadRecords } from '../data/restore/new-epoch.ts'
import { saveAs } from '../data/outbox/save.ts'
import { readSetting, writeSetting } from '../data/database/settings.ts'
import { readStatus } from './read-status.ts'
import { FleetServer } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { drug } from './testing/samples.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const NEXT_EPOCH = '0193aaaa-0000-7000-8000-00000000000f'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
const ben = { id: '0193aaaa-0000-7000-8000-0000000000b1', name: 'Ben', perms: [1] }

/** Ana writes, Ben's tablet listens; both have read everything. */
async function clinic() {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const tabletOf = async (user: typeof ana, seed: number) => {
    const tablet = new FleetDevice(server, seed)
    await tablet.start()
    await tablet.signIn(user)
    await create(tablet, `First of ${user.name}`)
    await tablet.round()
    return tablet
  }
  const create = async (tablet: FleetDevice, name: string) => {
    const _id = tablet.newId()
    const ops = [{ op: 'create' as const, collection: 'drugs' as const, _id, content: drug(name) }]
    await saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops })
    return _id
  }
  const writer = await tabletOf(ana, 5)
  const reader = await tabletOf(ben, 6)
  const cursor = async () => (await readSetting(reader.clinic, 'cursor')) ?? 0
  const calls: string[] = []
  reader.network = {
    async deliver(call) {
      calls.push(call.path.split('?')[0] ?? '')
      return server.handle(call)
    },
  }
  const eventFrom = async (from: number) => readChange((await server.eventFor(reader.token, from)) ?? '')
  return {
    server,
    writer,
    reader,
    calls,
    cursor,
    create,
    eventFrom,
    /** Ana saves and sends. */
    async write(name: string) {
      const _id = await create(writer, name)
      await writer.round()
      return _id
    },
    shown: async (_id: string) => (await viewOf(reader.clinic, 'drugs').get(_id))?.content?.['name'],
  }
}

test('[L4] a change that comes with an event is stored where the tablet stands, and nothing is asked', async () => {
  const { reader, write, eventFrom, cursor, shown, calls } = await clinic()
  const from = await cursor()
  const _id = await write('Told')
  const event = await eventFrom(from)
  expect(await reader.hear(event)).toBe(true)
  expect(await shown(_id)).toBe('Told')
  expect(await cursor()).toBe(event.head)
  expect(calls).toEqual([])
  // Heard twice: it is there already.
  expect(await reader.hear(event)).toBe(false)
  expect(await cursor()).toBe(event.head)
})

test('[L1] [L4] after an event that was lost the next one is not taken, and two told as one are', async () => {
  const { reader, write, eventFrom, cursor, shown } = await clinic()
  const from = await cursor()
  const first = await write('Lost')
  const between = (await eventFrom(from)).head
  const second = await write('Told')
  expect(await reader.hear(await eventFrom(between))).toBe(false)
  expect(await cursor()).toBe(from)
  expect(await shown(second)).toBeUndefined()
  expect(await reader.hear(await eventFrom(from))).toBe(true)
  expect([await shown(first), await shown(second)]).toEqual(['Lost', 'Told'])
})

test('[L6] a change of another epoch is not taken', async () => {
  const { reader, server, write, eventFrom, cursor } = await clinic()
  const from = await cursor()
  const restore = server.backup()
  await write('Gone')
  restore(NEXT_EPOCH)
  await write('Told')
  const event = await eventFrom(from)
  expect(event.page).toMatchObject({ epoch: NEXT_EPOCH, from })
  expect(await reader.hear(event)).toBe(false)
  expect(await cursor()).toBe(from)
})

test('[L4] [L5] while records are loaded, for the first time or anew, no event is mixed into it', async () => {
  const { server, reader, write, eventFrom, cursor, shown } = await clinic()
  const fresh = new FleetDevice(server, 9)
  await fresh.start()
  await fresh.signIn(ben)
  await writeSetting(fresh.clinic, 'epoch', EPOCH)
  const _id = await write('Told')
  expect(await fresh.hear(await eventFrom(0))).toBe(false)
  expect(await viewOf(fresh.clinic, 'drugs').count()).toBe(0)

  const from = await cursor()
  await reloadRecords(reader.clinic)
  await writeSetting(reader.clinic, 'cursor', from)
  expect(await reader.hear(await eventFrom(from))).toBe(false)
  await writeSetting(reader.clinic, 'loading', null)
  // The sweep at the end of the feed is still to come.
  expect(await reader.hear(await eventFrom(from))).toBe(false)
  expect(await shown(_id)).toBeUndefined()
})

test('[T7] an event brings a tablet up to date: it says since when, and so shows again how far it is', async () => {
  const { server, reader, write, create, eventFrom, cursor } = await clinic()
  const from = await cursor()
  // Somebody else's commit comes first: the answer to the push is not what the feed has next.
  await write('Before')
  await create(reader, 'Own')
  await reader.round('sending')
  const shown = async () => {
    const { unread, lastPull } = await readStatus(reader.clinic, { _id: ben.id, org_perms: ben.perms })
    return { unread, since: Date.parse(lastPull ?? '') }
  }
  const before = await shown()
  expect(before.unread).toBe(1)
  server.now += 5000
  expect(await reader.hear(await eventFrom(from))).toBe(true)
  expect(await shown()).toEqual({ unread: 0, since: reader.deviceNow() })
  expect(reader.deviceNow()).toBeGreaterThan(before.since)
})

test('[T2] [P1] its own change comes back with the event, before or after the answer to it, and leaves the outbox once', async () => {
  for (const when of ['before', 'after'] as const) {
    const { reader, create, eventFrom, cursor, calls, server, shown } = await clinic()
    const from = await cursor()
    const _id = await create(reader, 'Own')
    const { deliver } = reader.network
    let heard: boolean | undefined
    reader.network = {
      async deliver(call) {
        const answer = await deliver(call)
        if (when === 'before') heard = await reader.hear(await eventFrom(from))
        return answer
      },
    }
    expect(await reader.round('sending')).toMatchObject({ ok: true, reachable: true })
    // The answer brought it: the event tells nothing new, and nothing is asked for.
    if (when === 'after') heard = await reader.hear(await eventFrom(from))
    expect(heard).toBe(when === 'before')
    expect(await cursor()).toBe(server.store.organization(ORG).head)
    expect(calls).toEqual(['/sync/push'])
    expect(await reader.clinic.outbox.count()).toBe(0)
    expect(await reader.clinic.server_state.count()).toBe(0)
    expect(await viewOf(reader.clinic, 'drugs').get(_id)).not.toHaveProperty('pending')
    expect(await shown(_id)).toBe('Own')
    expect((await reader.clinic.lanes.get(ben.id))?.unsent).toBe(0)
    expect(server.store.organization(ORG).outcomes.size).toBe(3)
  }
})

test('[L3] what an event brought counts in the digests as a page does', async () => {
  const { reader, write, eventFrom, cursor } = await clinic()
  await write('Told')
  await reader.hear(await eventFrom(await cursor()))
  expect(await reader.round()).toMatchObject({ ok: true })
  expect(await readSetting(reader.clinic, 'differences')).toBeUndefined()
})

test('[T4] a leader that was ousted stores no event', async () => {
  const { reader, write, eventFrom, cursor, shown } = await clinic()
  const from = await cursor()
  const _id = await write('Told')
  const event = await eventFrom(from)
  await writeSetting(reader.clinic, 'term', ((await readSetting(reader.clinic, 'term')) ?? 0) + 1)
  expect(await reader.hear(event)).toBe(false)
  expect(await shown(_id)).toBeUndefined()
  expect(await cursor()).toBe(from)
  expect(reader.ousted).toBe(1)
})

test('an event whose page is none breaks nothing: it is an error where it is read', () => {
  const page: Partial<ChangePage> = { from: 1, cursor: 2 }
  expect(() => readChange(JSON.stringify({ head: 2, page }))).toThrow()
  expect(readChange(JSON.stringify({ head: 2 }))).toEqual({ head: 2 })
})
