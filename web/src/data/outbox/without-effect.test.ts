import { updateOp } from 'sync-protocol/merge/update-op'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { expect, test } from 'vitest'
import { FleetServer, type FleetUser } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { drug, procedure, singleDraw } from '../../sync/testing/samples.ts'
import { attentionFor, dismissOps, type RefusedEntry } from '../attention/attention.ts'
import { viewOf } from '../database/clinic-database.ts'
import { saveAs } from './save.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const DRUG = '0193aaaa-0000-7000-8000-0000000000d1'
const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }
const ben: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000b2', name: 'Ben', perms: [1, 2] }

async function tabletOf(server: FleetServer, user: FleetUser, seed: number) {
  const tablet = new FleetDevice(server, seed)
  await tablet.start()
  await tablet.signIn(user)
  const save = (ops: Op[]) => saveAs(tablet.clinic, tablet.saver, { action: 'drug.update', ops })
  return {
    tablet,
    save,
    drugNow: () => viewOf(tablet.clinic, 'drugs').get(DRUG),
    async edit(more: JsonObject) {
      const record = await viewOf(tablet.clinic, 'drugs').get(DRUG)
      const content = record?.content ?? {}
      const op = record && updateOp('drugs', { ...record, content }, { ...content, ...more })
      if (op) await save([op])
    },
    async settle(more: Pick<Extract<Op, { op: 'settle' }>, 'choice' | 'set'>) {
      const [conflict] = await viewOf(tablet.clinic, 'conflicts').toArray()
      const { _id = '', version: base = 0 } = conflict ?? {}
      await save([{ op: 'settle', collection: 'conflicts', _id, base, ...more }])
    },
    async synced() {
      expect((await tablet.round()).ok).toBe(true)
      expect((await tablet.round()).ok).toBe(true)
    },
    waiting: (who = user) => attentionFor(tablet.clinic, { _id: who.id, org_perms: who.perms }),
  }
}

/** Ana and Ben gave one drug two concentrations; 50 stands, 25 waits, and both tablets show the conflict. */
async function contested() {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [first, second] = [await tabletOf(server, ana, 1), await tabletOf(server, ben, 2)]
  await first.save([{ op: 'create', collection: 'drugs', _id: DRUG, content: drug('Ketamine') }])
  await first.synced()
  await second.synced()
  await first.edit({ concentration: 50 })
  await second.edit({ concentration: 25 })
  await first.synced()
  await second.synced()
  await first.synced()
  return { server, first, second }
}

const typedIn = (entry: RefusedEntry | undefined) => {
  const [op] = entry?.mutation.ops ?? []
  return op?.op === 'update' ? { set: op.set, was: op.was } : undefined
}

test('[M9] [T3] other values typed over a conflict that another tablet settled first wait with their author, whole', async () => {
  const { first, second } = await contested()
  await second.settle({ choice: 'edited', set: { concentration: 33 } })
  await first.settle({ choice: 'mine' })
  await first.synced()
  await second.synced()
  expect((await second.drugNow())?.content?.['concentration']).toBe(25)
  const [entry, ...more] = (await second.waiting()) as RefusedEntry[]
  expect(more).toEqual([])
  expect(entry).toMatchObject({ sort: 'refused', code: 'too_late', author_name: 'Ben' })
  expect(typedIn(entry)).toMatchObject({ set: { concentration: 33 }, was: { concentration: 50 } })
  expect(typedIn(entry)?.was).toHaveProperty('dosage', [0.5, 0.25])
  // Sent again it is an edit like any other, and what stands now is not written over unseen.
  await second.save(entry?.mutation.ops ?? [])
  await second.synced()
  const [conflict] = (await second.waiting()).filter(({ sort }) => sort === 'conflict')
  expect(conflict).toMatchObject({
    conflict: { groups: [{ theirs: { concentration: 25 }, mine: { concentration: 33 } }] },
  })
})

test('[M9] [T3] other values typed over a record that moved since wait beside the renewed conflict', async () => {
  const { first, second } = await contested()
  await second.settle({ choice: 'edited', set: { concentration: 33 } })
  await first.edit({ concentration: 75 })
  await first.synced()
  await second.synced()
  expect((await second.drugNow())?.content?.['concentration']).toBe(75)
  const waiting = await second.waiting()
  expect(waiting.map(({ sort }) => sort).sort()).toEqual(['conflict', 'refused'])
  const lost = waiting.find((entry): entry is RefusedEntry => entry.sort === 'refused')
  expect(typedIn(lost)).toMatchObject({ set: { concentration: 33 } })
})

