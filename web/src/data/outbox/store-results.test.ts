import { acknowledgedOf } from './kept-receipts.ts'
import { describe, expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { digestsOf, withoutEmpty } from 'sync-protocol/records/digest'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { ana, fullServer, heldBy, ORG, putRecord, recordId, shownOn } from '../../sync/testing/full-clinic.ts'
import { drug } from '../../sync/testing/samples.ts'
import { viewOf } from '../database/clinic-database.ts'
import { queueMutation, saveAs, durableTransaction } from './save.ts'
import { readSetting } from '../database/settings.ts'
import { removeRows } from './store-results.ts'

const DRUGS = 4
const UNREADABLE = {
  status: 503,
  body: { success: false, code: 'unavailable', message: 'No.' },
  retryAfterMs: undefined,
}

/** A drug's dose as somebody saw it, all of its group. */
function seen(name: string) {
  const { section_key: _, ...dose } = drug(name)
  return { ...dose, schedule: null, limits: null, amount_unit: null, reverses: null, infusion_limits: null }
}

/** A tablet that read everything and has six changes unsent: one is refused, one clashes, and one edits what another made. */
async function loaded(pushOf = 500) {
  const server = fullServer({ drugs: DRUGS })
  const tablet = new FleetDevice(server, 11, pushOf)
  await tablet.start()
  await tablet.signIn(ana)
  expect(await tablet.round()).toMatchObject({ ok: true })
  let reads = true
  /** Happens at the server before the push of this number arrives. */
  const before = new Map<number, () => void>()
  let pushes = 0
  tablet.network = {
    async deliver(call) {
      if (call.path.startsWith('/sync/pull') && !reads) return UNREADABLE
      if (call.path === '/sync/push') before.get(++pushes)?.()
      return server.handle(call)
    },
  }
  const own = tablet.newId()
  const save = async (...ops: Parameters<typeof saveAs>[2]['ops']) =>
    (await saveAs(tablet.clinic, tablet.saver, { action: 'drug.update', ops })).mutation_id
  const edited = recordId('drugs', 1)
  const was = seen('What nobody has')
  await save({ op: 'create', collection: 'drugs', _id: own, content: drug('Mine') })
  await save({ op: 'update', collection: 'drugs', _id: edited, base: 1, set: { name: 'Edited' }, was })
  await save({
    op: 'update',
    collection: 'drugs',
    _id: own,
    base: 0,
    set: { name: 'Mine, renamed' },
    was: seen('Mine'),
  })
  await save({ op: 'delete', collection: 'drugs', _id: recordId('drugs', 2), base: 1 })
  const refused = await save({ op: 'delete', collection: 'drugs', _id: tablet.newId(), base: 1 })
  await save({ op: 'create', collection: 'drugs', _id: tablet.newId(), content: drug('Last') })
  const head = () => server.store.organization(ORG).head
  return {
    server,
    tablet,
    clinic: tablet.clinic,
    before,
    head,
    refused,
    own,
    readable: (value: boolean) => {
      reads = value
    },
    holdsTheServers: async () => {
      expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
      expect(await readSetting(tablet.clinic, 'cursor')).toBe(head())
      const digests = digestsOf(server.store.allRecords(ORG))
      expect(withoutEmpty((await readSetting(tablet.clinic, 'digests')) ?? {})).toEqual(withoutEmpty(digests))
      expect(await tablet.clinic.outbox.count()).toBe(0)
      expect(await tablet.clinic.server_state.count()).toBe(0)
      expect(await tablet.clinic.kept.count()).toBe(0)
    },
  }
}

describe('an answer as the feed', () => {
  test.each([500, 2, 1])(
    '[T2] [T3] [L4] where nobody else wrote: rows, records, refusals and cursor at once, read or not (%i a push)',
    async (pushOf) => {
      const { tablet, clinic, readable, holdsTheServers, refused } = await loaded(pushOf)
      readable(false)
      expect(await tablet.round()).toMatchObject({ ok: false })
      await holdsTheServers()
      expect(await viewOf(clinic, 'attention').toArray()).toMatchObject([
        { content: { mutation: { id: refused } } },
      ])
      expect(await viewOf(clinic, 'conflicts').count()).toBe(1)
      expect(await acknowledgedOf(clinic, () => true)).toHaveLength(6)
      readable(true)
      expect(await tablet.round()).toMatchObject({ ok: true })
      await holdsTheServers()
      expect(await readSetting(clinic, 'differences')).toBeUndefined()
    },
  )

  test('[T2] [L1] where somebody else’s commit comes first the rows wait for the feed, and nothing of it is missed', async () => {
    const { tablet, clinic, server, before, readable, holdsTheServers, own } = await loaded()
    const cursor = await readSetting(clinic, 'cursor')
    before.set(1, () => putRecord(server, 'drugs', 3, drug('By Ben')))
    readable(false)
    await tablet.round()
    expect(await readSetting(clinic, 'cursor')).toBe(cursor)
    // The refused one has no effect to wait for.
    expect((await clinic.outbox.toArray()).map(({ done }) => done)).toEqual([1, 1, 1, 1, 1])
    expect(await viewOf(clinic, 'drugs').get(own)).toMatchObject({ pending: true })
    readable(true)
    await tablet.round()
    await holdsTheServers()
    expect((await viewOf(clinic, 'drugs').get(recordId('drugs', 3)))?.content?.['name']).toBe('By Ben')
    expect(await readSetting(clinic, 'differences')).toBeUndefined()
  })

  test('[T2] [L1] where it comes between two pushes, only what came before it is taken at once', async () => {
    const { tablet, clinic, server, before, readable, holdsTheServers } = await loaded(2)
    before.set(2, () => putRecord(server, 'drugs', 3, drug('By Ben')))
    readable(false)
    await tablet.round()
    expect(await readSetting(clinic, 'cursor')).toBe(DRUGS + 2)
    expect((await clinic.outbox.toArray()).map(({ n, done }) => [n, done])).toEqual([
      [3, 1],
      [4, 1],
      [6, 1],
    ])
    readable(true)
    await tablet.round()
    await holdsTheServers()
    expect(await readSetting(clinic, 'differences')).toBeUndefined()
  })

  test('[T1] [P1] [D2] killed between any two transactions, all arrives once and nothing is shown otherwise', async () => {
    for (let nth = 1; ; nth++) {
      const { tablet, readable, holdsTheServers, head } = await loaded(2)
      readable(false)
      tablet.crashIn = nth
      await tablet.round().catch((error: unknown) => {
        if (tablet.crashIn > 0) throw error
      })
      const crashed = tablet.crashIn <= 0
      tablet.restart()
      readable(true)
      expect(await tablet.round()).toMatchObject({ ok: true })
      await holdsTheServers()
      expect(head()).toBe(DRUGS + 6)
      expect(await readSetting(tablet.clinic, 'differences')).toBeUndefined()
      if (!crashed) break
    }
  })

  test('[T2] a save over a record that leaves stays on top, over what the server has', async () => {
    const { tablet, server, clinic, readable, own } = await loaded()
    const { network } = tablet
    tablet.network = {
      async deliver(call) {
        const answer = await network.deliver(call)
        if (call.path !== '/sync/push') return answer
        tablet.network = { deliver: () => Promise.resolve(UNREADABLE) }
        await saveAs(clinic, tablet.saver, {
          action: 'drug.update',
          ops: [
            {
              op: 'update',
              collection: 'drugs',
              _id: own,
              base: 0,
              set: { name: 'Later' },
              was: seen('Mine, renamed'),
            },
          ],
        })
        return answer
      },
    }
    await tablet.round()
    expect(await viewOf(clinic, 'drugs').get(own)).toMatchObject({
      content: { name: 'Later' },
      version: 2,
      pending: true,
    })
    expect(await clinic.server_state.toArray()).toMatchObject([
      { record: { content: { name: 'Mine, renamed' }, version: 2 } },
    ])
    expect(await clinic.outbox.toArray()).toMatchObject([{ done: 0 }])
    tablet.network = { deliver: (call) => server.handle(call) }
    readable(true)
    await tablet.round()
    expect(await clinic.outbox.count()).toBe(0)
  })
})

/** A tablet that changed one drug twice, its dose first and long afterwards its section; `others` wrote before it sent that. */
async function changedTwice(others: boolean) {
  const server = fullServer({ drugs: DRUGS })
  const tablet = new FleetDevice(server, 12)
  await tablet.start()
  await tablet.signIn(ana)
  expect(await tablet.round()).toMatchObject({ ok: true })
  const _id = recordId('drugs', 1)
  const { section_key, ...dose } = drug('Drug 1')
  const record = { op: 'update', collection: 'drugs', _id, base: 1 } as const
  const was = {
    schedule: null,
    limits: null,
    amount_unit: null,
    reverses: null,
    infusion_limits: null,
    ...dose,
  }
  const between = Array.from({ length: 100 }, (_, nth): Op => {
    return { op: 'create', collection: 'drugs', _id: tablet.newId(), content: drug(`New ${nth}`) }
  })
  await durableTransaction(tablet.clinic, async () => {
    const ops = [
      { ...record, set: { name: 'Half as strong' }, was },
      ...between,
      { ...record, set: { section_key: 3 }, was: { section_key: section_key ?? null } },
    ] as const
    for (const op of ops)
      await queueMutation(tablet.clinic, tablet.saver, { action: 'drug.update', ops: [op] })
  })
  if (others) putRecord(server, 'drugs', 3, drug('By Ben'))
  const shown = async () => (await viewOf(tablet.clinic, 'drugs').get(_id))?.content
  return { tablet, shown }
}

test.each([false, true])(
  '[T2] a change leaves once its effect is here, be the record changed again by what comes much later (others wrote: %s)',
  async (others) => {
    for (let nth = 1; ; nth++) {
      const { tablet, shown } = await changedTwice(others)
      tablet.crashIn = nth
      await tablet.round('sending').catch((error: unknown) => {
        if (tablet.crashIn > 0) throw error
      })
      const crashed = tablet.crashIn <= 0
      // Nobody need ask for what the answers brought.
      if (!crashed && !others) expect(await tablet.clinic.outbox.count()).toBe(0)
      tablet.restart()
      expect(await shown()).toMatchObject({ name: 'Half as strong', section_key: 3 })
      expect(await tablet.round()).toMatchObject({ ok: true })
      expect(await shown()).toMatchObject({ name: 'Half as strong', section_key: 3 })
      expect(await tablet.clinic.outbox.count()).toBe(0)
      if (!crashed) break
    }
  },
)

test('[T2] what somebody else had entered alike stays shown until the feed brings it', async () => {
  const { tablet, clinic, before, readable, holdsTheServers } = await loaded()
  const edited = recordId('drugs', 1)
  const name = async () => (await viewOf(clinic, 'drugs').get(edited))?.content?.['name']
  before.set(1, () => putRecord(tablet.server, 'drugs', 1, { ...drug('Edited') }))
  readable(false)
  await tablet.round()
  expect(await name()).toBe('Edited')
  readable(true)
  await tablet.round()
  await holdsTheServers()
})

test('[D2] [D3] rows leave by what they are, also where others stand between them and the numbers of a lane do not follow the orders', async () => {
  const { clinic } = await loaded()
  const all = (await clinic.outbox.orderBy('order').toArray()).map(({ order }) => order ?? -1)
  const [first, second, third, fourth, fifth] = all as [number, number, number, number, number]
  // Sent for another, the oldest has the number in the middle.
  await removeRows(clinic, [second, first, fourth])
  expect(await clinic.outbox.orderBy('order').primaryKeys()).toEqual([third, fifth, all[5]])
  await removeRows(clinic, [fifth, third])
  expect(await clinic.outbox.orderBy('order').primaryKeys()).toEqual([all[5]])
})
