import { updateOp } from 'sync-protocol/merge/update-op'
import type { JsonObject } from 'sync-protocol/records/json'
import type { PushRequest } from 'sync-protocol/wire/push'
import { expect, test } from 'vitest'
import { viewOf } from '../data/database/clinic-database.ts'
import { saveDraftAs } from '../data/drafts/drafts.ts'
import { saveAs } from '../data/outbox/save.ts'
import { FleetServer, type FleetUser } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { balance, drug } from './testing/samples.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const tom = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Tom', perms: [1, 2] }
const vera = { id: '0193aaaa-0000-7000-8000-0000000000a2', name: 'Vera', perms: [1, 2] }

/** A tablet that both have signed in on, and the pushes that it makes. */
async function shared(most?: number) {
  const server = new FleetServer(ORG, EPOCH, [tom, vera])
  const tablet = new FleetDevice(server, 1, most)
  const pushes: { lane: string; names: unknown[] }[] = []
  tablet.network = {
    deliver(call) {
      if (call.path === '/sync/push') {
        const { lane, mutations } = call.body as PushRequest
        pushes.push({ lane, names: mutations.map(({ action }) => action) })
      }
      return server.handle(call)
    },
  }
  await tablet.start()
  for (const user of [tom, vera]) {
    await tablet.signIn(user)
    await tablet.round()
  }
  const as = async (user: FleetUser, action: string, op: Parameters<typeof saveAs>[2]['ops'][number]) => {
    await tablet.signInOffline(user)
    await saveAs(tablet.clinic, tablet.saver, { action, ops: [op] })
  }
  const create = (user: FleetUser, _id: string, name: string) =>
    as(user, `create.${name}`, { op: 'create', collection: 'drugs', _id, content: drug(name) })
  const edit = async (user: FleetUser, _id: string, change: JsonObject, action: string) => {
    const record = await viewOf(tablet.clinic, 'drugs').get(_id)
    if (!record?.content) throw new Error('There is nothing to edit.')
    await as(
      user,
      action,
      updateOp('drugs', { ...record, content: record.content }, { ...record.content, ...change }) as never,
    )
  }
  const outcomes = () => [...server.store.organization(ORG).outcomes.values()].map(({ status }) => status)
  const onServer = () =>
    server.store
      .allRecords(ORG)
      .filter(({ deleted }) => !deleted)
      .map(({ content }) => content)
  return { server, tablet, pushes, create, edit, as, outcomes, onServer }
}

test('[P3] [D1] [M6] what two people do in turn on one tablet leaves in the order in which they did it', async () => {
  const { tablet, create, edit, outcomes, onServer, pushes } = await shared()
  const drugId = tablet.newId()
  await create(vera, tablet.newId(), 'atropine')
  await create(tom, drugId, 'ketamine')
  await edit(vera, drugId, { concentration: 50 }, 'to.fifty')
  await edit(tom, drugId, { concentration: 80 }, 'to.eighty')
  await edit(vera, drugId, { concentration: 100 }, 'to.hundred')
  await tablet.signIn(vera)
  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(pushes.map(({ names }) => names)).toEqual([
    ['create.atropine'],
    ['create.ketamine'],
    ['to.fifty'],
    ['to.eighty'],
    ['to.hundred'],
  ])
  expect(new Set(outcomes())).toEqual(new Set(['applied']))
  expect(onServer()).toContainEqual(expect.objectContaining({ name: 'ketamine', concentration: 100 }))
})

test('[M6] what one deletes of what another on the same tablet made is deleted', async () => {
  const { tablet, create, edit, as, outcomes, onServer } = await shared()
  const [made, edited] = [tablet.newId(), tablet.newId()]
  await create(vera, edited, 'atropine')
  await tablet.signIn(tom)
  await tablet.round()
  await edit(tom, edited, { concentration: 50 }, 'to.fifty')
  await create(tom, made, 'ketamine')
  const version = async (_id: string) => (await viewOf(tablet.clinic, 'drugs').get(_id))?.version ?? 0
  for (const _id of [made, edited])
    await as(vera, 'delete', { op: 'delete', collection: 'drugs', _id, base: await version(_id) })
  await tablet.signIn(vera)
  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(outcomes()).toEqual(['applied', 'applied', 'applied', 'applied', 'applied'])
  expect(onServer()).toEqual([])
})

/** A balance table that was typed into without a network. */
async function table(clinic: Awaited<ReturnType<typeof shared>>, ...typed: [FleetUser, string[]][]) {
  const { tablet } = clinic
  const id = tablet.newId()
  const type = async (user: FleetUser, rows: string[]) => {
    await tablet.signInOffline(user)
    await saveDraftAs(tablet.clinic, tablet.saver, id, { kind: 'balance', table: { rows } })
  }
  for (const [user, rows] of typed) await type(user, rows)
  const save = async (user: FleetUser) => {
    const seen = await viewOf(tablet.clinic, 'drafts').get(id)
    await tablet.signInOffline(user)
    await saveAs(tablet.clinic, tablet.saver, {
      action: 'balance.save',
      ops: [
        { op: 'create', collection: 'balances', _id: tablet.newId(), content: balance('B1') },
        { op: 'delete', collection: 'drafts', _id: id, base: seen?.version ?? 0 },
      ],
    })
  }
  const open = () =>
    clinic.server.store
      .allRecords(ORG)
      .filter(({ collection, deleted }) => collection === 'drafts' && !deleted)
      .map(({ content }) => content?.['table'])
  return { id, save, open }
}

