import { describe, expect, test } from 'vitest'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { viewOf } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { OfflineError } from '../people/server-call.ts'
import { keepTable, readTables, saveTable, type OpenTables, type SeenTable } from './table-drafts.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const user = (last: string, name: string): FleetUser => ({
  id: `0193aaaa-0000-7000-8000-0000000000${last}`,
  name,
  perms: [1],
})
const ana = user('a1', 'Ana')
const ben = user('b1', 'Ben')

/** Nothing is sent, and the feed is read all the same. */
const NOT_TAKEN = {
  status: 400,
  body: { success: false, code: 'invalid_request', message: 'Not now.' },
  retryAfterMs: undefined,
}

/** Two tablets that know one open table of Ana's. */
async function clinic() {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const tablets = await Promise.all(
    [ana, ben].map(async (person, index) => {
      const tablet = new FleetDevice(server, index + 1)
      await tablet.start()
      await tablet.signIn(person)
      return tablet
    }),
  )
  const [anas, bens] = tablets as [FleetDevice, FleetDevice]
  const first = await keepTable(anas.clinic, anas.saver, null, ['start'])
  await anas.round()
  await bens.round()
  return { server, anas, bens, first }
}

const rows = (...entries: string[]) => ['start', ...entries]
const keep = (tablet: FleetDevice, seen: SeenTable, ...entries: string[]) =>
  keepTable(tablet.clinic, tablet.saver, seen, rows(...entries))

const tables = async ({ clinic: database }: FleetDevice) =>
  (await viewOf(database, 'drafts').toArray())
    .filter(({ deleted }) => !deleted)
    .map(({ _id, content }) => ({ _id, table: content?.kind === 'balance' && content.table }))

const tableAt = ({ drafts, present }: OpenTables, id: string): ViewRecord | undefined =>
  drafts.find(({ _id }) => _id === present(id))

describe('an open table that two people go on with', () => {
  test('[M10] is kept as two, each tablet goes on with its own, and later entries never make a third', async () => {
    const { server, anas, bens, first } = await clinic()
    let mine = await keep(anas, first, 'a1')
    const his = await keep(bens, first, 'b1')
    await bens.round()
    for (const entries of [
      ['a1', 'a2'],
      ['a1', 'a2', 'a3'],
      ['a1', 'a2', 'a3', 'a4'],
    ]) {
      mine = await keep(anas, mine, ...entries)
      await anas.round()
      await bens.round()
    }
    expect(mine.id).not.toBe(first.id)
    expect(his.id).toBe(first.id)
    const both = [
      { _id: first.id, table: rows('b1') },
      { _id: mine.id, table: rows('a1', 'a2', 'a3', 'a4') },
    ]
    for (const tablet of [anas, bens])
      expect(
        (await tables(tablet)).sort((a, b) => (a.table === b.table ? 0 : a._id === first.id ? -1 : 1)),
      ).toEqual(both)
    expect(server.store.allRecords(ORG).filter(({ collection }) => collection !== 'drafts')).toEqual([])
    expect(tableAt(await readTables(anas.clinic, ana.id), first.id)?._id).toBe(mine.id)
    expect(tableAt(await readTables(bens.clinic, ben.id), first.id)?._id).toBe(first.id)
  })

  test('[M10] what another wrote and this tablet has read, but not its person, is not overwritten', async () => {
    const { anas, bens, first } = await clinic()
    await keep(bens, first, 'b1')
    await bens.round()
    await anas.round()
    const mine = await keep(anas, first, 'a1')
    expect(await tables(anas)).toEqual([{ _id: first.id, table: rows('a1') }])
    await anas.round()
    await bens.round()
    expect((await tables(bens)).map(({ table }) => table)).toEqual(
      expect.arrayContaining([rows('b1'), rows('a1')]),
    )
    expect(tableAt(await readTables(anas.clinic, ana.id), mine.id)?.content?.['table']).toEqual(rows('a1'))
  })

  test('[M10] a lost answer, a browser that is killed and another session: the tablet still knows its own', async () => {
    const { server, anas, bens, first } = await clinic()
    await keep(bens, first, 'b1')
    await bens.round()
    const mine = await keep(anas, first, 'a1')
    anas.network = {
      async deliver(call) {
        const answer = await server.handle(call)
        if (call.path === '/sync/push') throw new OfflineError('the answer is lost')
        return answer
      },
    }
    await anas.round()
    anas.restart()
    anas.network = { deliver: (call) => server.handle(call) }
    await anas.round()
    expect(tableAt(await readTables(anas.clinic, ana.id), mine.id)?.content?.['table']).toEqual(rows('a1'))
    expect(await keep(anas, mine, 'a1', 'a2')).not.toMatchObject({ id: first.id })
    await anas.round()
    expect(await tables(anas)).toHaveLength(2)
  })

  test('[M10] saving ends the own table and leaves the other', async () => {
    const { anas, bens, first } = await clinic()
    await keep(bens, first, 'b1')
    await bens.round()
    const mine = await keep(anas, first, 'a1')
    await saveTable(anas.clinic, anas.saver, mine)
    await anas.round()
    await bens.round()
    for (const tablet of [anas, bens])
      expect(await tables(tablet)).toEqual([{ _id: first.id, table: rows('b1') }])
  })

  test('[M10] saving does not end what another made of the table since', async () => {
    const { anas, bens, first } = await clinic()
    await keep(bens, first, 'b1')
    await bens.round()
    await anas.round()
    await saveTable(anas.clinic, anas.saver, first)
    await anas.round()
    expect(await tables(anas)).toEqual([{ _id: first.id, table: rows('b1') }])
  })

  test('[M10] a table that another saved is stored anew when somebody goes on with it', async () => {
    const { anas, bens, first } = await clinic()
    await saveTable(bens.clinic, bens.saver, first)
    await bens.round()
    const offline = await keep(anas, first, 'a1')
    await anas.round()
    expect(await tables(anas)).toMatchObject([{ table: rows('a1') }])
    const again = await keep(anas, offline, 'a1', 'a2')
    await anas.round()
    expect(await tables(anas)).toEqual([{ _id: again.id, table: rows('a1', 'a2') }])
    await saveTable(bens.clinic, bens.saver, again)
  })
})