test('[M9] nothing waits of a settling that took effect, or of what stands anyway', async () => {
  const { first, second } = await contested()
  await second.settle({ choice: 'edited', set: { concentration: 33 } })
  await first.settle({ choice: 'edited', set: { concentration: 33 } })
  await first.synced()
  await second.synced()
  expect(await first.waiting()).toEqual([])
  expect(await second.waiting()).toEqual([])

  for (const choice of ['theirs', 'mine'] as const) {
    const again = await contested()
    await again.second.settle({ choice })
    await again.first.settle({ choice })
    await again.first.synced()
    await again.second.synced()
    expect(await again.first.waiting()).toEqual([])
    expect(await again.second.waiting()).toEqual([])
  }
})

test.each([
  { late: 'mine', early: 'theirs', stands: 50, wanted: 25 },
  { late: 'theirs', early: 'mine', stands: 25, wanted: 50 },
] as const)(
  '[M9] [T3] who kept $late after another had kept $early is told, and can still have $wanted',
  async ({ late, early, stands, wanted }) => {
    const { first, second } = await contested()
    await second.settle({ choice: late })
    await first.settle({ choice: early })
    await first.synced()
    await second.synced()
    expect((await second.drugNow())?.content?.['concentration']).toBe(stands)
    const [entry, ...more] = (await second.waiting()) as RefusedEntry[]
    expect(more).toEqual([])
    expect(entry).toMatchObject({ sort: 'refused', code: 'too_late', author_name: 'Ben' })
    expect(typedIn(entry)).toMatchObject({ set: { concentration: wanted }, was: { concentration: stands } })
    expect(await first.waiting()).toEqual([])
    await second.save(entry?.mutation.ops ?? [])
    await second.synced()
    expect((await second.drugNow())?.content?.['concentration']).toBe(wanted)
  },
)

test('[M9] who decided over a record that moved since sees the conflict again, and nothing beside it', async () => {
  const { first, second } = await contested()
  await second.settle({ choice: 'mine' })
  await first.edit({ concentration: 75 })
  await first.synced()
  await second.synced()
  expect((await second.waiting()).map(({ sort }) => sort)).toEqual(['conflict'])
})

/** Ana edits what Ben deletes, or the other way round; both tablets show the conflict. */
async function contestedDelete(deletesFirst: boolean) {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [first, second] = [await tabletOf(server, ana, 1), await tabletOf(server, ben, 2)]
  await first.save([{ op: 'create', collection: 'drugs', _id: DRUG, content: drug('Ketamine') }])
  await first.synced()
  await second.synced()
  const remove = async ({ save, drugNow }: typeof first) =>
    save([{ op: 'delete', collection: 'drugs', _id: DRUG, base: (await drugNow())?.version ?? 0 }])
  await (deletesFirst ? remove(first) : first.edit({ concentration: 50 }))
  await (deletesFirst ? second.edit({ concentration: 25 }) : remove(second))
  await first.synced()
  await second.synced()
  await first.synced()
  return { first, second }
}

test.each([
  { deletesFirst: true, late: 'theirs', early: 'restore' },
  { deletesFirst: true, late: 'restore', early: 'theirs' },
  { deletesFirst: false, late: 'mine', early: 'theirs' },
  { deletesFirst: false, late: 'theirs', early: 'mine' },
] as const)(
  '[M9] [T3] so is who chose $late over a deletion ($deletesFirst) after another had chosen $early',
  async ({ deletesFirst, late, early }) => {
    const { first, second } = await contestedDelete(deletesFirst)
    await second.settle({ choice: late })
    await first.settle({ choice: early })
    await first.synced()
    await second.synced()
    const [entry, ...more] = (await second.waiting()) as RefusedEntry[]
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      sort: 'refused',
      code: 'too_late',
      mutation: { ops: [late === 'restore' ? { op: 'update' } : { op: 'settle', choice: late }] },
    })
    expect(await first.waiting()).toEqual([])
  },
)

