import { describe, expect, test } from 'vitest'
import type { Collection } from 'sync-protocol/records/envelope'
import { viewOf } from '../data/database/clinic-database.ts'
import { saveAs } from '../data/outbox/save.ts'
import { OfflineError, type Answer, type Call } from '../data/people/server-call.ts'
import { readSetting } from '../data/database/settings.ts'
import { drug } from './testing/samples.ts'
import type { FleetServer } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { ana, fullServer, heldBy, ORG, putRecord, recordId, shownOn } from './testing/full-clinic.ts'

/** More than a page of the library, and several pages of facts. */
const MANY = { drugs: 1200, procedures: 1200, balances: 60, sheets: 2200, draws: 4600 } as const

async function tabletOf(server: FleetServer) {
  const tablet = new FleetDevice(server, 7)
  await tablet.start()
  await tablet.signIn(ana)
  const reads: string[] = []
  /** Runs before the server answers this call; what it gives is the answer instead. */
  let before: (call: Call, nth: number) => Promise<Answer | undefined> | Answer | undefined = () => undefined
  tablet.network = {
    async deliver(call) {
      if (call.method === 'GET') reads.push(call.path)
      return (await before(call, reads.length)) ?? server.handle(call)
    },
  }
  return {
    tablet,
    reads,
    snapshots: () => reads.filter((path) => path.startsWith('/sync/snapshot')),
    onCall: (to: typeof before) => {
      before = to
    },
    held: async (collection: Collection) => viewOf(tablet.clinic, collection).count(),
  }
}
const offline = () => {
  throw new OfflineError('no network')
}

