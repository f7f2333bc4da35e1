import { describe, expect, test, vi } from 'vitest'
import { viewOf } from '../../../data/database/clinic-database.ts'
import { keepTable, readTables, saveTable } from '../../../data/drafts/table-drafts.ts'
import { FleetServer, type FleetUser } from '../../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../../sync/testing/fleet-device.ts'
import {
  drawAdded,
  flowOf,
  formClosed,
  formOpened,
  formTyped,
  previousSubmitted,
  previousTyped,
  substanceChosen,
  tableIn,
} from './create-flow.ts'
import type { FullDraw } from './create-steps.ts'
import { freshTable } from './table-desk.ts'
import { openTableSession, type TableServices } from './table-session.ts'
import type { SeenTable } from '../../../data/drafts/table-drafts.ts'
import { readOpenTable, type OpenTable } from 'sync-protocol/rules/open-table'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const user = (last: string, name: string): FleetUser => ({
  id: `0193aaaa-0000-7000-8000-0000000000${last}`,
  name,
  perms: [1],
})
const ana = user('a1', 'Ana')
const ben = user('b1', 'Ben')
const draw = (n: number): FullDraw => ({
  kind: 'full_draw',
  draw_id: `0193aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`,
  day: '2026-11-20',
  title: `Rex ${n}`,
  description: '',
  species: 0,
  reason: 'Dental',
  volume: 100,
  procedure_number: n,
})

async function tabletOf(server: FleetServer, person: FleetUser, seed: number) {
  const tablet = new FleetDevice(server, seed)
  await tablet.start()
  await tablet.signIn(person)
  return tablet
}

/** The flow over a tablet's real database; `heard` is what its watcher does. */
function flowOn(tablet: FleetDevice, person: FleetUser, from?: { open: OpenTable; seen: SeenTable }) {
  let onChange = (): void => undefined
  let full = false
  const drafts: (string | null)[] = []
  const { clinic, saver } = tablet
  const services: TableServices = {
    newId: tablet.newId,
    now: tablet.deviceNow,
    async keep(seen, table) {
      if (full) throw new Error('The disk is full.')
      const kept = await keepTable(clinic, saver, seen, table)
      onChange()
      return kept
    },
    async finish(seen, intent) {
      if (full) throw new Error('The disk is full.')
      await saveTable(clinic, saver, seen, intent)
      onChange()
    },
    read: () => readTables(clinic, saver.user_id),
    watch(listener) {
      onChange = listener
      return () => undefined
    },
  }
  const open = from?.open ?? freshTable({ _id: person.id, name: person.name }, tablet.newId, 0)
  const session = openTableSession({
    services,
    user: { _id: person.id, name: person.name },
    flow: flowOf(open),
    seen: from?.seen ?? null,
    onDraft: (id) => drafts.push(id),
  })
  const titles = () =>
    (tableIn(session.store.getState().flow.open)?.entries ?? [])
      .filter(({ kind }) => kind === 'draw')
      .map(({ title }) => title)
  return {
    session,
    drafts,
    titles,
    state: () => session.store.getState(),
    heard: async () => {
      onChange()
      await session.flush()
    },
    diskIsFull: (is: boolean) => {
      full = is
    },
    add: async (n: number) => {
      session.update((flow) => drawAdded(flow, draw(n)))
      await session.flush()
    },
    begin: () => {
      session.update((flow) =>
        substanceChosen(flow, { drug_name: 'Ketamine', drug_concentration: 100 }, null),
      )
      for (const [field, value] of [
        ['bottle_number', 'A-1'],
        ['container', '10'],
        ['substance', '10'],
      ] as const)
        session.update((flow) => previousTyped(flow, field, value))
      session.update(previousSubmitted)
    },
  }
}

/** Nothing is sent, and the feed is read all the same. */
const NOT_TAKEN = {
  status: 400,
  body: { success: false, code: 'invalid_request', message: 'Not now.' },
  retryAfterMs: undefined,
}

/** Ana began a table with one draw; Ben opened it on his tablet. */
async function twoTablets() {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [anas, bens] = [await tabletOf(server, ana, 1), await tabletOf(server, ben, 2)]
  const hers = flowOn(anas, ana)
  hers.begin()
  await hers.add(1)
  await anas.round()
  await bens.round()
  const { drafts } = await readTables(bens.clinic, ben.id)
  const record = drafts[0]
  const table = record?.content?.['table']
  const open = readOpenTable(table)
  if (!record || table === undefined || open === null) throw new Error('The table did not arrive.')
  const his = flowOn(bens, ben, { open, seen: { id: record._id, table } })
  const sync = async () => {
    for (const tablet of [anas, bens, anas, bens]) await tablet.round()
    await hers.heard()
    await his.heard()
  }
  return { anas, bens, hers, his, sync, first: record._id }
}

const savedIn = async ({ clinic }: FleetDevice) =>
  (await viewOf(clinic, 'balances').toArray()).map(({ content }) => content?.['closing'])

