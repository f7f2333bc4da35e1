import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { correctedTime } from 'sync-protocol/rules/time'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Op } from 'sync-protocol/records/mutation'
import { attentionFor, isSetAside } from '../../data/attention/attention.ts'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { viewOf } from '../../data/database/clinic-database.ts'
import { heardOf } from '../../data/attention/heard-answer.ts'
import { saveAs } from '../../data/outbox/save.ts'
import { setSignedIn } from '../../data/database/signed-in.ts'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { sheet, singleDraw } from '../../sync/testing/samples.ts'
import { approve, discard, reopen, retry } from './attention-actions.ts'
import { fieldsToComplete } from './entry-choices.ts'
import { missingRecord } from './reopened-form.ts'
import { withTyped } from './with-typed.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'

afterEach(() => setSignedIn(undefined))

/** A sheet of somebody without permission was parked; with the permission back the feed has not brought that yet. */
async function parkedBeforeTheFeed() {
  const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [0] }
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  setSignedIn({
    clinic: tablet.clinic,
    user: {
      _id: ana.id,
      name: ana.name,
      email: 'ana@clinic.test',
      org_id: ORG,
      org_name: 'Clinic',
      org_perms: [1],
      time_zone: 'America/Chicago',
      demo: false,
    },
  })
  const ops = [
    { op: 'create' as const, collection: 'sheets' as const, _id: tablet.newId(), content: sheet('Rex') },
  ]
  await saveAs(tablet.clinic, tablet.saver, { action: 'sheet.save', ops })
  const { network } = tablet
  const forbidden = new ProtocolError('forbidden', 'No.')
  tablet.network = {
    deliver: async (call) =>
      /^.sync.(pull|snapshot)/.test(call.path)
        ? { status: forbidden.status, body: forbidden.body(), retryAfterMs: undefined }
        : network.deliver(call),
  }
  await tablet.round()
  tablet.network = network
  ana.perms = [1]
  const waiting = () => attentionFor(tablet.clinic, { _id: ana.id, org_perms: [1] })
  const [entry] = await waiting()
  if (entry?.sort !== 'refused') throw new Error('The sheet is not in Needs attention.')
  const alive = (collection: string) =>
    server.store.allRecords(ORG).filter((record) => record.collection === collection && !record.deleted)
  return {
    server,
    tablet,
    waiting,
    entry,
    alive,
    unsettled: () => alive('attention').filter(({ content }) => !content?.['settled']),
  }
}

test('[T3] what is sent again was done when it was done, not when it is sent again', async () => {
  const { server, tablet, entry, alive } = await parkedBeforeTheFeed()
  server.now += 90_000
  await retry(entry)
  await tablet.round()
  const [sent] = alive('sheets')
  const { at, clock_offset_ms } = entry.mutation
  expect(sent?.meta.date_created).toBe(correctedTime(at, clock_offset_ms).at)
})

test('[T3] what waits for a person is not said to be saved; once it is sent again it is', async () => {
  const { tablet, entry } = await parkedBeforeTheFeed()
  const [{ _id } = { _id: '' }] = entry.mutation.ops
  expect(await isSetAside('sheets', _id)).toBe(true)
  expect(await isSetAside('sheets', tablet.newId())).toBe(false)
  await retry(entry)
  expect(await isSetAside('sheets', _id)).toBe(false)
  await tablet.round()
  expect(await isSetAside('sheets', _id)).toBe(false)
})

test('[T3] an edit of what was not accepted either is not said to be of something deleted', async () => {
  const { server, tablet, waiting } = await parkedBeforeTheFeed()
  const lost = async (_id: string, ops: Op[]) => {
    for (const op of ops) await saveAs(tablet.clinic, tablet.saver, { action: 'procedure.update', ops: [op] })
    await tablet.round()
    const entry = (await waiting()).findLast(
      (each) =>
        each.sort === 'refused' && each.mutation.ops.some((op) => op.op === 'update' && op._id === _id),
    )
    return entry?.sort === 'refused' ? missingRecord(entry) : undefined
  }
  const _id = tablet.newId()
  const edit: Op = {
    op: 'update',
    collection: 'procedures',
    _id,
    base: 0,
    set: { notes: 'New' },
    was: { notes: null },
  }
  const create: Op = { op: 'create', collection: 'procedures', _id, content: { species: 0, name: '' } }
  expect(await lost(_id, [create, edit])).toBe('never')
  const gone = tablet.newId()
  expect(await lost(gone, [{ ...edit, _id: gone }])).toBe('deleted')
  expect(server.store.allRecords(ORG).filter(({ collection }) => collection === 'procedures')).toEqual([])
})