test('[M6] [P4] a table that several went on with offline is closed by the one who saves it', async () => {
  const clinic = await shared()
  const { save, open } = await table(
    clinic,
    [tom, ['Tom 1']],
    [vera, ['Tom 1', 'Vera 1']],
    [tom, ['Tom 1', 'Vera 1', 'Tom 2']],
  )
  await save(vera)
  await clinic.tablet.signIn(tom)
  expect(await clinic.tablet.round()).toMatchObject({ ok: true })
  expect(new Set(clinic.outcomes())).toEqual(new Set(['applied']))
  expect(open()).toEqual([])
})

test('[M6] [M10] what was typed into it after that stays open, also when it leaves first', async () => {
  const clinic = await shared()
  const { tablet, outcomes } = clinic
  const { id, save, open } = await table(clinic, [tom, ['Tom 1']])
  const seen = await viewOf(tablet.clinic, 'drafts').get(id)
  await save(vera)
  // A window that shows the table still, and a colleague who is not there.
  await tablet.clinic.lanes.update(vera.id, { push_token: null })
  await tablet.signInOffline(tom)
  await saveAs(tablet.clinic, tablet.saver, {
    action: 'draft.save',
    ops: [
      updateOp('drafts', seen as never, { kind: 'balance', table: { rows: ['Tom 1', 'Tom 2'] } }) as never,
    ],
  })
  await tablet.signIn(tom)
  await tablet.round()
  await tablet.signIn(vera)
  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(outcomes()).toEqual(['applied', 'applied', 'applied'])
  expect(open()).toEqual([{ rows: ['Tom 1', 'Tom 2'] }])
})

test('[P4] nobody waits for one whose lane cannot be sent: what they had begun comes after', async () => {
  const { tablet, create, edit, onServer, pushes } = await shared()
  const drugId = tablet.newId()
  await create(tom, tablet.newId(), 'atropine')
  await create(vera, drugId, 'ketamine')
  await create(tom, tablet.newId(), 'fentanyl')
  await edit(vera, drugId, { concentration: 50 }, 'to.fifty')
  await tablet.clinic.lanes.update(tom.id, { push_token: null })
  await tablet.signIn(vera)
  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(pushes.map(({ names }) => names)).toEqual([['create.ketamine', 'to.fifty']])
  await tablet.signIn(tom)
  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(onServer()).toHaveLength(3)
})

test('[P4] nor for one whom the server does not let in', async () => {
  const { server, tablet, create, pushes } = await shared()
  await create(tom, tablet.newId(), 'atropine')
  await create(vera, tablet.newId(), 'ketamine')
  await create(tom, tablet.newId(), 'fentanyl')
  server.revokePushTokens(tom.id)
  await tablet.signIn(vera)
  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(pushes.map(({ names }) => names)).toEqual([['create.atropine'], ['create.ketamine']])
})

test('[P1] [P3] [D2] killed at any moment, what was done in turn arrives in turn, and once', async () => {
  for (let before = 1; ; before++) {
    const { server, tablet, create, edit, outcomes, onServer } = await shared(2)
    const drugId = tablet.newId()
    await create(tom, drugId, 'ketamine')
    for (const [index, user] of [vera, vera, vera, tom, vera, tom].entries())
      await edit(user, drugId, { concentration: 20 + index }, 'edit')
    await tablet.signIn(vera)
    tablet.crashIn = before
    await tablet.round().catch((error: unknown) => {
      if (tablet.crashIn > 0) throw error
    })
    const crashed = tablet.crashIn <= 0
    tablet.restart()
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(outcomes()).toEqual(Array.from({ length: 7 }, () => 'applied'))
    expect(onServer()).toEqual([expect.objectContaining({ concentration: 25 })])
    expect(server.store.allRecords(ORG)).toMatchObject([{ version: 7 }])
    if (!crashed) return
  }
})

test('[M6] a delete that is sent again with what it once named has not seen what others did since', async () => {
  const { server, tablet, create, edit, as, outcomes } = await shared()
  const [first, another] = [tablet.newId(), tablet.newId()]
  await create(vera, first, 'ketamine')
  await create(vera, another, 'atropine')
  await tablet.signIn(tom)
  await tablet.round()
  await edit(tom, first, { concentration: 50 }, 'to.fifty')
  await tablet.signIn(tom)
  await tablet.round()
  // So that something of Vera’s own is over what is pending.
  await edit(vera, another, { concentration: 20 }, 'edit')
  await edit(vera, another, { concentration: 30 }, 'edit')
  await as(vera, 'delete', { op: 'delete', collection: 'drugs', _id: first, base: 1 })
  await tablet.signIn(vera)
  await tablet.round()
  expect(outcomes().at(-1)).toBe('conflict')
  // Also while what others did is still pending.
  await tablet.signIn(tom)
  await edit(tom, another, { concentration: 40 }, 'edit')
  await as(vera, 'delete', { op: 'delete', collection: 'drugs', _id: another, base: 1 })
  await tablet.signIn(vera)
  await tablet.round()
  expect(outcomes().at(-1)).toBe('conflict')
  expect(server.store.allRecords(ORG).filter(({ deleted }) => deleted)).toEqual([])
})