describe('an open table', () => {
  test('[M10] is followed on the other tablet while only one works on it', async () => {
    const { hers, his, sync } = await twoTablets()
    await his.add(2)
    await sync()
    expect(hers.titles()).toEqual(['Rex 1', 'Rex 2'])
    expect(hers.state()).toMatchObject({ news: { kind: 'followed', by: 'Ben' }, apart: [], keeping: 'kept' })
    await hers.add(3)
    await sync()
    expect(his.titles()).toEqual(['Rex 1', 'Rex 2', 'Rex 3'])
    expect(his.state().apart).toEqual([])
  })

  test('[M10] continued by two is kept as two: each goes on with its own, both say so, and no third is made', async () => {
    const { anas, hers, his, sync, first } = await twoTablets()
    await hers.add(2)
    await his.add(3)
    await sync()
    await hers.add(4)
    await his.add(5)
    await sync()
    await his.add(6)
    await sync()
    expect(hers.titles()).toEqual(['Rex 1', 'Rex 2', 'Rex 4'])
    expect(his.titles()).toEqual(['Rex 1', 'Rex 3', 'Rex 5', 'Rex 6'])
    expect(hers.state().apart).toMatchObject([{ name: 'Ben', entries: 4 }])
    expect(his.state().apart).toMatchObject([{ name: 'Ana', entries: 3 }])
    expect((await readTables(anas.clinic, ana.id)).drafts).toHaveLength(2)
    expect(hers.drafts.at(-1)).toBe(first)
    expect(his.drafts).toHaveLength(1)
    await his.session.save()
    await sync()
    expect(hers.state().apart).toEqual([])
    expect(hers.titles()).toEqual(['Rex 1', 'Rex 2', 'Rex 4'])
    expect(await savedIn(anas)).toMatchObject([{ balance: 6 }])
  })

  test('[M10] that another saved is said to be gone, and an entry after that makes a table of its own', async () => {
    const { anas, hers, his, sync } = await twoTablets()
    await his.session.save()
    await sync()
    expect(hers.state()).toMatchObject({ news: { kind: 'gone', by: '' }, keeping: 'gone' })
    hers.session.readNews()
    expect(hers.state().keeping).toBe('gone')
    expect((await readTables(anas.clinic, ana.id)).drafts).toEqual([])
    await hers.add(2)
    await sync()
    expect(hers.state().keeping).toBe('kept')
    expect((await readTables(anas.clinic, ana.id)).drafts).toHaveLength(1)
    expect(hers.titles()).toEqual(['Rex 1', 'Rex 2'])
  })

  test('[M10] that another saved, heard before the own entries were sent, is still the own one: no other is told of, and its save ends it', async () => {
    const { anas, bens, hers, his, sync } = await twoTablets()
    await hers.add(2)
    await his.session.save()
    await bens.round()
    const { network } = anas
    anas.network = {
      async deliver(call) {
        if (call.path === '/sync/push') return NOT_TAKEN
        return network.deliver(call)
      },
    }
    await anas.round()
    await hers.heard()
    expect(hers.state()).toMatchObject({ news: null, apart: [], keeping: 'kept' })
    anas.network = network
    await sync()
    expect(hers.state()).toMatchObject({ news: null, apart: [], keeping: 'kept' })
    await hers.add(3)
    await hers.session.save()
    await sync()
    for (const tablet of [anas, bens]) expect((await readTables(tablet.clinic, ana.id)).drafts).toEqual([])
    expect(await savedIn(anas)).toMatchObject([{ balance: 9 }, { balance: 7 }])
  })

  test('[T1] is saved once for two presses; a save that fails keeps everything and RETRY saves the same', async () => {
    const tablet = await tabletOf(new FleetServer(ORG, EPOCH, [ana]), ana, 3)
    const flow = flowOn(tablet, ana)
    flow.begin()
    await flow.add(1)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    flow.diskIsFull(true)
    await Promise.all([flow.session.save(), flow.session.save()])
    expect(flow.state()).toMatchObject({ saving: 'failed', saved: null })
    expect(flow.titles()).toEqual(['Rex 1'])
    expect(await savedIn(tablet)).toEqual([])
    flow.diskIsFull(false)
    await Promise.all([flow.session.save(), flow.session.save()])
    await flow.session.save()
    expect(flow.state()).toMatchObject({ saving: 'no', saved: { content: { drug_name: 'Ketamine' } } })
    expect(await savedIn(tablet)).toEqual([
      { bottle_number: 'A-1', container_size: 10, balance: 9, others: [] },
    ])
    expect((await readTables(tablet.clinic, ana.id)).drafts).toEqual([])
    expect(logged).toHaveBeenCalledTimes(1)
    logged.mockRestore()
  })

  test('[T1] what could not be kept is said, stays on the screen, and is kept when the disk has room again', async () => {
    const tablet = await tabletOf(new FleetServer(ORG, EPOCH, [ana]), ana, 4)
    const flow = flowOn(tablet, ana)
    flow.begin()
    await flow.add(1)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    flow.diskIsFull(true)
    await flow.add(2)
    expect(flow.state().keeping).toBe('failed')
    expect(flow.session.losesOnLeave()).toBe(true)
    flow.diskIsFull(false)
    await flow.session.flush()
    expect(flow.state().keeping).toBe('kept')
    expect(flow.session.losesOnLeave()).toBe(false)
    logged.mockRestore()
    const { drafts } = await readTables(tablet.clinic, ana.id)
    expect(readOpenTable(drafts[0]?.content?.['table'])?.events).toHaveLength(3)
  })

  test('what is typed in a form is kept when the screen goes', async () => {
    const tablet = await tabletOf(new FleetServer(ORG, EPOCH, [ana]), ana, 5)
    const flow = flowOn(tablet, ana)
    flow.begin()
    await flow.add(1)
    flow.session.update((now) => formTyped(formOpened(now, 'edit_balance'), 'volume', '8'))
    await flow.session.close()
    const { drafts } = await readTables(tablet.clinic, ana.id)
    expect(readOpenTable(drafts[0]?.content?.['table'])?.form).toEqual({ kind: 'edit_balance', volume: '8' })
    flow.session.update(formClosed)
    expect(flow.state().flow.open.form).not.toBeNull()
  })
})
