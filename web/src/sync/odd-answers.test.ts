import { expect, test } from 'vitest'
import { saveAs } from '../data/outbox/save.ts'
import type { Answer, Call } from '../data/people/server-call.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { ana, fullServer, ORG } from './testing/full-clinic.ts'
import { singleDraw } from './testing/samples.ts'

/** More of one kind in a round are asked without end. */
const ENDLESS = 30

/** A tablet, and something in between that puts its own word for answers to calls of one path. */
async function behindProxy(path: string, { isUpToDate = true } = {}) {
  const server = fullServer({ drugs: 3 })
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  if (isUpToDate) await tablet.round()
  let asked = 0
  let says = (answer: Answer, _call: Call): Answer => answer
  tablet.network = {
    async deliver(call: Call) {
      if (!call.path.startsWith(path)) return server.handle(call)
      if (++asked > ENDLESS) throw new Error('asked without end')
      return says(await server.handle(call), call)
    },
  }
  return {
    server,
    tablet,
    put: (word: typeof says) => (says = word),
    askedIn: async (work: () => Promise<unknown>) => {
      asked = 0
      await work()
      return asked
    },
    async saveDraw(): Promise<string> {
      const _id = tablet.newId()
      const op = { op: 'create', collection: 'draws', _id, content: singleDraw('Rex') } as const
      await saveAs(tablet.clinic, tablet.saver, { action: 'draw.save', ops: [op] })
      return _id
    },
  }
}

test.each<[string, (results: unknown[], before: unknown[]) => unknown[]]>([
  ['of an earlier push', (_, before) => before],
  ['without an outcome', () => []],
  ['with the outcomes of one more', (results, before) => [...results, ...before]],
])('[P1] [D2] an answer %s: nothing is asked without end, and the draw is there once', async (_, wrong) => {
  const { server, tablet, put, askedIn, saveDraw } = await behindProxy('/sync/push')
  let before: unknown[] = []
  put((answer) => {
    before = (answer.body as { results?: unknown[] }).results ?? before
    return answer
  })
  const draws = [await saveDraw()]
  expect(await tablet.round()).toMatchObject({ ok: true })
  draws.push(await saveDraw())
  put((answer) => {
    const body = answer.body as { results?: unknown[] }
    return { ...answer, body: { ...body, results: wrong(body.results ?? [], before) } }
  })
  const asked = await askedIn(async () =>
    expect(await tablet.round()).toMatchObject({ ok: false, reachable: true }),
  )
  expect(asked).toBeLessThan(ENDLESS)
  expect(await tablet.clinic.outbox.toArray()).toMatchObject([{ done: 0, withdrawn: 0 }])
  put((answer) => answer)
  expect(await tablet.round()).toMatchObject({ ok: true })
  expect(await tablet.clinic.outbox.count()).toBe(0)
  const stored = server.store.allRecords(ORG).filter(({ collection }) => collection === 'draws')
  expect(stored.map(({ _id }) => _id)).toEqual(draws)
})

test('[L2] a page that says that there is more, and leads nowhere, is not asked for without end', async () => {
  const { tablet, put, askedIn } = await behindProxy('/sync/pull')
  put((answer) => ({ ...answer, body: { ...(answer.body as object), changes: [], more: true } }))
  const asked = await askedIn(async () =>
    expect(await tablet.round()).toMatchObject({ ok: false, reachable: true }),
  )
  expect(asked).toBeLessThan(ENDLESS)
  put((answer) => answer)
  expect(await tablet.round()).toMatchObject({ ok: true })
})

test.each([
  ['the place that was asked from', (asked: string) => asked],
  ['a collection that was not asked for', () => 'others/0193eeee-0000-7000-8000-00000000eeee'],
])('[L2] a page of a load that ends at %s is not asked for without end', async (_, place) => {
  const { tablet, put, askedIn } = await behindProxy('/sync/snapshot', { isUpToDate: false })
  put((answer, call) => {
    const records = (answer.body as { records: { collection: string; _id: string }[] }).records
    const { collection, _id } = records.at(-1) ?? {}
    const last = new URL(call.path, 'http://server').searchParams.get('after') ?? `${collection}/${_id}`
    return { ...answer, body: { ...(answer.body as object), after: place(last) } }
  })
  const asked = await askedIn(async () =>
    expect(await tablet.round()).toMatchObject({ ok: false, reachable: true }),
  )
  expect(asked).toBeLessThan(ENDLESS)
  put((answer) => answer)
  expect(await tablet.round()).toMatchObject({ ok: true })
})