describe('an open table that another saved while this tablet, which went on with it, had no network', () => {
  /** Ana's entries are unsent when her tablet learns that Ben saved the table. */
  async function heardBeforeSent() {
    const { server, anas, bens, first } = await clinic()
    const mine = await keep(anas, first, 'a1')
    await saveTable(bens.clinic, bens.saver, first)
    await bens.round()
    anas.network = {
      async deliver(call) {
        if (call.path === '/sync/push') return NOT_TAKEN
        return server.handle(call)
      },
    }
    await anas.round()
    const online = () => {
      anas.network = { deliver: (call) => server.handle(call) }
    }
    return { anas, bens, mine, online }
  }

  test('[M10] stays as it is here, and is one table with what is entered before and after it was sent', async () => {
    const { anas, bens, mine, online } = await heardBeforeSent()
    expect(tableAt(await readTables(anas.clinic, ana.id), mine.id)?.content?.['table']).toEqual(rows('a1'))
    const next = await keep(anas, mine, 'a1', 'a2')
    expect(next.id).toBe(mine.id)
    online()
    await anas.round()
    const last = await keep(anas, next, 'a1', 'a2', 'a3')
    await anas.round()
    await bens.round()
    for (const tablet of [anas, bens])
      expect(await tables(tablet)).toEqual([{ _id: last.id, table: rows('a1', 'a2', 'a3') }])
  })

  test('[M10] is ended by its own save, before or after it was sent', async () => {
    for (const isSent of [false, true]) {
      const { anas, bens, mine, online } = await heardBeforeSent()
      online()
      if (isSent) await anas.round()
      await saveTable(anas.clinic, anas.saver, mine)
      await anas.round()
      await bens.round()
      for (const tablet of [anas, bens]) expect(await tables(tablet)).toEqual([])
    }
  })
})

describe('an open table', () => {
  test('[D1] begun by one person and gone on with by the next on one tablet without a network, is one table', async () => {
    const { server, anas } = await clinic()
    const cid = user('01', 'Cid')
    server.users.push(cid)
    const begun = await keepTable(anas.clinic, anas.saver, null, ['begun'])
    await anas.signIn(cid)
    await keepTable(anas.clinic, anas.saver, begun, ['begun', 'by Cid'])
    await anas.round()
    expect(await anas.clinic.kept.toArray()).toEqual([])
    expect((await tables(anas)).filter(({ _id }) => _id === begun.id)).toEqual([
      { _id: begun.id, table: ['begun', 'by Cid'] },
    ])
  })

  test('[T1] entries that nobody has sent yet are one change', async () => {
    const { anas, first } = await clinic()
    let seen = first
    for (const entries of [['1'], ['1', '2'], ['1', '2', '3']]) seen = await keep(anas, seen, ...entries)
    expect(await anas.clinic.outbox.count()).toBe(1)
    await anas.round()
    expect(await tables(anas)).toEqual([{ _id: first.id, table: rows('1', '2', '3') }])
  })

  test('is saved together with its end, once', async () => {
    const { anas, bens, first } = await clinic()
    const ops = [
      {
        op: 'create' as const,
        collection: 'injections' as const,
        _id: anas.newId(),
        content: { name: 'X', species: 0 },
      },
    ]
    await saveTable(anas.clinic, anas.saver, first, { action: 'injection.create', ops })
    expect(await anas.clinic.outbox.toArray()).toMatchObject([
      { body: { ops: [ops[0], { op: 'delete', _id: first.id }] } },
    ])
    await anas.round()
    await bens.round()
    expect(await tables(bens)).toEqual([])
  })
})
