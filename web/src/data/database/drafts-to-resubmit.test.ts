import type { JsonObject } from 'sync-protocol/records/json'
import { expect, test } from 'vitest'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { viewOf } from './clinic-database.ts'
import { saveDraftAs } from '../drafts/drafts.ts'
import { workedOn } from './drafts-to-resubmit.ts'
import { saveAs } from '../outbox/save.ts'
import { readSetting, writeSetting } from './settings.ts'

const draft = (_id: string) => ({
  _id,
  author_id: 'ana',
  content: { kind: 'sheet', name: 'Rex', weight: '5' },
})
const AT = '2026-11-20T08:00:00.000Z'
const drafts = [draft('one'), draft('two')]

test('[L6] what was typed since the epoch ended stays over what stood before, field by field', () => {
  const set = { weight: '6' }
  const was = { weight: '4', weight_units: '-' }
  const op = { op: 'update', collection: 'drafts', _id: 'one', base: 1, set, was } as const
  const typed = workedOn(drafts, [op], AT, 'ana')
  expect(typed).toEqual([
    { ...draft('one'), content: { kind: 'sheet', name: 'Rex', weight: '6' }, typed: AT },
    draft('two'),
  ])
})

test('[L6] who takes over a sheet that is still to come back brings it back as theirs', () => {
  const set = { taken_from: ['ana'] }
  const op = {
    op: 'update',
    collection: 'drafts',
    _id: 'one',
    base: 1,
    set,
    was: { taken_from: null },
  } as const
  expect(workedOn(drafts, [op], AT, 'ben')[0]).toMatchObject({ author_id: 'ben', content: set })
})

test('[L6] a draft that ended since does not come back', () => {
  expect(workedOn(drafts, [{ op: 'delete', collection: 'drafts', _id: 'one', base: 1 }], AT, 'ana')).toEqual([
    draft('two'),
  ])
})

test('work on anything else changes nothing of them', () => {
  expect(workedOn(drafts, [{ op: 'delete', collection: 'drugs', _id: 'one', base: 1 }], AT, 'ana')).toBe(
    drafts,
  )
})

test('[L6] [T1] a save keeps what it types over the draft that is still to come back, and lets one go that it ends', async () => {
  const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
  const org = '0193aaaa-0000-7000-8000-000000000001'
  const tablet = new FleetDevice(new FleetServer(org, '0193aaaa-0000-7000-8000-00000000000e', [ana]), 1)
  await tablet.start()
  await tablet.signIn(ana)
  const { clinic, saver } = tablet
  const [one, two] = [draft(tablet.newId()), draft(tablet.newId())]
  await writeSetting(clinic, 'drafts_to_return', [one, two])
  const typed = { op: 'update', collection: 'drafts', _id: one._id, base: 1 } as const
  const set = { weight: '6' }
  await saveAs(clinic, saver, { action: 'draft.save', ops: [{ ...typed, set, was: { weight: '5' } }] })
  const kept = { ...one, content: { ...one.content, ...set } }
  expect(await readSetting(clinic, 'drafts_to_return')).toMatchObject([kept, two])
  const ended = { op: 'delete', collection: 'drafts', _id: two._id, base: 1 } as const
  await saveAs(clinic, saver, { action: 'draft.delete', ops: [ended] })
  expect(await readSetting(clinic, 'drafts_to_return')).toMatchObject([kept])
})

const person = (last: string, name: string): FleetUser => ({
  id: `0193aaaa-0000-7000-8000-0000000000${last}`,
  name,
  perms: [1],
})

interface SharedTable {
  tablet: FleetDevice
  note(text: string): Promise<unknown>
  synced(): Promise<void>
  signIn(user: FleetUser): Promise<void>
}

/** One tablet on which Ana keeps a table, and Ben goes on with it; the server loses what came after the first note. */
async function sharedTable() {
  const [ana, ben] = [person('a1', 'Ana'), person('b1', 'Ben')]
  const server = new FleetServer(
    '0193aaaa-0000-7000-8000-000000000001',
    '0193aaaa-0000-7000-8000-00000000000e',
    [ana, ben],
  )
  let table = ''
  const newTablet = async (seed: number): Promise<SharedTable> => {
    const tablet = new FleetDevice(server, seed)
    await tablet.start()
    await tablet.signIn(ana)
    table ||= tablet.newId()
    return {
      tablet,
      async note(text) {
        server.now += 60_000
        await saveDraftAs(tablet.clinic, tablet.saver, table, { kind: 'balance', table: { note: text } })
      },
      async synced() {
        for (let turn = 0; turn < 3; turn++) expect((await tablet.round()).ok).toBe(true)
      },
      async signIn(user) {
        await tablet.signOut()
        await tablet.signIn(user)
      },
    }
  }
  const noteOf = (content: JsonObject | null | undefined) =>
    (content?.['table'] as { note: string } | undefined)?.note
  const first = await newTablet(1)
  await first.note('first')
  await first.synced()
  const restore = server.backup()
  return {
    ...first,
    ana,
    ben,
    server,
    newTablet,
    restore: () => restore('0193aaaa-0000-7000-8000-00000000000f'),
    tables: () =>
      server.store
        .allRecords(server.orgId)
        .filter(({ collection, deleted }) => collection === 'drafts' && !deleted)
        .map(({ _id, content, meta }) => [
          _id === table ? 'the table' : 'kept apart',
          meta.author_name,
          noteOf(content),
        ])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    shown: async () => noteOf((await viewOf(first.tablet.clinic, 'drafts').get(table))?.content),
  }
}