test('[P8] who approves is told what the server answered, and nothing of what it has not', async () => {
  const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
  const vera: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a2', name: 'Vera', perms: [1, 2] }
  const server = new FleetServer(ORG, EPOCH, [ana, vera])
  const tablet = new FleetDevice(server, 11)
  await tablet.start()
  await tablet.signIn(ana)
  const draws = (...volumes: number[]): Op[] =>
    volumes.map((drug_volume) => ({
      op: 'create',
      collection: 'draws',
      _id: tablet.newId(),
      content: { ...singleDraw('Rex'), drug_volume },
    }))
  await saveAs(tablet.clinic, tablet.saver, { action: 'draw.save', ops: draws(0.5, 0) })
  ana.perms = []
  await tablet.round()
  await saveAs(tablet.clinic, tablet.saver, { action: 'draw.save', ops: draws(0.4) })
  await tablet.round()
  await tablet.signIn(vera)
  await tablet.round()
  const profile = { email: 'v@clinic.test', org_id: ORG, org_name: 'Clinic', time_zone: 'UTC', demo: false }
  setSignedIn({
    clinic: tablet.clinic,
    user: { _id: vera.id, name: vera.name, org_perms: [1, 2], ...profile },
  })
  const waiting = await attentionFor(tablet.clinic, { _id: vera.id, org_perms: [1, 2] })
  const [wrong, right] = waiting.filter((entry) => entry.sort === 'refused')
  if (wrong === undefined || right === undefined) throw new Error('Two changes wait.')
  const approved = async (entry: RefusedEntry, ops?: Op[]) => {
    const heard = approve(entry, ops)
    await vi.waitUntil(async () => (await tablet.clinic.outbox.count()) > 0)
    await tablet.round()
    return heard
  }
  const half = withTyped(wrong.mutation.ops, fieldsToComplete(wrong) ?? [], ['0.7'])
  if (!('ops' in half)) throw new Error(half.message)
  expect(await approved(wrong)).toEqual({ refused: 'Volume administered must be greater than zero.' })
  expect(await approved(right)).toBe('stands')
  expect(await approved(wrong, half.ops)).toBe('stands')
  const recorded = server.store.allRecords(ORG).filter(({ collection }) => collection === 'draws')
  expect(
    recorded.map(({ content, meta }) => [content?.['drug_volume'], meta.author_name, meta.approved_by]),
  ).toEqual(expect.arrayContaining([0.4, 0.5, 0.7].map((volume) => [volume, 'Ana', 'Vera'])))
  const { mutation_id } = await saveAs(tablet.clinic, tablet.saver, { action: 'draw.save', ops: draws(0.3) })
  expect(await heardOf(tablet.clinic, mutation_id, 1)).toBe('unsent')
})

test('[P8] more draws than one change can hold are sent again in parts, each once', async () => {
  const { tablet, entry, alive, waiting, unsettled } = await parkedBeforeTheFeed()
  const ops = Array.from({ length: 501 }, () => ({
    op: 'create',
    collection: 'draws',
    _id: tablet.newId(),
    content: singleDraw('Rex'),
  }))
  const raw = JSON.stringify({ action: 'draw.save', ops })
  await retry({ ...entry, raw, mutation: { ...entry.mutation, action: 'unreadable', ops: [] } })
  const sent = await tablet.clinic.outbox.toArray()
  expect(sent.map(({ body }) => [body.action, body.ops.length])).toEqual([
    ['draw.save', 500],
    ['draw.save', 1],
    ['attention.discard', 1],
  ])
  expect(sent[0]?.body.at).toBe(entry.mutation.at)
  await tablet.round()
  expect([alive('draws').length, unsettled(), await waiting()]).toEqual([501, [], []])
})

const decisions: [string, (entry: RefusedEntry) => Promise<unknown>, { sheets: number; drafts: number }][] = [
  ['RETRY', retry, { sheets: 1, drafts: 0 }],
  ['REOPEN', reopen, { sheets: 0, drafts: 1 }],
  ['DISCARD', discard, { sheets: 0, drafts: 0 }],
]
test.each(decisions)(
  '[T3] %s before the feed has brought the record: it is settled with it, and never waits a second time',
  async (_, decide, made) => {
    const { tablet, waiting, entry, alive, unsettled } = await parkedBeforeTheFeed()
    expect(entry).toMatchObject({ status: 'parked', code: 'needs_approval' })
    expect(entry.record).toBeUndefined()
    expect(unsettled()).toHaveLength(1)
    await decide(entry)
    expect(await waiting()).toEqual([])
    await tablet.round()
    expect(await waiting()).toEqual([])
    expect(unsettled()).toEqual([])
    expect(alive('sheets')).toHaveLength(made.sheets)
    expect(alive('drafts')).toHaveLength(made.drafts)
    expect(await viewOf(tablet.clinic, 'sheets').count()).toBe(made.sheets)
  },
)
