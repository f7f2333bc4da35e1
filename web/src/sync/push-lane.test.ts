import { acknowledgedOf } from '../data/outbox/kept-receipts.ts'
import { describe, expect, test } from 'vitest'
import { viewOf } from '../data/database/clinic-database.ts'
import { startEpoch } from '../data/restore/new-epoch.ts'
import { saveDraftAs } from '../data/drafts/drafts.ts'
import { saveAs } from '../data/outbox/save.ts'
import { readSetting } from '../data/database/settings.ts'
import { OfflineError, type Answer, type Call } from '../data/people/server-call.ts'
import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import { draftContent, type SheetDraft } from 'sync-protocol/records/draft'
import { errorBody, ProtocolError } from 'sync-protocol/wire/errors'
import { MemoryStore } from 'sync-protocol/testing/memory-store'
import type { PushRequest } from 'sync-protocol/wire/push'
import { FleetServer, type FleetUser } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { drug, sheetDraft } from './testing/samples.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const user = (last: string, name: string, perms = [1]): FleetUser => ({
  id: `0193aaaa-0000-7000-8000-0000000000${last}`,
  name,
  perms,
})

async function clinic() {
  const ana = user('a1', 'Ana')
  const ben = user('b1', 'Ben')
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  const calls: Call[] = []
  /** Answers instead of the server where it gives one. */
  let instead: (call: Call) => Answer | 'lost' | undefined = () => undefined
  tablet.network = {
    async deliver(call) {
      calls.push(structuredClone(call))
      const other = instead(call)
      if (other && other !== 'lost') return other
      const answer = await server.handle(call)
      if (other === 'lost') throw new OfflineError('the answer is lost')
      return answer
    },
  }
  return {
    ana,
    ben,
    server,
    tablet,
    calls,
    pushes: () => calls.filter(({ path }) => path === '/sync/push'),
    answerWith: (to: typeof instead) => {
      instead = to
    },
    outcomes: () => [...server.store.organization(ORG).outcomes.values()],
    async create(name: string) {
      const _id = tablet.newId()
      const ops = [{ op: 'create' as const, collection: 'drugs' as const, _id, content: drug(name) }]
      const { mutation_id } = await saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops })
      return { _id, mutation_id }
    },
  }
}

const refuse = (code: ConstructorParameters<typeof ProtocolError>[0], more = {}): Answer => {
  const error = new ProtocolError(code, 'No.', more)
  return { status: error.status, body: errorBody.parse(error.body()), retryAfterMs: undefined }
}
const bodyOf = (call: Call | undefined) => call?.body as PushRequest

