import { expect, test } from 'vitest'
import { viewOf } from '../data/database/clinic-database.ts'
import type { LaneRow } from '../data/database/clinic-rows.ts'
import { acknowledgedOf } from '../data/outbox/kept-receipts.ts'
import { forkLane } from '../data/outbox/outbox.ts'
import { saveAs } from '../data/outbox/save.ts'
import { readSetting } from '../data/database/settings.ts'
import { FleetServer } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { procedure } from './testing/samples.ts'

const id = (kind: string, n: number) =>
  `0193aaaa-0000-7000-8000-${kind.repeat(10)}${String(n).padStart(2, '0')}`
const ORG = id('0', 1)
const [FIRST, SECOND, THIRD] = [id('e', 1), id('e', 2), id('e', 3)]
const ana = { id: id('a', 1), name: 'Ana', perms: [1, 2] }
const ben = { id: id('a', 2), name: 'Ben', perms: [1, 2] }
/** Long chains for all pieces: of what the lost epoch took, of what waits for the cursor, of what is unsent. */
const [TAKEN, WAITING, UNSENT] = [12, 11, 2]

/** One change after the other of the same notes: whichever came before its turn would clash. */
class Chain {
  readonly _id: string
  length = 0
  private readonly tablet: FleetDevice
  constructor(tablet: FleetDevice) {
    this.tablet = tablet
    this._id = tablet.newId()
  }
  get last() {
    return `Step ${this.length}`
  }
  async goOn(): Promise<void> {
    const { _id, tablet, last } = this
    const base = (await viewOf(tablet.clinic, 'procedures').get(_id))?.version
    this.length += 1
    const op =
      base === undefined
        ? ({ op: 'create', content: procedure('Chain', this.last) } as const)
        : ({ op: 'update', base, set: { notes: this.last }, was: { notes: last } } as const)
    await saveAs(tablet.clinic, tablet.saver, {
      action: `procedure.${op.op}`,
      ops: [{ ...op, collection: 'procedures', _id }],
    })
  }
  async shown() {
    return (await viewOf(this.tablet.clinic, 'procedures').get(this._id))?.content?.['notes']
  }
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < count; time++) await work()
}

/** The server lost all that this tablet sent, and the browser is killed before the `before`-th transaction after that. */
async function killed(before: number) {
  const server = new FleetServer(ORG, FIRST, [ana, ben])
  const [tablet, another] = [new FleetDevice(server, before), new FleetDevice(server, 1000 + before)]
  for (const [one, who] of [
    [another, ben],
    [tablet, ana],
  ] as const) {
    await one.start()
    await one.signIn(who)
    await one.round()
  }
  const restore = server.backup()
  const [whole, taken] = [new Chain(tablet), new Chain(tablet)]
  await times(TAKEN / 2, async () => {
    await whole.goOn()
    await taken.goOn()
  })
  await tablet.round()
  expect(await tablet.clinic.outbox.count()).toBe(0)
  await new Chain(another).goOn()
  await another.round()
  await times(WAITING, () => whole.goOn())
  await tablet.round('sending')
  expect(await tablet.clinic.outbox.where('done').equals(1).count()).toBe(WAITING)
  await times(UNSENT, () => whole.goOn())
  restore(SECOND)
  tablet.crashIn = before
  await tablet.round().catch((error: unknown) => {
    if (tablet.crashIn > 0) throw error
  })
  const crashed = tablet.crashIn <= 0
  tablet.restart()
  return { server, tablet, restore, whole, taken, crashed }
}
type Killed = Awaited<ReturnType<typeof killed>>

/** Everything is there once, in its order, and nothing clashed. */
async function expectAll({
  server,
  tablet,
  whole,
  taken,
}: Pick<Killed, 'server' | 'tablet' | 'whole' | 'taken'>): Promise<void> {
  const { outcomes } = server.store.organization(ORG)
  expect([...outcomes.values()].filter(({ status }) => status !== 'applied')).toEqual([])
  expect(outcomes.size).toBe(whole.length + taken.length)
  for (const chain of [whole, taken]) {
    const record = server.store.allRecords(ORG).find(({ _id }) => _id === chain._id)
    expect(record).toMatchObject({ version: chain.length, content: { notes: chain.last } })
    expect(await chain.shown()).toBe(chain.last)
  }
  expect(await tablet.clinic.outbox.count()).toBe(0)
  expect((await tablet.clinic.lanes.toArray()).map(({ unsent, renewal }) => [unsent, renewal])).toEqual(
    (await tablet.clinic.lanes.toArray()).map(() => [0, undefined]),
  )
  expect(await readSetting(tablet.clinic, 'to_return')).toBe(false)
}

/** Every `nth` place to be killed at: tests that differ in what happens then share them. Says how many there are. */
async function everyKill(
  first: number,
  nth: number,
  goOn: (after: Killed) => Promise<void>,
): Promise<number> {
  for (let before = first; ; before += nth) {
    const after = await killed(before)
    // Never an old value over a newer one, however far it came.
    for (const chain of [after.whole, after.taken]) expect(await chain.shown()).toBe(chain.last)
    await goOn(after)
    if (!after.crashed) return before
  }
}

const MINUTES = 240_000