describe('the first load', () => {
  test('a small clinic is here with one page and one look at the feed', async () => {
    const server = fullServer({ drugs: 3, draws: 2 })
    const { tablet, reads } = await tabletOf(server)
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(reads.map((path) => path.split('?')[0])).toEqual(['/sync/snapshot', '/sync/pull'])
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
    await tablet.round()
    expect(reads).toHaveLength(3)
  })

  test('[L4] the library is whole before facts come, and the newest of all facts before the rest', async () => {
    const server = fullServer(MANY)
    const { tablet, onCall, held, snapshots } = await tabletOf(server)
    const seen: Record<string, number>[] = []
    onCall(async ({ path }) => {
      if (!path.startsWith('/sync/snapshot')) return undefined
      const here = { drugs: await held('drugs'), procedures: await held('procedures') }
      const facts = { sheets: await held('sheets'), draws: await held('draws') }
      seen.push({ ...here, ...facts })
      return undefined
    })
    expect(await tablet.round()).toMatchObject({ ok: true })
    for (const { drugs = 0, procedures = 0, sheets = 0, draws = 0 } of seen)
      if (sheets + draws > 0) expect([drugs, procedures]).toEqual([MANY.drugs, MANY.procedures])
    // Sheets and draws take turns: neither is whole while the other has not begun.
    expect(seen.some(({ sheets = 0, draws = 0 }) => sheets > 0 && sheets < MANY.sheets && draws > 0)).toBe(
      true,
    )
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
    const asked = snapshots().map((path) => new URLSearchParams(path.split('?')[1]))
    const drawPages = asked.flatMap((query) =>
      query.get('after')?.startsWith('draws/') ? [query.get('after') ?? ''] : [],
    )
    expect(drawPages).toEqual([...drawPages].sort().reverse())
  })

  test('[L2] what changes, ends and begins while pages are read is as the server has it afterwards', async () => {
    const server = fullServer(MANY)
    const { tablet, onCall } = await tabletOf(server)
    onCall((_call, nth) => {
      putRecord(server, 'drugs', MANY.drugs - 1 - nth, null)
      putRecord(server, 'drugs', nth, drug(`Renamed ${nth}`))
      putRecord(server, 'draws', 4800 + nth)
      putRecord(server, 'draws', nth * 800)
      return undefined
    })
    expect(await tablet.round()).toMatchObject({ ok: true })
    onCall(() => undefined)
    await tablet.round()
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
  })

  test(
    '[L4] [T1] killed before any transaction of it, it goes on where it was',
    { timeout: 120_000 },
    async () => {
      for (let kill = 1; ; kill += 3) {
        const server = fullServer({ drugs: 1400, draws: 2800 })
        const { tablet, reads } = await tabletOf(server)
        tablet.crashIn = kill
        const ended = await tablet.round().catch(() => undefined)
        const crashed = tablet.crashIn <= 0
        tablet.restart()
        const { length } = reads
        expect(await tablet.round()).toMatchObject({ ok: true })
        expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
        // What was stored is not asked for again: at most the page under way, and the one that travelled ahead of it.
        expect(reads.length - length).toBeLessThanOrEqual(5)
        if (crashed) continue
        expect(ended).toMatchObject({ ok: true })
        expect(kill).toBeGreaterThan(6)
        return
      }
    },
  )

  test('[L4] without a network in the middle it goes on from there, and nothing that is here is read again', async () => {
    const server = fullServer(MANY)
    const { tablet, onCall, snapshots, held } = await tabletOf(server)
    onCall((_call, nth) => (nth > 3 ? offline() : undefined))
    expect(await tablet.round()).toMatchObject({ ok: false, reachable: false })
    expect(await readSetting(tablet.clinic, 'last_pull')).toBeUndefined()
    const before = { drugs: await held('drugs'), sheets: await held('sheets') }
    expect(before.drugs).toBe(MANY.drugs)
    expect(before.sheets).toBeGreaterThan(0)
    onCall(() => undefined)
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
    expect(new Set(snapshots()).size).toBe(snapshots().length - 1)
  })

  test('[T2] what is saved meanwhile leaves between two pages, and is shown all the while', async () => {
    const server = fullServer(MANY)
    const { tablet, onCall } = await tabletOf(server)
    const _id = recordId('drugs', 5)
    const shown: unknown[] = []
    let saved = false
    onCall(async ({ path }, nth) => {
      if (nth === 4 && !saved) {
        saved = true
        const content = (await viewOf(tablet.clinic, 'drugs').get(_id))?.content
        if (!content) throw new Error('The library is here by now.')
        const { section_key, ...dose } = content
        expect(section_key).toBe(-1)
        const set = { name: 'Mine' }
        const was = {
          ...dose,
          schedule: null,
          limits: null,
          amount_unit: null,
          reverses: null,
          infusion_limits: null,
        }
        await saveAs(tablet.clinic, tablet.saver, {
          action: 'drug.update',
          ops: [{ op: 'update', collection: 'drugs', _id, base: 1, set, was }],
        })
      }
      if (saved) shown.push((await viewOf(tablet.clinic, 'drugs').get(_id))?.content?.['name'])
      if (path.startsWith('/sync/push')) expect(await readSetting(tablet.clinic, 'loading')).not.toBeNull()
      return undefined
    })
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(shown.length).toBeGreaterThan(2)
    expect(new Set(shown)).toEqual(new Set(['Mine']))
    expect(server.store.organization(ORG).outcomes.size).toBe(1)
    expect(await tablet.clinic.outbox.count()).toBe(0)
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
  })

  test('[L6] a new epoch in the middle: everything is loaded anew, and nothing of the old one stays', async () => {
    const server = fullServer(MANY)
    const restore = server.backup()
    for (let nth = 0; nth < 50; nth++) putRecord(server, 'draws', 6000 + nth)
    const { tablet, onCall, held } = await tabletOf(server)
    onCall((_call, nth) => {
      if (nth === 4) restore('0193aaaa-0000-7000-8000-0000000000ff')
      return undefined
    })
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
    expect(await held('draws')).toBe(MANY.draws)
  })

  test('[L5] the cursor that it ends with has expired: it is begun anew, and ends', async () => {
    const server = fullServer(MANY)
    const { tablet, onCall } = await tabletOf(server)
    let expired = false
    onCall(({ path }) => {
      if (!path.startsWith('/sync/pull') || expired) return undefined
      expired = true
      for (let nth = 0; nth < 5; nth++) putRecord(server, 'drugs', nth, null)
      server.store.forgetTombstones(ORG, server.store.organization(ORG).head)
      return undefined
    })
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
    expect(await readSetting(tablet.clinic, 'reloading')).toBe(false)
  })

  test('[L4] two tabs that load at once take each page once', async () => {
    const server = fullServer(MANY)
    const { tablet } = await tabletOf(server)
    await Promise.all([tablet.round(), tablet.otherTab()])
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
  })

  test('a server of an earlier version brings everything by its feed', async () => {
    const server = fullServer({ drugs: 5, draws: 5 })
    const { tablet, onCall } = await tabletOf(server)
    const body = { success: false, code: 'not_found', message: 'No.' }
    onCall(({ path }) =>
      path.startsWith('/sync/snapshot') ? { status: 404, body, retryAfterMs: undefined } : undefined,
    )
    expect(await tablet.round()).toMatchObject({ ok: true })
    expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
  })

  const NOT_FOUND = { success: false, code: 'not_found', message: 'No.' }

  test.each([
    { who: 'a proxy without a way to the server', body: null, rounds: { ok: false } },
    { who: 'a server of an earlier version', body: NOT_FOUND, rounds: { ok: true } },
  ])(
    '[L3] $who answers 404 while one collection is loaded anew: no record goes',
    async ({ body, rounds }) => {
      const server = fullServer({ drugs: 30, procedures: 5, draws: 5 })
      const { tablet, onCall, held } = await tabletOf(server)
      await tablet.round()
      await viewOf(tablet.clinic, 'drugs').delete(recordId('drugs', 3))
      onCall(({ path }) =>
        path.startsWith('/sync/snapshot') ? { status: 404, body, retryAfterMs: undefined } : undefined,
      )
      expect(await tablet.round()).toMatchObject(rounds)
      expect(await held('drugs')).toBeGreaterThanOrEqual(29)
      onCall(() => undefined)
      server.now += 60_000
      expect(await tablet.round()).toMatchObject({ ok: true })
      expect(await shownOn(tablet.clinic)).toEqual(heldBy(server))
    },
  )
})