test('[M9] [T3] so is who left deleted what another had brought back, over an undo', async () => {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [first, second] = [await tabletOf(server, ana, 1), await tabletOf(server, ben, 2)]
  const content = drug('Ketamine')
  await first.save([{ op: 'create', collection: 'drugs', _id: DRUG, content }])
  await first.synced()
  await second.synced()
  const remove: Op = { op: 'delete', collection: 'drugs', _id: DRUG, base: 1 }
  await first.save([remove])
  await first.synced()
  await second.save([remove])
  await second.save([{ op: 'restore', collection: 'drugs', _id: DRUG, base: 1, content }])
  await second.synced()
  await first.synced()
  await second.settle({ choice: 'theirs' })
  await first.settle({ choice: 'restore' })
  await first.synced()
  await second.synced()
  expect(await second.waiting()).toMatchObject([
    { sort: 'refused', code: 'too_late', mutation: { ops: [{ op: 'settle', choice: 'theirs' }] } },
  ])
})

test('[M9] [P8] who approved a sheet that another had discarded is told', async () => {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [first, second] = [await tabletOf(server, ana, 1), await tabletOf(server, ben, 2)]
  ben.perms = []
  const content = singleDraw('Bella')
  await second.save([{ op: 'create', collection: 'draws', _id: second.tablet.newId(), content }])
  await second.tablet.round()
  ben.perms = [1, 2]
  await second.synced()
  await first.synced()
  const [parked] = await viewOf(first.tablet.clinic, 'attention').toArray()
  const decide = (choice: 'mine' | 'dismiss'): Op[] => [
    { op: 'settle', collection: 'attention', _id: parked?._id ?? '', base: 1, choice },
  ]
  await second.save(decide('mine'))
  await first.save(decide('dismiss'))
  await first.synced()
  await second.synced()
  const [entry] = (await second.waiting()) as RefusedEntry[]
  expect(entry).toMatchObject({ sort: 'refused', code: 'too_late' })
  expect(await first.waiting()).toEqual([])
  // Putting it away is no decision: nothing would approve it after a restore.
  expect(entry && dismissOps(entry)).toEqual([])
})

test('[M9] who decided the same as another hears nothing, whatever became of the record since', async () => {
  for (const choice of ['theirs', 'mine'] as const) {
    const { first, second } = await contested()
    await second.settle({ choice })
    await first.settle({ choice })
    await first.edit({ concentration: 75 })
    await first.synced()
    await second.synced()
    expect((await second.drugNow())?.content?.['concentration']).toBe(75)
    expect(await second.waiting()).toEqual([])
  }
})

test('[M9] [T3] who never saw what was decided over in the end is told so, with nothing to send again', async () => {
  const { first, second } = await contested()
  await second.settle({ choice: 'mine' })
  await first.edit({ concentration: 60 })
  // Another tablet renews the conflict over 60, and settles it.
  await first.settle({ choice: 'mine' })
  await first.synced()
  await first.settle({ choice: 'theirs' })
  await first.synced()
  await second.synced()
  expect((await second.drugNow())?.content?.['concentration']).toBe(60)
  expect(await second.waiting()).toMatchObject([
    { code: 'too_late', mutation: { ops: [{ op: 'settle', choice: 'mine' }] } },
  ])
})

test('[M9] [T3] what went with a decision that came too late waits alone, as it was entered', async () => {
  const { first, second } = await contested()
  const [conflict] = await viewOf(second.tablet.clinic, 'conflicts').toArray()
  const create: Op = {
    op: 'create',
    collection: 'procedures',
    _id: second.tablet.newId(),
    content: procedure('Dental'),
  }
  const { _id = '', version: base = 0 } = conflict ?? {}
  await second.save([create, { op: 'settle', collection: 'conflicts', _id, base, choice: 'theirs' }])
  await first.settle({ choice: 'mine' })
  await first.synced()
  await second.synced()
  expect(await second.waiting()).toMatchObject([{ code: 'too_late', mutation: { ops: [create] } }])
})

