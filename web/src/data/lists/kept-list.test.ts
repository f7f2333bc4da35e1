import { Dexie } from 'dexie'
import fc from 'fast-check'
import { digestsOf } from 'sync-protocol/records/digest'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { drug } from '../../sync/testing/samples.ts'
import { allTables, viewOf, type ClinicDatabase } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { loadOf } from '../database/load-progress.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { saveAs } from '../outbox/save.ts'
import { readKnownRecords, storeServerRecords } from '../view/server-records.ts'
import { readKeptList, type Maker } from './kept-list.ts'
import { entryOf } from './list-entry.ts'
import { forgetLists, listIndexOf } from './list-index.ts'
import { foldNotes, keepList, keptState } from './list-keeper.ts'
import type { ListEntry } from './list-search.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }
const ZONE = 'America/Chicago'
const pause = async () => undefined

const idOf = (nth: number) => `0193bbbb-0000-7000-8000-${String(nth).padStart(12, '0')}`
const recordOf = (nth: number, name = `Drug ${nth}`, seq = nth + 1): ViewRecord<'drugs'> => ({
  collection: 'drugs',
  _id: idOf(nth),
  schema: 1,
  version: seq,
  seq,
  deleted: false,
  load: 0,
  meta: { author_id: ana.id, author_name: ana.name, date_created: '2026-11-20T10:00:00.000Z' },
  content: drug(name) as ViewRecord<'drugs'>['content'],
})

const makerOf = (clinic: ClinicDatabase, more: Partial<Maker> = {}): Maker => ({
  clinic,
  collection: 'drugs',
  timeZone: ZONE,
  madeBy: 'this version',
  ...more,
})

async function tabletWith(count: number) {
  const tablet = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), 11)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const { clinic } = tablet
  const records = Array.from({ length: count }, (_, nth) => recordOf(nth))
  await viewOf(clinic, 'drugs').bulkPut(records)
  await writeSetting(clinic, 'digests', digestsOf(records))
  return tablet
}

/** As a page of the feed is stored. */
const come = (clinic: ClinicDatabase, records: ViewRecord[]) =>
  clinic.transaction('rw', allTables(clinic), async () => {
    await storeServerRecords(clinic, records, await readKnownRecords(clinic, records), { load: 0 })
  })

/** Tells of each question that is asked of a table, before it is answered. */
async function watched(clinic: ClinicDatabase, hear: (table: string) => Promise<void>): Promise<void> {
  clinic.close()
  clinic.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          query: async (asked) => {
            const answer = await table.query(asked)
            await hear(name)
            return answer
          },
        }
      },
    }),
  })
  await clinic.open()
}

async function readWhole(maker: Maker): Promise<ListEntry[] | undefined> {
  const read = await readKeptList(maker)
  if (!read) return undefined
  const all = new Map<string, ListEntry | undefined>(read.entries.map((entry) => [entry._id, entry]))
  expect(all.size).toBe(read.entries.length)
  for (const [id, entry] of read.changed) all.set(id, entry)
  return [...all.values()].flatMap((entry) => entry ?? []).sort((a, b) => (a._id < b._id ? -1 : 1))
}

async function listedFrom({ clinic, timeZone }: Maker): Promise<ListEntry[]> {
  const records = await viewOf(clinic, 'drugs').orderBy('_id').toArray()
  return records.flatMap((record) => entryOf('drugs', record, timeZone) ?? [])
}

afterEach(forgetLists)

