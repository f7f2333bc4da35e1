import { expect, test } from 'vitest'
import { saveAs } from '../data/outbox/save.ts'
import { FleetServer } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { procedure } from './testing/samples.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }
const ben = { id: '0193aaaa-0000-7000-8000-0000000000a2', name: 'Ben', perms: [1] }
const [WAITING, UNSENT] = [45, 5]

async function create(tablet: FleetDevice): Promise<string> {
  const ops = [
    {
      op: 'create' as const,
      collection: 'procedures' as const,
      _id: tablet.newId(),
      content: procedure('One'),
    },
  ]
  return (await saveAs(tablet.clinic, tablet.saver, { action: 'procedure.create', ops })).mutation_id
}

/** What counts as unsent is what waits to be sent, one run at the lane's end: all before it leaves when its effect is here. */
async function expectOneRun({ clinic }: FleetDevice): Promise<void> {
  const { id = '', next_n = 0, unsent = 0, renewal } = (await clinic.lanes.get(ana.id)) ?? {}
  if (renewal) return
  const waiting = (await clinic.outbox.where('done').equals(0).toArray()).filter(({ lane }) => lane === id)
  expect(waiting.map(({ n }) => n)).toEqual(Array.from({ length: unsent }, (_, at) => next_n - unsent + at))
}

/** The server has less of the lane than this tablet thinks, and the browser is killed while that is put right. */
async function killed(before: number, has: 'what left the outbox' | 'nothing') {
  const server = new FleetServer(ORG, EPOCH, [ana, ben])
  const [tablet, another] = [new FleetDevice(server, before), new FleetDevice(server, 1000 + before)]
  await tablet.start()
  await tablet.signIn(ana)
  await another.start()
  await another.signIn(ben)
  const empty = server.backup()
  await create(tablet)
  await tablet.round()
  await create(another)
  await another.round()
  const restore = has === 'nothing' ? empty : server.backup()
  const ids: string[] = []
  for (let each = 0; each < WAITING; each++) ids.push(await create(tablet))
  await tablet.round('sending')
  expect(await tablet.clinic.outbox.where('done').equals(1).count()).toBe(WAITING)
  for (let each = 0; each < UNSENT; each++) ids.push(await create(tablet))
  // Where it holds a receipt a history that went back is told from a gap: here it holds none.
  await Promise.all([tablet.clinic.acknowledged.clear(), tablet.clinic.acknowledged_together.clear()])
  restore(EPOCH)
  tablet.crashIn = before
  await tablet.round('sending').catch((error: unknown) => {
    if (tablet.crashIn > 0) throw error
  })
  const crashed = tablet.crashIn <= 0
  tablet.restart()
  await expectOneRun(tablet)
  ids.push(await create(tablet))
  return { server, tablet, ids, crashed }
}

test.each(['what left the outbox', 'nothing'] as const)(
  '[P3] [T4] [P1] killed anywhere while a gap is filled, the server having %s: the rest arrives once, in its order',
  { timeout: 120_000 },
  async (has) => {
    for (let before = 1; ; before++) {
      const { server, tablet, ids, crashed } = await killed(before, has)
      for (let round = 0; round < 3; round++) await tablet.round()
      const { outcomes } = server.store.organization(ORG)
      expect([...outcomes.keys()].filter((id) => ids.includes(id))).toEqual(ids)
      expect(await tablet.clinic.outbox.count()).toBe(0)
      expect(await tablet.clinic.lanes.get(ana.id)).toMatchObject({ unsent: 0 })
      if (crashed) continue
      expect(before).toBeGreaterThan(4)
      return
    }
  },
)