test(
  '[L6] [T4] killed anywhere among what many answers acknowledged, and again: each change is back once',
  async () => {
    let among = 0
    // From before the first transaction that takes them apart to after the last.
    for (const before of [4, 5, 6, 7]) {
      const server = new FleetServer(ORG, FIRST, [ana])
      const tablet = new FleetDevice(server, before)
      await tablet.start()
      await tablet.signIn(ana)
      await tablet.round()
      const restore = server.backup()
      const chain = new Chain(tablet)
      // So long that they are not all taken apart together.
      await times(4, async () => {
        await times(45, () => chain.goOn())
        await tablet.round()
      })
      const kept = await tablet.clinic.acknowledged_together.count()
      restore(SECOND)
      const dies = async (after: number) => {
        tablet.crashIn = after
        await tablet.round().catch((error: unknown) => {
          if (tablet.crashIn > 0) throw error
        })
        const died = tablet.crashIn <= 0
        tablet.restart()
        return died
      }
      expect(await dies(before)).toBe(true)
      const left = await tablet.clinic.acknowledged_together.where('epoch').equals(FIRST).count()
      if (left > 0 && left < kept) among++
      if (before % 2 === 0) restore(THIRD)
      await dies(3 + (before % 11))
      await times(3, () => tablet.round())
      const { outcomes } = server.store.organization(ORG)
      expect([...outcomes.values()].filter(({ status }) => status !== 'applied')).toEqual([])
      expect(outcomes.size).toBe(chain.length)
      expect(await chain.shown()).toBe(chain.last)
      expect(await tablet.clinic.outbox.count()).toBe(0)
      const again = await acknowledgedOf(tablet.clinic, () => true)
      expect(new Set(again.map(({ epoch }) => epoch))).toEqual(new Set([server.store.epoch]))
      expect(again).toHaveLength(chain.length)
    }
    expect(among).toBe(2)
  },
  MINUTES,
)

test('[L6] [T8] an older app led when the epoch changed, and did not know of all that is kept: the next leader brings it back', async () => {
  const server = new FleetServer(ORG, FIRST, [ana])
  const tablet = new FleetDevice(server, 1)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const restore = server.backup()
  const chain = new Chain(tablet)
  await times(3, () => chain.goOn())
  await tablet.round()
  restore(SECOND)
  const unknown = await tablet.clinic.acknowledged_together.toArray()
  expect(unknown.length).toBeGreaterThan(0)
  await tablet.clinic.acknowledged_together.clear()
  await tablet.round()
  await tablet.clinic.acknowledged_together.bulkAdd(unknown)
  await tablet.round()
  expect(server.store.allRecords(ORG)).toEqual([])
  await tablet.otherTab()
  await tablet.round()
  expect(server.store.allRecords(ORG)).toMatchObject([{ version: 3, content: { notes: chain.last } }])
  expect(await chain.shown()).toBe(chain.last)
  expect(await readSetting(tablet.clinic, 'to_return')).toBe(false)
})

test(
  '[L6] [T4] [D2] killed anywhere in a restore: what is typed before it goes on comes last, and all of it arrives once',
  async () => {
    const places = await everyKill(1, 2, async (after) => {
      await after.whole.goOn()
      await after.taken.goOn()
      await times(3, () => after.tablet.round())
      await expectAll(after)
    })
    expect(places).toBeGreaterThan(10)
  },
  MINUTES,
)

test(
  '[L6] [T4] [D1] killed anywhere in a restore, and somebody else is signed in then: what they build on comes before it',
  async () => {
    const places = await everyKill(2, 2, async (after) => {
      const { tablet, taken } = after
      // What is all in place is hers, and waits for her.
      const isHers = (await readSetting(tablet.clinic, 'to_return')) === false
      await tablet.signIn(isHers ? ana : ben)
      await taken.goOn()
      await times(3, () => tablet.round())
      if (!isHers) expect(await tablet.clinic.lanes.get(ben.id)).toMatchObject({ unsent: 0 })
      await tablet.signIn(ana)
      await times(2, () => tablet.round())
      await expectAll(after)
    })
    expect(places).toBeGreaterThan(10)
  },
  MINUTES,
)

test(
  '[L6] [T4] [P1] killed anywhere in a restore, and the epoch is replaced once more',
  async () => {
    const places = await everyKill(1, 2, async (after) => {
      after.restore(THIRD)
      await after.whole.goOn()
      await times(3, () => after.tablet.round())
      await expectAll(after)
    })
    expect(places).toBeGreaterThan(10)
  },
  MINUTES,
)

test('[L6] [T4] what waited for the cursor comes before what had begun to move when its lane was given up', async () => {
  const server = new FleetServer(ORG, FIRST, [ana, ben])
  const [tablet, another] = [new FleetDevice(server, 1), new FleetDevice(server, 2)]
  for (const one of [another, tablet]) {
    await one.start()
    await one.signIn(one === tablet ? ana : ben)
    await one.round()
  }
  const restore = server.backup()
  const [whole, taken] = [new Chain(tablet), new Chain(tablet)]
  await new Chain(another).goOn()
  await another.round()
  await whole.goOn()
  await taken.goOn()
  await tablet.round('sending')
  expect(await tablet.clinic.outbox.where('done').equals(1).count()).toBe(2)
  await times(25, () => whole.goOn())
  const lane = (await tablet.clinic.lanes.get(ana.id)) as LaneRow
  tablet.crashIn = 3
  await expect(forkLane(tablet.clinic, { lane, mutations: [], rows: [] }, tablet.newId())).rejects.toThrow(
    'killed',
  )
  tablet.restart()
  expect((await tablet.clinic.lanes.get(ana.id))?.renewal?.moved).toBe(8)
  // Nobody sends for her while she is away: the new epoch finds her lane half-way.
  await tablet.signOut()
  await tablet.signIn(ben)
  restore(SECOND)
  await times(2, () => tablet.round())
  await tablet.signIn(ana)
  await times(3, () => tablet.round())
  await expectAll({ server, tablet, whole, taken })
})