describe('sending', () => {
  test('[P1] a lost answer: sent again, one outcome, and the row leaves', async () => {
    const { tablet, server, create, answerWith, outcomes } = await clinic()
    const { _id } = await create('Ketamine')
    answerWith(({ path }) => (path === '/sync/push' ? 'lost' : undefined))
    expect(await tablet.round()).toMatchObject({ ok: false, reachable: false })
    expect(await tablet.clinic.outbox.toArray()).toMatchObject([{ n: 1, done: 0 }])
    tablet.restart()
    answerWith(() => undefined)
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(outcomes()).toHaveLength(1)
    expect(server.store.allRecords(ORG)).toHaveLength(1)
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).not.toHaveProperty('pending')
  })

  test('[T2] a row with a seq leaves only when the cursor has reached it', async () => {
    const { tablet, create, answerWith } = await clinic()
    const { _id } = await create('Ketamine')
    answerWith(({ path }) => (/^.sync.(pull|snapshot)/.test(path) ? refuse('unavailable') : undefined))
    await tablet.round()
    expect(await tablet.clinic.outbox.toArray()).toMatchObject([{ done: 1, seq: 1 }])
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).toMatchObject({ pending: true })
    answerWith(() => undefined)
    await tablet.round()
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).toMatchObject({ version: 1, seq: 1 })
  })

  test('somebody who may not read records has read all there is for them, and the next one reads on', async () => {
    const { tablet, create, answerWith } = await clinic()
    const { _id } = await create('Ketamine')
    answerWith(({ path }) => (/^.sync.(pull|snapshot)/.test(path) ? refuse('forbidden') : undefined))
    expect(await tablet.round()).toMatchObject({ ok: true, reachable: true })
    expect(await readSetting(tablet.clinic, 'cursor')).toBeUndefined()
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).toMatchObject({ pending: true })
    answerWith(() => undefined)
    await tablet.round()
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).toMatchObject({ version: 1, seq: 1 })
  })

  test('[T3] a refused change leaves the view, and its text waits here until the synced record is here', async () => {
    const { tablet, ana, create, answerWith } = await clinic()
    const { _id, mutation_id } = await create('Ketamine')
    ana.perms = []
    answerWith(({ path }) => (/^.sync.(pull|snapshot)/.test(path) ? refuse('unavailable') : undefined))
    await tablet.round()
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).toBeUndefined()
    expect(await tablet.clinic.kept.toArray()).toMatchObject([
      { mutation_id, code: 'forbidden', mutation: { ops: [{ content: { name: 'Ketamine' } }] } },
    ])
    answerWith(() => undefined)
    await tablet.round()
    expect(await tablet.clinic.kept.count()).toBe(0)
    expect(await viewOf(tablet.clinic, 'attention').toArray()).toMatchObject([
      { content: { mutation: { id: mutation_id, ops: [{ content: { name: 'Ketamine' } }] } } },
    ])
  })

  test("[D1] a mutation leaves under its author's identity, never under another's", async () => {
    const { tablet, ana, ben, create, pushes, outcomes } = await clinic()
    await create('From Ana')
    const anasPush = (await tablet.clinic.lanes.get(ana.id))?.push_token
    await tablet.signOut()
    await tablet.signIn(ben)
    await create('From Ben')
    await tablet.round()
    expect(new Set(pushes().map(({ token }) => token))).toEqual(new Set([anasPush, tablet.token]))
    expect(outcomes().map(({ user_id }) => user_id)).toEqual([ana.id, ben.id])
    expect((await tablet.clinic.lanes.get(ana.id))?.push_token).toBeNull()
  })

  test('[D2] after log-out the outbox is sent with the push token, which then goes', async () => {
    const { tablet, ana, create, outcomes } = await clinic()
    await tablet.round()
    await create('Ketamine')
    await tablet.signOut()
    expect((await tablet.clinic.lanes.get(ana.id))?.push_token).not.toBeNull()
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(outcomes()).toHaveLength(1)
    expect(await tablet.clinic.lanes.get(ana.id)).toMatchObject({ unsent: 0, push_token: null })
  })

  test('[D2] a 401 signs out and loses nothing: the push token sends in the same round', async () => {
    const { tablet, server, ana, create, outcomes } = await clinic()
    await tablet.round()
    await create('Ketamine')
    server.endSessions(ana.id)
    await tablet.round()
    expect(tablet.user).toBeNull()
    expect(outcomes()).toHaveLength(1)
  })

  test('[D3] when a push token is refused too, the lane is shut out and its work stays', async () => {
    const { tablet, ana, create, answerWith } = await clinic()
    await tablet.round()
    await create('Ketamine')
    await tablet.signOut()
    answerWith(() => refuse('unauthenticated'))
    await tablet.round()
    expect(await tablet.clinic.lanes.get(ana.id)).toMatchObject({
      shut_out: true,
      push_token: null,
      unsent: 1,
    })
    answerWith(() => undefined)
    await tablet.signIn(ana)
    await tablet.round()
    expect(await tablet.clinic.outbox.count()).toBe(0)
  })

  test('[T6] a batch that is too large is halved until it passes', async () => {
    const { tablet, server, create, pushes, outcomes } = await clinic()
    for (let index = 0; index < 7; index++) await create(`Drug ${index}`)
    server.most = 2
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(outcomes()).toHaveLength(7)
    expect(
      pushes()
        .map((call) => bodyOf(call).mutations.length)
        .slice(0, 3),
    ).toEqual([7, 3, 1])
  })

  test('[T6] a single mutation that is too large goes to Needs attention, and what follows is sent', async () => {
    const { tablet, create, answerWith, outcomes } = await clinic()
    const { _id, mutation_id } = await create('Enormous')
    await create('Small')
    answerWith(({ path, body }) =>
      path === '/sync/push' && JSON.stringify(body).includes('Enormous')
        ? { status: 413, body: null, retryAfterMs: undefined }
        : undefined,
    )
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await tablet.clinic.kept.toArray()).toMatchObject([
      {
        mutation_id,
        status: 'withdrawn',
        code: 'too_large',
        mutation: { ops: [{ content: { name: 'Enormous' } }] },
      },
    ])
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).toBeUndefined()
    expect(await viewOf(tablet.clinic, 'drugs').count()).toBe(1)
    expect(outcomes().map(({ n, id }) => [n, id === mutation_id])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  /** A link over which a request of so many bytes a second leaves, or ends when its time is over; what it took, in ms. */
  function slowLink({ server, tablet }: Awaited<ReturnType<typeof clinic>>, bytesPerSecond: number) {
    const sent: { mutations: number; arrived: boolean }[] = []
    const link = { bytesPerSecond, sent }
    tablet.network = {
      async deliver(call) {
        const { mutations } = call.path === '/sync/push' ? bodyOf(call) : { mutations: [] }
        const needed = (JSON.stringify(call.body ?? '').length / link.bytesPerSecond) * 1_000
        const limit = call.timeoutMs ?? 30_000
        server.now += Math.min(needed, limit)
        const arrived = needed <= limit
        if (mutations.length > 0) sent.push({ mutations: mutations.length, arrived })
        if (!arrived) throw new OfflineError(new DOMException('The time is over.', 'TimeoutError'))
        return server.handle(call)
      },
    }
    return link
  }

  test('[T6] over a link of 5 KB/s a batch that takes too long is halved until it passes, and grows again on a better one', async () => {
    const fixture = await clinic()
    const { tablet, create, outcomes } = fixture
    await tablet.round()
    for (let index = 0; index < 300; index++) await create(`Drug ${index} ${'x'.repeat(700)}`)
    const link = slowLink(fixture, 5_000)
    let rounds = 0
    for (; rounds < 12 && (await tablet.clinic.outbox.where({ done: 0 }).count()) > 0; rounds++)
      await tablet.round()
    expect(outcomes()).toHaveLength(300)
    const failed = link.sent.filter(({ arrived }) => !arrived)
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(4)
    link.bytesPerSecond = 1_000_000
    for (let index = 0; index < 300; index++) await create(`More ${index} ${'x'.repeat(700)}`)
    link.sent.length = 0
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(outcomes()).toHaveLength(600)
    const sizes = link.sent.map(({ mutations }) => mutations)
    expect(Math.max(...sizes)).toBeGreaterThan((sizes[0] ?? 0) * 1.5)
  })

  test('[T6] a single change too large for the time that a request has gets more of it, and nothing waits behind it for ever', async () => {
    const fixture = await clinic()
    const { tablet, create, outcomes } = fixture
    await tablet.round()
    const ops = Array.from({ length: 450 }, (_, index) => ({
      op: 'create' as const,
      collection: 'drugs' as const,
      _id: tablet.newId(),
      content: drug(`Drug ${index} ${'x'.repeat(200)}`),
    }))
    await saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops })
    await create('Behind it')
    slowLink(fixture, 3_000)
    for (let round = 0; round < 6; round++) await tablet.round()
    expect(outcomes()).toHaveLength(2)
    expect(await tablet.clinic.kept.count()).toBe(0)
  })

  test('[T6] [P4] where something in between lets nothing through, no change is taken for too large: all wait, are sent later, and reading goes on', async () => {
    const { tablet, server, ben, create, answerWith, outcomes } = await clinic()
    await create('Small')
    await create('Smaller')
    let closed = true
    answerWith(({ path }) =>
      closed && path === '/sync/push' ? { status: 413, body: '<html>', retryAfterMs: undefined } : undefined,
    )
    const beside = new FleetDevice(server, 9)
    await beside.start()
    await beside.signIn(ben)
    const _id = beside.newId()
    const ops = [{ op: 'create' as const, collection: 'drugs' as const, _id, content: drug('Another’s') }]
    await saveAs(beside.clinic, beside.saver, { action: 'drug.create', ops })
    await beside.round()
    expect(await tablet.round()).toMatchObject({ ok: false, error: { status: 413 } })
    expect(await tablet.clinic.kept.toArray()).toEqual([])
    expect((await tablet.clinic.outbox.toArray()).map(({ withdrawn }) => withdrawn)).toEqual([0, 0])
    expect(await viewOf(tablet.clinic, 'drugs').get(_id)).toBeDefined()
    closed = false
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(outcomes()).toHaveLength(3)
  })

  test('[P3] a gap: sent again from the number that the server names', async () => {
    const { tablet, create, answerWith, pushes, outcomes } = await clinic()
    await create('One')
    await create('Two')
    let said = false
    answerWith(({ path }) => {
      if (path !== '/sync/push' || said) return undefined
      said = true
      return refuse('gap', { last_n: 0 })
    })
    await tablet.round()
    expect(bodyOf(pushes().at(-1)).mutations.map(({ n }) => n)).toEqual([1, 2])
    expect(outcomes()).toHaveLength(2)
  })

  test('[L6] a server that lost what this tablet sent, and kept its name, hears of it and gets it back', async () => {
    const { tablet, server, create, outcomes } = await clinic()
    const { mutation_id: first } = await create('One')
    await tablet.round()
    server.store = new MemoryStore(EPOCH)
    const { mutation_id: second } = await create('Two')
    for (let time = 0; time < 3; time++) await tablet.round()
    expect(server.store.epoch).not.toBe(EPOCH)
    expect(outcomes().map(({ id, status }) => [id, status])).toEqual([
      [first, 'applied'],
      [second, 'applied'],
    ])
    expect(await tablet.clinic.outbox.count()).toBe(0)
  })

  test('[L6] what was taken is shown when the tablet connects anew, and takes no number; the server that has it goes on', async () => {
    const { tablet, server, create, pushes, outcomes, answerWith } = await clinic()
    await create('One')
    await tablet.round()
    const shown = () => pushes().filter((call) => bodyOf(call).mutations.some((each) => 'returned' in each))
    await tablet.round()
    const before = shown().length
    await tablet.round()
    expect(shown()).toHaveLength(before)
    answerWith(() => {
      throw new OfflineError('no network')
    })
    await tablet.round()
    answerWith(() => undefined)
    await tablet.round()
    expect(shown().length).toBeGreaterThan(before)
    expect(server.store.epoch).toBe(EPOCH)
    await create('Two')
    await tablet.round()
    expect(outcomes().map(({ n }) => n)).toEqual([1, 2])
  })

  test('[P3] a gap that this tablet cannot fill: a new lane, the same ids', async () => {
    const { tablet, server, ana, create, outcomes } = await clinic()
    await create('One')
    await tablet.round()
    server.store = new MemoryStore(EPOCH)
    // Kept no longer: nothing proves that the server went back.
    await tablet.clinic.acknowledged_together.clear()
    const { mutation_id } = await create('Two')
    const lane = (await tablet.clinic.lanes.get(ana.id))?.id
    await tablet.round()
    expect((await tablet.clinic.lanes.get(ana.id))?.id).not.toBe(lane)
    expect(outcomes().map(({ id, n }) => ({ id, n }))).toEqual([{ id: mutation_id, n: 1 }])
    expect(await tablet.clinic.outbox.count()).toBe(0)
  })

  test('[P1] lane_forked: a new lane, renumbered, ids kept', async () => {
    const { tablet, ana, create, answerWith, outcomes } = await clinic()
    await create('Zero')
    await tablet.round()
    const ids = [(await create('One')).mutation_id, (await create('Two')).mutation_id]
    const lane = (await tablet.clinic.lanes.get(ana.id))?.id
    answerWith(({ path, body }) =>
      path === '/sync/push' && (body as PushRequest).lane === lane ? refuse('lane_forked') : undefined,
    )
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(
      outcomes()
        .slice(1)
        .map(({ id, n }) => ({ id, n })),
    ).toEqual([
      { id: ids[0], n: 1 },
      { id: ids[1], n: 2 },
    ])
    expect(await tablet.clinic.outbox.count()).toBe(0)
  })

  test('[D1] [D2] a lane that was made anew gets its right to push too: what is saved then leaves after a log-out', async () => {
    const { tablet, ana, create, answerWith, outcomes } = await clinic()
    await create('Zero')
    await tablet.round()
    const lane = (await tablet.clinic.lanes.get(ana.id))?.id
    await create('One')
    answerWith(({ path, body }) =>
      path === '/sync/push' && (body as PushRequest).lane === lane ? refuse('lane_forked') : undefined,
    )
    await tablet.round()
    await tablet.round()
    const { mutation_id } = await create('Two')
    await tablet.signOut()
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(outcomes().at(-1)).toMatchObject({ id: mutation_id, user_id: ana.id })
  })

  test('[P1] an id that the server knows with another body gets an id of its own, and nothing waits behind it', async () => {
    const { tablet, server, ana, create, outcomes } = await clinic()
    const { mutation_id } = await create('Mine')
    await create('Next')
    const copied = new FleetDevice(server, 99)
    await copied.start()
    await copied.signIn(ana)
    const ops = [
      { op: 'create' as const, collection: 'drugs' as const, _id: copied.newId(), content: drug('Copy') },
    ]
    const saver = { ...copied.saver, newId: () => mutation_id }
    await saveAs(copied.clinic, saver, { action: 'drug.create', ops })
    await copied.round()
    await tablet.round()
    await tablet.round()
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(outcomes()).toHaveLength(3)
    const names = (await viewOf(tablet.clinic, 'drugs').toArray()).map(({ content }) => content?.['name'])
    expect(names).toHaveLength(3)
    expect(new Set(names)).toEqual(new Set(['Copy', 'Mine', 'Next']))
  })

  test('[L6] epoch_changed: new lane, records anew, and what the lost epoch took is sent again before the outbox', async () => {
    const { tablet, server, ana, create, outcomes } = await clinic()
    const lost = await create('Lost')
    await tablet.round()
    expect(await tablet.clinic.outbox.count()).toBe(0)
    const { mutation_id } = await create('Kept')
    const lane = (await tablet.clinic.lanes.get(ana.id))?.id
    const next = '0193aaaa-0000-7000-8000-0000000000ee'
    server.store = new MemoryStore(next)
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await readSetting(tablet.clinic, 'epoch')).toBe(next)
    expect((await tablet.clinic.lanes.get(ana.id))?.id).not.toBe(lane)
    expect(outcomes().map(({ id, status }) => [id, status])).toEqual([
      [lost.mutation_id, 'applied'],
      [mutation_id, 'applied'],
    ])
    expect(
      new Set((await viewOf(tablet.clinic, 'drugs').toArray()).map(({ content }) => content?.['name'])),
    ).toEqual(new Set(['Lost', 'Kept']))
  })

  test('[L6] [D1] another person brings it back, under its author’s name, and a receipt that is not the server’s is refused', async () => {
    const { tablet, server, ana, create } = await clinic()
    const ben = user('b2', 'Ben')
    server.users.push(ben)
    await create('Of Ana')
    await tablet.round()
    await create('Forged')
    await tablet.round()
    await tablet.clinic.acknowledged_together.toCollection().modify(({ each }) => {
      for (const one of each) if (JSON.stringify(one.body).includes('Forged')) one.receipt = '0'.repeat(64)
    })
    await tablet.signOut()
    server.store = new MemoryStore('0193aaaa-0000-7000-8000-0000000000ee')
    await tablet.signIn(ben)
    for (let round = 0; round < 2; round++) expect(await tablet.round()).toMatchObject({ ok: true })
    const records = server.store.allRecords(ORG)
    expect(records.filter(({ collection }) => collection === 'drugs')).toMatchObject([
      { content: { name: 'Of Ana' }, meta: { author_id: ana.id, author_name: 'Ana' } },
    ])
    expect(records.filter(({ collection }) => collection === 'attention')).toMatchObject([
      { content: { code: 'forbidden' }, meta: { author_id: ben.id } },
    ])
  })

  test('[L6] nothing is sent into a new epoch before what the old one took, which waits for a person', async () => {
    const { tablet, server, ana, create } = await clinic()
    const lost = await create('Lost')
    await tablet.round()
    await create('Unsent')
    await tablet.signOut()
    const next = '0193aaaa-0000-7000-8000-0000000000ee'
    server.store = new MemoryStore(next)
    await tablet.round()
    expect(await readSetting(tablet.clinic, 'epoch')).toBe(next)
    expect(server.store.allRecords(ORG)).toEqual([])
    await tablet.signIn(ana)
    await tablet.round()
    expect(server.store.allRecords(ORG).map(({ content }) => content?.['name'])).toEqual(['Lost', 'Unsent'])
    expect(await acknowledgedOf(tablet.clinic, ({ id }) => id === lost.mutation_id)).toMatchObject([
      { epoch: next, user_id: ana.id },
    ])
  })

  test('[L6] an open draft that the backup lacks, or has as it was, is there again as it was left', async () => {
    const { tablet, server, ana } = await clinic()
    const restore = server.backup()
    const id = tablet.newId()
    await saveDraftAs(tablet.clinic, tablet.saver, id, { ...sheetDraft(), name: 'Rex' })
    await tablet.round()
    restore('0193aaaa-0000-7000-8000-0000000000ee')
    for (let round = 0; round < 3; round++) expect(await tablet.round()).toMatchObject({ ok: true })
    expect(server.store.allRecords(ORG)).toMatchObject([
      { collection: 'drafts', _id: id, content: { name: 'Rex' }, meta: { author_id: ana.id } },
    ])
  })

  test('[L6] a draft comes back also when the tablet was killed between the reload and its saving, and then only once', async () => {
    const { tablet, server } = await clinic()
    const id = tablet.newId()
    const type = (name: string) => saveDraftAs(tablet.clinic, tablet.saver, id, { ...sheetDraft(), name })
    const restore = server.backup()
    await type('Rex')
    await tablet.round()
    const next = '0193aaaa-0000-7000-8000-0000000000ee'
    restore(next)
    await startEpoch(tablet.clinic, next, tablet.newId)
    const kept = await tablet.clinic.settings.get('drafts_to_return')
    await tablet.clinic.settings.delete('drafts_to_return')
    await tablet.round()
    if (kept) await tablet.clinic.settings.put(kept)
    tablet.restart()
    expect(server.store.allRecords(ORG)).toEqual([])
    for (let round = 0; round < 2; round++) expect(await tablet.round()).toMatchObject({ ok: true })
    expect(server.store.allRecords(ORG)).toMatchObject([{ _id: id, content: { name: 'Rex' } }])
    await type('Rex the Second')
    for (let round = 0; round < 2; round++) await tablet.round()
    expect(server.store.allRecords(ORG)).toMatchObject([{ _id: id, content: { name: 'Rex the Second' } }])
  })

  test('[L6] what only the lost epoch kept of a refusal is not leaned on any more', async () => {
    const { tablet, ana, create, answerWith } = await clinic()
    const { mutation_id } = await create('Ketamine')
    ana.perms = []
    answerWith(({ path }) => (/^.sync.(pull|snapshot)/.test(path) ? refuse('forbidden') : undefined))
    await tablet.round()
    expect(await tablet.clinic.kept.get(mutation_id)).toMatchObject({
      attention_id: attentionIdOf(mutation_id),
    })
    await startEpoch(tablet.clinic, tablet.newId(), tablet.newId)
    const kept = await tablet.clinic.kept.get(mutation_id)
    expect(kept).toMatchObject({ code: 'forbidden', mutation: { id: mutation_id } })
    expect(kept).not.toHaveProperty('attention_id')
  })

  test('[L5] cursor_expired: records are loaded anew, the outbox untouched', async () => {
    const { tablet, server, create, answerWith } = await clinic()
    const other = new FleetDevice(server, 3)
    await other.start()
    await other.signIn(user('a1', 'Ana'))
    const gone = await create('Gone')
    await create('Stays')
    await tablet.round()
    await other.round()
    const ops = [{ op: 'delete' as const, collection: 'drugs' as const, _id: gone._id, base: 1 }]
    await saveAs(other.clinic, other.saver, { action: 'drug.delete', ops })
    await other.round()
    const { head } = server.store.organization(ORG)
    server.store.forgetTombstones(ORG, head)
    await create('Unsent')
    answerWith(({ path }) => (path === '/sync/push' ? refuse('unavailable') : undefined))
    await tablet.round()
    expect(await tablet.clinic.outbox.count()).toBe(1)
    answerWith(() => undefined)
    await tablet.round()
    const names = (await viewOf(tablet.clinic, 'drugs').toArray()).map(({ content }) => content?.['name'])
    expect(names).toHaveLength(2)
    expect(new Set(names)).toEqual(new Set(['Stays', 'Unsent']))
    expect(await readSetting(tablet.clinic, 'reloading')).toBe(false)
  })

  test.each([
    ['rate_limited', { retryAfterMs: 7000 }],
    ['protocol_unsupported', { updateRequired: true }],
    ['unavailable', {}],
    ['internal', {}],
    ['invalid_request', {}],
  ] as const)('[D2] %s: everything stays, nothing is given up', async (code, more) => {
    const { tablet, create, answerWith } = await clinic()
    await tablet.round()
    await create('Ketamine')
    answerWith(() => ({ ...refuse(code), retryAfterMs: code === 'rate_limited' ? 7000 : undefined }))
    expect(await tablet.round()).toMatchObject({ ok: false, reachable: true, ...more })
    expect(await tablet.clinic.outbox.toArray()).toMatchObject([{ n: 1, withdrawn: 0, done: 0 }])
    expect(tablet.user).not.toBeNull()
  })

  test('[T2] autosaves that nobody took are one mutation; one that was taken never changes', async () => {
    const { tablet, create, answerWith } = await clinic()
    const id = tablet.newId()
    const type = (name: string) => saveDraftAs(tablet.clinic, tablet.saver, id, sheetDraft({ name }))
    const first = await type('R')
    await create('Between')
    expect(await type('Re')).toEqual(first)
    expect(await tablet.clinic.outbox.toArray()).toMatchObject([
      { n: 1, body: { ops: [{ content: { name: 'Re' } }] } },
      { n: 2 },
    ])
    answerWith(({ path }) => (path === '/sync/push' ? 'lost' : undefined))
    await tablet.round()
    expect(await type('Rex')).not.toEqual(first)
    answerWith(() => undefined)
    await tablet.round()
    expect(await viewOf(tablet.clinic, 'drafts').get(id)).toMatchObject({ content: { name: 'Rex' } })
    expect(await tablet.clinic.outbox.count()).toBe(0)
  })

  test('[M3] a choice that is taken back on an open sheet is taken back on the server too', async () => {
    const { tablet } = await clinic()
    const id = tablet.newId()
    const chosen = sheetDraft({ procedure: { content: { name: 'Spay' } }, saved_as: tablet.newId() })
    const keep = (draft: SheetDraft) => saveDraftAs(tablet.clinic, tablet.saver, id, draft)
    await keep(chosen)
    await tablet.round()
    await keep({ ...chosen, procedure: null, saved_as: null })
    await tablet.round()
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(await viewOf(tablet.clinic, 'attention').count()).toBe(0)
    const stored = await viewOf(tablet.clinic, 'drafts').get(id)
    expect(stored).toMatchObject({ version: 2 })
    expect(draftContent.parse(stored?.content)).toEqual(sheetDraft())
  })

  test('section keys come with the first contact, and before it there are none', async () => {
    const { tablet } = await clinic()
    expect(await readSetting(tablet.clinic, 'section_keys')).toBeUndefined()
    await tablet.round()
    expect(await readSetting(tablet.clinic, 'section_keys')).toEqual({ block: 0, next: 999, to: 1098 })
  })

  test('a mutation carries the clock offset that was known when it was made', async () => {
    const { tablet, create } = await clinic()
    tablet.clockError = 3_600_000
    await create('Before')
    await tablet.round()
    await create('After')
    expect(await tablet.clinic.outbox.toArray()).toMatchObject([{ body: { clock_offset_ms: -3_600_000 } }])
  })
})