describe('a list that is kept for the next start', () => {
  test('is what its table says, whatever came, went, was saved and was folded since', async () => {
    const change = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('comes' as const), nth: fc.nat(900) }) },
      fc.record({ kind: fc.constant('goes' as const), nth: fc.nat(900) }),
      fc.record({ kind: fc.constant('saved' as const), nth: fc.nat(900) }),
      fc.record({ kind: fc.constant('many' as const), nth: fc.nat(900) }),
      fc.record({ kind: fc.constant('fold' as const), nth: fc.constant(0) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { clinic, saver } = await tabletWith(400)
        const maker = makerOf(clinic)
        await keepList(maker, pause)
        let seq = 5000
        for (const { kind, nth } of changes) {
          if (kind === 'comes') await come(clinic, [recordOf(nth, `Came ${seq}`, ++seq)])
          if (kind === 'many')
            await come(
              clinic,
              Array.from({ length: 350 }, (_, k) => recordOf(nth + k, `Many ${seq}`, ++seq)),
            )
          if (kind === 'goes')
            await come(clinic, [{ ...recordOf(nth, '', ++seq), deleted: true, content: null }])
          if (kind === 'saved') {
            const there = await viewOf(clinic, 'drugs').get(idOf(nth))
            const { version: base = 0, content } = there ?? {}
            const op = content
              ? { op: 'update' as const, base, set: { name: `Saved ${nth}` }, was: { name: content.name } }
              : { op: 'create' as const, content: drug(`Saved ${nth}`) }
            await saveAs(clinic, saver, {
              action: 'drug.save',
              ops: [{ ...op, collection: 'drugs', _id: idOf(nth) }],
            })
          }
          if (kind === 'fold') await foldNotes(maker, pause)
          expect(await readWhole(maker)).toEqual(await listedFrom(maker))
        }
        await foldNotes(maker, pause)
        expect(await readWhole(maker)).toEqual(await listedFrom(maker))
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  test('is read by the next start in place of the records', async () => {
    const { clinic } = await tabletWith(1500)
    const asked: string[] = []
    await watched(clinic, async (table) => void asked.push(table))
    await keepList(makerOf(clinic), pause)
    asked.length = 0
    const index = listIndexOf(clinic, 'drugs', ZONE, 'this version')
    await index.ready
    expect(asked).toContain('list_parts')
    expect(asked).not.toContain('drugs')
    expect(index.entries()).toEqual(await listedFrom(makerOf(clinic)))
  })

  test('hears what is saved while it is read', async () => {
    const { clinic, saver } = await tabletWith(1500)
    await keepList(makerOf(clinic), pause)
    const index = listIndexOf(clinic, 'drugs', ZONE, 'this version')
    const was = recordOf(700)
    await saveAs(clinic, saver, {
      action: 'drug.update',
      ops: [
        {
          op: 'update',
          collection: 'drugs',
          _id: idOf(700),
          base: was.version,
          set: { name: 'Renamed' },
          was: { name: 'Drug 700' },
        },
      ],
    })
    await index.ready
    expect(index.entries().find(({ _id }) => _id === idOf(700))?.name).toBe('Renamed')
  })

  test.each<[string, Partial<Maker>]>([
    ['another version', { madeBy: 'the next version' }],
    ['another time zone', { timeZone: 'Europe/Berlin' }],
  ])('is not read by %s', async (_, other) => {
    const { clinic } = await tabletWith(10)
    await keepList(makerOf(clinic), pause)
    expect(await readWhole(makerOf(clinic))).toHaveLength(10)
    expect(await readKeptList(makerOf(clinic, other))).toBeUndefined()
    expect((await keptState(makerOf(clinic, other))).kept).toBe(false)
  })

  test('is not read once an earlier version of the app, which notes nothing, stored what came', async () => {
    const { clinic } = await tabletWith(10)
    const maker = makerOf(clinic)
    await keepList(maker, pause)
    const records = [...Array.from({ length: 10 }, (_, nth) => recordOf(nth)), recordOf(10)]
    await viewOf(clinic, 'drugs').put(recordOf(10))
    await writeSetting(clinic, 'digests', digestsOf(records))
    expect(await readKeptList(maker)).toBeUndefined()
    await keepList(maker, pause)
    expect(await readWhole(maker)).toHaveLength(11)
  })

  test('says again what was pending, which an earlier version of the app may have decided', async () => {
    const { clinic, saver } = await tabletWith(10)
    const maker = makerOf(clinic)
    await saveAs(clinic, saver, {
      action: 'drug.create',
      ops: [{ op: 'create', collection: 'drugs', _id: idOf(5000), content: drug('Refused later') }],
    })
    await keepList(maker, pause)
    await foldNotes(maker, pause)
    // The server refused it: an earlier version takes it out of the view and the outbox, and tells no list.
    await clinic.outbox.clear()
    await clinic.server_state.clear()
    await viewOf(clinic, 'drugs').delete(idOf(5000))
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })

  test('is not read where writing it was interrupted, nor while the records are loaded', async () => {
    const { clinic } = await tabletWith(3000)
    const maker = makerOf(clinic)
    let pauses = 0
    const stopped = keepList(maker, async () => {
      if (++pauses === 2) throw new Error('The tab was closed.')
    })
    await expect(stopped).rejects.toThrow('closed')
    expect(await readKeptList(maker)).toBeUndefined()
    await keepList(maker, pause)
    expect(await readWhole(maker)).toHaveLength(3000)
    await writeSetting(clinic, 'loading', loadOf({ fresh: false, partial: false }))
    expect(await readKeptList(maker)).toBeUndefined()
    await come(clinic, [recordOf(1, 'Loaded', 9000)])
    await writeSetting(clinic, 'loading', null)
    expect((await readSetting(clinic, 'kept_lists'))?.drugs).toBeUndefined()
    expect(await readKeptList(maker)).toBeUndefined()
  })

  test('is not read after an earlier version stored something and this one something else', async () => {
    const { clinic } = await tabletWith(10)
    const maker = makerOf(clinic)
    await keepList(maker, pause)
    // The earlier version leads for a while: it tells no list.
    const records = Array.from({ length: 10 }, (_, nth) => recordOf(nth))
    records[3] = recordOf(3, 'Stored by the earlier version', 5000)
    await viewOf(clinic, 'drugs').put(recordOf(3, 'Stored by the earlier version', 5000))
    await writeSetting(clinic, 'digests', digestsOf(records))
    await come(clinic, [recordOf(7, 'Stored by this one', 5001)])
    expect(await readKeptList(maker)).toBeUndefined()
    await keepList(maker, pause)
    await come(clinic, [recordOf(8, 'Came', 5002)])
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })

  test('is not read after an earlier version loaded a restored server, whose versions are numbered as before', async () => {
    const { clinic } = await tabletWith(10)
    const maker = makerOf(clinic)
    await keepList(maker, pause)
    await viewOf(clinic, 'drugs').put({ ...recordOf(3, 'Restored'), load: 1 })
    await writeSetting(clinic, 'load', 1)
    expect(await readKeptList(maker)).toBeUndefined()
    expect((await keptState(maker)).kept).toBe(false)
    await keepList(maker, pause)
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })

  test('folding ends though what is pending stands in many parts', async () => {
    const { clinic, saver } = await tabletWith(3000)
    const maker = makerOf(clinic)
    for (let nth = 0; nth < 3000; nth += 200) {
      const { version: base } = recordOf(nth)
      const edit = { op: 'update' as const, base, set: { name: 'Saved' }, was: { name: `Drug ${nth}` } }
      await saveAs(clinic, saver, {
        action: 'drug.update',
        ops: [{ ...edit, collection: 'drugs', _id: idOf(nth) }],
      })
    }
    await keepList(maker, pause)
    await come(clinic, [recordOf(1, 'Came', 9000)])
    let pauses = 0
    await foldNotes(maker, async () => {
      if (++pauses > 50) throw new Error('It never ends.')
    })
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })

  test('no transaction that keeps or folds reads very many records', async () => {
    const { clinic } = await tabletWith(3000)
    const maker = makerOf(clinic)
    let most = 0
    clinic.close()
    clinic.use({
      stack: 'dbcore',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name)
          const note = <T extends { length: number }>(found: T): T => {
            if (name === 'drugs') most = Math.max(most, found.length)
            return found
          }
          return {
            ...table,
            getMany: async (asked) => note(await table.getMany(asked)),
            query: async (asked) => {
              const answer = await table.query(asked)
              note(answer.result)
              return answer
            },
          }
        },
      }),
    })
    await clinic.open()
    await keepList(maker, pause)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(600)
    // As what another tablet takes in at once: all new ones stand after the last part's first.
    for (let from = 3000; from < 5000; from += 500)
      await come(
        clinic,
        Array.from({ length: 500 }, (_, nth) => recordOf(from + nth)),
      )
    most = 0
    await foldNotes(maker, pause)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(300)
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })

  test('one that was given up by a load is not gone on with by whoever kept it before', async () => {
    const { clinic } = await tabletWith(6000)
    const maker = makerOf(clinic)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let pauses = 0
    const first = keepList(maker, () => (++pauses === 4 ? held : pause()))
    await vi.waitFor(() => expect(pauses).toBe(4))
    await writeSetting(clinic, 'loading', loadOf({ fresh: false, partial: false }))
    await come(clinic, [recordOf(1, 'Loaded', 9000), recordOf(6500, 'Loaded', 9001)])
    await writeSetting(clinic, 'loading', null)
    let turns = 0
    await keepList(maker, async () => {
      // Between two of its pieces the one of before goes on.
      if (++turns !== 2) return
      goOn()
      await first
    })
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
    expect((await readSetting(clinic, 'kept_lists'))?.drugs?.complete).toBe(true)
    expect(turns).toBeGreaterThan(2)
  })

  test('two tabs that keep one list at once leave a whole one', async () => {
    const { clinic } = await tabletWith(3000)
    const maker = makerOf(clinic)
    await Promise.all([keepList(maker, pause), keepList(maker, pause)])
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })

  test('that another tab folds while it is read is read from the records', async () => {
    const { clinic } = await tabletWith(3000)
    const maker = makerOf(clinic)
    await keepList(maker, pause)
    await come(clinic, [recordOf(1, 'Changed', 9000)])
    let folded = false
    await watched(clinic, async (table) => {
      if (table !== 'list_parts' || folded) return
      folded = true
      await Dexie.ignoreTransaction(() => foldNotes(maker, pause))
    })
    expect(await readKeptList(maker)).toBeUndefined()
    expect(folded).toBe(true)
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })
})