/** The same, after what Ana typed last was lost with the epoch, and Ben has signed in. */
async function lostTable() {
  const shared = await sharedTable()
  await shared.note('by Ana, and lost with the history')
  await shared.synced()
  shared.restore()
  await shared.signIn(shared.ben)
  return shared
}

test('[L6] [M10] what one typed into a table that is kept apart after a restore does not come back over what the other had typed', async () => {
  const { note, synced, signIn, ana, tables } = await lostTable()
  await note('by Ben')
  await synced()
  await signIn(ana)
  await synced()
  expect(tables()).toEqual([
    ['kept apart', 'Ben', 'by Ben'],
    ['the table', 'Ana', 'by Ana, and lost with the history'],
  ])
})

test('[L6] [M10] nor over what the other has not sent yet', async () => {
  const { note, synced, restore, signIn, ana, ben, tables, shown } = await sharedTable()
  await note('by Ana, and not sent')
  restore()
  await signIn(ben)
  await note('by Ben')
  await synced()
  expect(await shown()).toBe('by Ana, and not sent')
  await signIn(ana)
  await synced()
  expect(tables()).toEqual([
    ['kept apart', 'Ben', 'by Ben'],
    ['the table', 'Ana', 'by Ana, and not sent'],
  ])
})

test('[L6] [M10] nor with what is typed while the answer is under way, which goes into the table kept apart too', async () => {
  const { tablet, note, synced, signIn, ana, tables } = await lostTable()
  await note('by Ben')
  const { network } = tablet
  let more = true
  tablet.network = {
    async deliver(call) {
      const answer = await network.deliver(call)
      if (more && call.path === '/sync/push' && answer.status === 200) {
        more = false
        await note('by Ben, and more')
      }
      return answer
    },
  }
  await synced()
  await signIn(ana)
  await synced()
  expect(tables()).toEqual([
    ['kept apart', 'Ben', 'by Ben, and more'],
    ['the table', 'Ana', 'by Ana, and lost with the history'],
  ])
})

test('[L6] [M10] nor with what is typed after the answer, before the draft is brought back', async () => {
  const { tablet, note, synced, signIn, ana, tables } = await lostTable()
  await note('by Ben')
  const { network } = tablet
  let pushed = 0
  tablet.network = {
    async deliver(call) {
      if (pushed === 1) await note('by Ben, again')
      const answer = await network.deliver(call)
      if (pushed > 0 || (call.path === '/sync/push' && answer.status === 200)) pushed++
      return answer
    },
  }
  await synced()
  expect(pushed).toBeGreaterThan(1)
  await signIn(ana)
  await synced()
  expect(tables()).toEqual([
    ['kept apart', 'Ben', 'by Ben, again'],
    ['the table', 'Ana', 'by Ana, and lost with the history'],
  ])
})

test('[L6] [M10] what another typed on this tablet and cannot send yet holds up what is brought back, and loses none of it', async () => {
  const { tablet, note, synced, restore, signIn, server, ana, ben, tables } = await sharedTable()
  await note('by Ana, and lost with the history')
  await synced()
  await signIn(ben)
  await tablet.signOut()
  await tablet.signInOffline(ben)
  await note('by Ben')
  server.revokePushTokens(ben.id)
  restore()
  await signIn(ana)
  await synced()
  await signIn(ben)
  await synced()
  await signIn(ana)
  await synced()
  expect(tables()).toEqual([
    ['kept apart', 'Ben', 'by Ben'],
    ['the table', 'Ana', 'by Ana, and lost with the history'],
  ])
})

test('[L6] [M10] typed over the older table that the restored server showed, both are kept', async () => {
  const { tablet, note, synced, signIn, ana, tables, shown } = await lostTable()
  const { network } = tablet
  let typed = false
  tablet.network = {
    async deliver(call) {
      if (!typed && (await shown()) === 'first') {
        typed = true
        await note('by Ben, over the first')
      }
      return network.deliver(call)
    },
  }
  await synced()
  if (!typed) await note('by Ben, over the first')
  await synced()
  await signIn(ana)
  await synced()
  expect(typed).toBe(true)
  expect(new Set(tables().map(([, , text]) => text))).toEqual(
    new Set(['by Ana, and lost with the history', 'by Ben, over the first']),
  )
})

test('[L6] [M10] a tablet that had read less does not bring an older table back over a newer one', async () => {
  const { note, synced, restore, newTablet, tables } = await sharedTable()
  const other = await newTablet(2)
  await note('second')
  await synced()
  await other.synced()
  await note('third')
  await synced()
  restore()
  await synced()
  expect(tables()).toEqual([['the table', 'Ana', 'third']])
  await other.synced()
  expect(tables()).toEqual([
    ['kept apart', 'Ana', 'second'],
    ['the table', 'Ana', 'third'],
  ])
})