test('[T3] [M9] a refused change that is sent again, changed, while another discards it: it waits anew, and can be sent', async () => {
  const { first, second } = await contested()
  const _id = second.tablet.newId()
  ben.perms = []
  await second.save([{ op: 'create', collection: 'procedures', _id, content: procedure('Dental') }])
  await second.tablet.round()
  ben.perms = [1, 2]
  await second.synced()
  await first.synced()
  const [refused] = (await viewOf(first.tablet.clinic, 'attention').toArray()).map((each) => each._id)
  const dismiss = {
    op: 'settle',
    collection: 'attention',
    _id: refused ?? '',
    base: 1,
    choice: 'dismiss',
  } as const
  const create: Op = {
    op: 'create',
    collection: 'procedures',
    _id,
    content: procedure('Dental', 'Two hours'),
  }
  await second.save([create, dismiss])
  await first.save([dismiss])
  await first.synced()
  await second.synced()
  const lost = (await second.waiting()).find((entry): entry is RefusedEntry => entry.sort === 'refused')
  expect(lost).toMatchObject({ code: 'too_late', mutation: { ops: [create] } })
  await second.save(lost?.mutation.ops ?? [])
  await second.synced()
  await first.synced()
  expect((await viewOf(first.tablet.clinic, 'procedures').get(_id))?.content?.['notes']).toBe('Two hours')
})

test('[M9] [T3] [L6] brought back too late after a restore it waits, though what the lost epoch made of it is still shown', async () => {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [first, second] = [await tabletOf(server, ana, 1), await tabletOf(server, ben, 2)]
  ben.perms = []
  const refused: Op = {
    op: 'create',
    collection: 'procedures',
    _id: second.tablet.newId(),
    content: procedure('Dental'),
  }
  await second.save([refused])
  await second.tablet.round()
  ben.perms = [1, 2]
  await second.synced()
  await first.synced()
  const [waiting] = await viewOf(first.tablet.clinic, 'attention').toArray()
  const again = (_id: string, name: string): Op[] => [
    { op: 'create', collection: 'procedures', _id, content: procedure(name) },
    { op: 'settle', collection: 'attention', _id: waiting?._id ?? '', base: 1, choice: 'dismiss' },
  ]
  const restore = server.backup()
  const [bens, anas] = [second.tablet.newId(), first.tablet.newId()]
  await first.save(again(anas, 'By Ana'))
  await second.save(again(bens, 'By Ben'))
  await second.synced()
  restore('0193aaaa-0000-7000-8000-00000000000f')
  await first.synced()
  await second.synced()
  await second.synced()
  const names = (await viewOf(second.tablet.clinic, 'procedures').toArray()).map(
    ({ content }) => content?.['name'],
  )
  expect(names).toEqual(['By Ana'])
  const kept = (await second.waiting()).filter((entry): entry is RefusedEntry => entry.sort === 'refused')
  expect(kept.map(({ code, mutation }) => [code, mutation.ops])).toContainEqual([
    'too_late',
    again(bens, 'By Ben').slice(0, 1),
  ])
})

test('[M9] [L6] what was told and put away is not told again after a restore that lost none of it', async () => {
  const { server, first, second } = await contested()
  await second.settle({ choice: 'mine' })
  await first.settle({ choice: 'theirs' })
  await first.synced()
  await second.synced()
  expect(await second.waiting()).toHaveLength(1)
  await second.tablet.clinic.kept.clear()
  server.backup()('0193aaaa-0000-7000-8000-00000000000f')
  await first.synced()
  await second.synced()
  await second.synced()
  expect(await second.waiting()).toEqual([])
})

test('[M9] [T3] what was entered is whole with who wanted a deleted record back, after another had left it deleted', async () => {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [first, second] = [await tabletOf(server, ana, 1), await tabletOf(server, ben, 2)]
  await first.save([{ op: 'create', collection: 'drugs', _id: DRUG, content: drug('Ketamine') }])
  await first.synced()
  await second.synced()
  await second.edit({ concentration: 25 })
  await first.save([{ op: 'delete', collection: 'drugs', _id: DRUG, base: 1 }])
  await first.synced()
  await second.synced()
  await first.synced()
  await second.settle({ choice: 'restore' })
  await first.settle({ choice: 'theirs' })
  await first.synced()
  await second.synced()
  expect((await second.drugNow())?.deleted ?? true).toBe(true)
  const [entry, ...more] = (await second.waiting()) as RefusedEntry[]
  expect(more).toEqual([])
  expect(entry).toMatchObject({ sort: 'refused', code: 'too_late', author_name: 'Ben' })
  expect(typedIn(entry)).toMatchObject({ set: { concentration: 25 }, was: { concentration: 10 } })
  // Sent again it asks anew, and can be restored with it.
  await second.save(entry?.mutation.ops ?? [])
  await second.synced()
  const [asked] = (await second.waiting()).filter(({ sort }) => sort === 'conflict')
  expect(asked).toMatchObject({ conflict: { kind: 'update_of_deleted', full: { concentration: 25 } } })
})
