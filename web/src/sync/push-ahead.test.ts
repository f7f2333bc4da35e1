import { expect, test } from 'vitest'
import { viewOf } from '../data/database/clinic-database.ts'
import { beginRenewal, finishRenewal } from '../data/outbox/lanes.ts'
import { takeBatch, type Batch } from '../data/outbox/outbox.ts'
import { saveAs } from '../data/outbox/save.ts'
import { OfflineError } from '../data/people/server-call.ts'
import { storeResults } from '../data/outbox/store-results.ts'
import type { PushRequest } from 'sync-protocol/wire/push'
import { FleetServer } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { drug } from './testing/samples.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
const SAVED = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
const PUSH_OF = 2

const most = { mutations: PUSH_OF, bytes: 1e6 }
const answer = { epoch: EPOCH, at: new Date(0).toISOString(), signedIn: ana.id, deviceNow: () => 0 }
const answersTo = ({ mutations }: Batch, seq?: number) =>
  mutations.map(({ n, id }) => ({
    n,
    id,
    status: 'applied' as const,
    receipt: '',
    records: [],
    ...(seq !== undefined && { seq }),
  }))

/** A tablet with seven unsent drugs that sends two at a time. */
async function full(seed: number) {
  const server = new FleetServer(ORG, EPOCH, [ana])
  const tablet = new FleetDevice(server, seed, PUSH_OF)
  await tablet.start()
  await tablet.signIn(ana)
  for (const name of SAVED) {
    const op = { op: 'create', collection: 'drugs', _id: tablet.newId(), content: drug(name) } as const
    await saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops: [op] })
  }
  const names = () => server.store.allRecords(ORG).map(({ content }) => content?.['name'])
  const unsent = async () => (await tablet.clinic.lanes.get(ana.id))?.unsent
  return { server, tablet, names, unsent }
}

test('[P1] [D2] [T5] the next batch leaves before the answer to the last is stored; killed at any moment, all arrives once', async () => {
  let ahead = 0
  for (let before = 1; ; before++) {
    const { server, tablet, names, unsent } = await full(before)
    tablet.crashIn = before
    await tablet.round().catch((error: unknown) => {
      if (tablet.crashIn > 0) throw error
    })
    const crashed = tablet.crashIn <= 0
    tablet.restart()
    const stored = SAVED.length - ((await unsent()) ?? 0)
    ahead = Math.max(ahead, server.store.organization(ORG).outcomes.size - stored)
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(names()).toEqual(SAVED)
    expect(server.store.organization(ORG).outcomes.size).toBe(SAVED.length)
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(await viewOf(tablet.clinic, 'drugs').count()).toBe(SAVED.length)
    if (crashed) continue
    // Two batches without their outcomes here: the one overtook the storing of the other.
    expect(ahead).toBeGreaterThan(PUSH_OF)
    return
  }
})

test.each([1, 2, 3, 4])(
  '[P1] [P3] [D2] the answer to push %i is lost: nothing is skipped and nothing is twice',
  async (nth) => {
    const { server, tablet, names, unsent } = await full(nth)
    let pushes = 0
    const sent: number[][] = []
    tablet.network = {
      async deliver(call) {
        const reply = await server.handle(call)
        if (call.path !== '/sync/push') return reply
        const { mutations } = call.body as PushRequest
        // What was taken is only shown.
        if (mutations.some((each) => 'returned' in each)) return reply
        sent.push(mutations.map(({ n }) => n))
        if (++pushes === nth) throw new OfflineError('the answer is lost')
        return reply
      },
    }
    expect(await tablet.round()).toMatchObject({ ok: false })
    expect(await unsent()).toBe(SAVED.length - PUSH_OF * (nth - 1))
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(sent[nth]).toEqual(sent[nth - 1])
    expect(names()).toEqual(SAVED)
    expect(await unsent()).toBe(0)
  },
)

test('[P3] results are stored in order: those of a batch before whose turn another’s are missing are left to come again', async () => {
  const { server, tablet, names, unsent } = await full(1)
  const first = await takeBatch(tablet.clinic, ana.id, most, () => false)
  const second = await takeBatch(tablet.clinic, ana.id, most, () => false, first)
  if (!first || !second) throw new Error('There is nothing to send.')
  expect([first, second].map(({ mutations }) => mutations.map(({ n }) => n))).toEqual([
    [1, 2],
    [3, 4],
  ])
  const results = answersTo(second)
  await tablet.clinic.settings.put({ key: 'epoch', value: EPOCH })
  await storeResults(tablet.clinic, second, results, answer)
  expect(await unsent()).toBe(SAVED.length)
  await tablet.round()
  expect(names()).toEqual(SAVED)
  expect(server.store.organization(ORG).outcomes.size).toBe(SAVED.length)
})

test('[P3] [T2] an answer that is stored once more counts once, also where its rows wait for the feed', async () => {
  const { tablet, unsent } = await full(2)
  const batch = await takeBatch(tablet.clinic, ana.id, most, () => false)
  if (!batch) throw new Error('There is nothing to send.')
  await tablet.clinic.settings.put({ key: 'epoch', value: EPOCH })
  for (let time = 0; time < 2; time++) {
    await storeResults(tablet.clinic, batch, answersTo(batch, 9), answer)
    expect(await unsent()).toBe(SAVED.length - PUSH_OF)
    expect(await tablet.clinic.outbox.where('done').equals(1).count()).toBe(PUSH_OF)
  }
})

test('[D2] an answer that comes while its lane is made anew is left to come again, and all arrives once', async () => {
  const { server, tablet, names, unsent } = await full(3)
  const { clinic } = tablet
  await clinic.settings.put({ key: 'epoch', value: EPOCH })
  const first = await takeBatch(clinic, ana.id, most, () => false)
  if (!first) throw new Error('There is nothing to send.')
  await storeResults(clinic, first, answersTo(first, 9), answer)
  // What waits for the feed is sent again with the rest.
  await beginRenewal(clinic, { ...first.lane, unsent: SAVED.length }, tablet.newId(), { again_from: 1 })
  await storeResults(clinic, first, answersTo(first, 9), answer)
  expect(await unsent()).toBe(SAVED.length)
  await finishRenewal(clinic, ana.id)
  expect(await unsent()).toBe(SAVED.length)
  await tablet.round()
  expect(names()).toEqual(SAVED)
  expect(server.store.organization(ORG).outcomes.size).toBe(SAVED.length)
})