describe('what a tab does while nobody presses anything', () => {
  // It rests ten seconds; the clock goes on by itself for what takes turns with the database.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())
  const rested = () => vi.advanceTimersByTimeAsync(10_000)

  test('a long list is kept, a short one is not', async () => {
    const long = (await tabletWith(1000)).clinic
    await listIndexOf(long, 'drugs', ZONE, 'this version').ready
    await rested()
    await expect.poll(async () => (await keptState(makerOf(long))).kept).toBe(true)
    const short = (await tabletWith(999)).clinic
    await listIndexOf(short, 'drugs', ZONE, 'this version').ready
    await rested()
    expect(await readSetting(short, 'kept_lists')).toBeUndefined()
  })

  test('nothing is kept where the storage is nearly full, and nothing half where it became full', async () => {
    const { clinic } = await tabletWith(1000)
    const estimate = vi.fn(async () => ({ usage: 60_000_000, quota: 100_000_000 }))
    vi.stubGlobal('navigator', { storage: { estimate } })
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await listIndexOf(clinic, 'drugs', ZONE, 'this version').ready
    await rested()
    await vi.waitFor(() => expect(estimate).toHaveBeenCalled())
    expect(await readSetting(clinic, 'kept_lists')).toBeUndefined()

    forgetLists()
    estimate.mockResolvedValue({ usage: 60_000_000, quota: 1_000_000_000 })
    let writes = 0
    clinic.list_parts.hook('creating', () => {
      if (++writes > 2) throw new DOMException('No room.', 'QuotaExceededError')
    })
    await listIndexOf(clinic, 'drugs', ZONE, 'this version').ready
    await rested()
    await vi.waitFor(() => expect(warn).toHaveBeenCalled())
    expect(writes).toBeGreaterThan(2)
    expect(await clinic.list_parts.count()).toBe(0)
    expect((await readSetting(clinic, 'kept_lists'))?.drugs).toBeUndefined()
    vi.unstubAllGlobals()
    warn.mockRestore()
  })

  test('what another version kept goes where this one keeps nothing', async () => {
    const { clinic } = await tabletWith(1000)
    await keepList(makerOf(clinic, { madeBy: 'an earlier version' }), pause)
    await come(clinic, [recordOf(1, 'Came', 9000)])
    expect(await clinic.list_parts.count()).toBeGreaterThan(0)
    vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 60e6, quota: 100e6 }) } })
    await listIndexOf(clinic, 'drugs', ZONE, 'this version').ready
    await rested()
    await expect.poll(() => clinic.list_parts.count()).toBe(0)
    expect((await readSetting(clinic, 'kept_lists'))?.drugs).toBeUndefined()
    expect(await clinic.list_changes.count()).toBe(0)
    vi.unstubAllGlobals()
  })

  test('so is what came in few transactions, and very much is kept anew', async () => {
    const { clinic } = await tabletWith(1000)
    const maker = makerOf(clinic)
    await keepList(maker, pause)
    const many = (from: number, count: number) =>
      come(
        clinic,
        Array.from({ length: count }, (_, nth) => recordOf(from + nth, `Came ${from}`, 9000 + from + nth)),
      )
    await many(0, 400)
    await listIndexOf(clinic, 'drugs', ZONE, 'this version').ready
    await rested()
    await expect.poll(async () => (await keptState(maker)).notes).toBe(0)
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
    await many(1000, 2500)
    expect(await readKeptList(maker)).toBeUndefined()
    await rested()
    await expect.poll(() => keptState(maker)).toEqual({ kept: true, notes: 0, noted: 0 })
    expect(await readWhole(maker)).toEqual(await listedFrom(maker))
  })

  test('what was noted is folded in', async () => {
    const { clinic } = await tabletWith(1000)
    const maker = makerOf(clinic)
    await keepList(maker, pause)
    for (let nth = 0; nth < 30; nth++) await come(clinic, [recordOf(nth, 'Changed', 9000 + nth)])
    expect((await keptState(maker)).notes).toBe(30)
    await listIndexOf(clinic, 'drugs', ZONE, 'this version').ready
    await rested()
    await expect.poll(async () => (await keptState(maker)).notes).toBe(0)
    expect((await readWhole(maker))?.[3]?.name).toBe('Changed')
  })
})
