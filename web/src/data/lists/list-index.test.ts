import { Dexie } from 'dexie'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FleetServer } from '../../sync/testing/fleet-server.ts'
import { FleetDevice } from '../../sync/testing/fleet-device.ts'
import { drug, sheet } from '../../sync/testing/samples.ts'
import { viewOf } from '../database/clinic-database.ts'
import type { ViewRecord } from '../database/clinic-rows.ts'
import { buildListsAtIdle, forgetLists, listIndexOf } from './list-index.ts'
import { defaultQuery, searchList } from './list-search.ts'
import { saveAs } from '../outbox/save.ts'
import { viewChanged, type ViewChange } from '../view/view-changes.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const EPOCH = '0193aaaa-0000-7000-8000-00000000000e'
const ana = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1, 2] }
const ZONE = 'America/Chicago'

async function fresh() {
  const tablet = new FleetDevice(new FleetServer(ORG, EPOCH, [ana]), 11)
  await tablet.start()
  await tablet.signIn(ana)
  const create = async (name: string) => {
    const _id = tablet.newId()
    const ops = [{ op: 'create' as const, collection: 'drugs' as const, _id, content: drug(name) }]
    await saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops })
    return _id
  }
  return { tablet, create }
}

afterEach(forgetLists)

describe('lists in memory', () => {
  test('holds what is stored, and every later save, outcome and deletion', async () => {
    const { tablet, create } = await fresh()
    await create('Before')
    const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
    let heard = 0
    index.subscribe(() => heard++)
    await index.ready
    const id = await create('After')
    const both = index.entries().map(({ name, pending }) => ({ name, pending }))
    expect(both).toHaveLength(2)
    expect(both).toEqual(
      expect.arrayContaining([
        { name: 'Before', pending: true },
        { name: 'After', pending: true },
      ]),
    )
    const snapshot = index.entries()
    expect(index.entries()).toBe(snapshot)
    await tablet.round()
    expect(index.entries().map(({ pending }) => pending)).toEqual([false, false])
    const ops = [{ op: 'delete' as const, collection: 'drugs' as const, _id: id, base: 1 }]
    await saveAs(tablet.clinic, tablet.saver, { action: 'drug.delete', ops })
    expect(index.entries().map(({ name }) => name)).toEqual(['Before'])
    expect(heard).toBeGreaterThanOrEqual(4)
  })

  test.each([
    [1, true],
    [2, true],
    [3, false],
  ])('reads again what could not be read: %i times, then it is told', async (failures, comes) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const { tablet, create } = await fresh()
    await create('Here all along')
    let left = failures
    // As a browser that loses its connection.
    tablet.clinic.use({
      stack: 'dbcore',
      create: (core) => ({
        ...core,
        table: (name) => ({
          ...core.table(name),
          query: (asked) =>
            name === 'drugs' && left-- > 0
              ? Promise.reject(new Dexie.UnknownError('Connection to Indexed Database server lost'))
              : core.table(name).query(asked),
        }),
      }),
    })
    tablet.clinic.close({ disableAutoOpen: false })
    const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
    if (comes) await index.ready
    else await expect(index.ready).rejects.toThrow('lost')
    expect(index.entries()).toHaveLength(comes ? 1 : 0)
    expect(warned).toHaveBeenCalledTimes(Math.min(failures, 2))
    warned.mockRestore()
  })

  test.each([0, 1, 499, 500, 501, 1000, 1003])(
    'reads all of %i, whatever ends with a piece',
    async (count) => {
      const { tablet } = await fresh()
      const rows = Array.from({ length: count }, (_, n) => {
        const _id = tablet.newId()
        const meta = { author_id: ana.id, author_name: ana.name, date_created: '2026-11-20T10:00:00.000Z' }
        const content = drug(`Drug ${n}`)
        return {
          collection: 'drugs',
          _id,
          schema: 1,
          version: 1,
          seq: n + 1,
          deleted: false,
          meta,
          content,
          load: 0,
        } as ViewRecord<'drugs'>
      })
      await viewOf(tablet.clinic, 'drugs').bulkPut(rows)
      const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
      await index.ready
      expect(index.entries().map(({ _id }) => _id)).toEqual(rows.map(({ _id }) => _id).toSorted())
    },
  )

  test("a sheet's entry carries the patient's name and the local day that it was saved with", async () => {
    const { tablet } = await fresh()
    const index = listIndexOf(tablet.clinic, 'sheets', ZONE)
    const ops = [
      { op: 'create' as const, collection: 'sheets' as const, _id: tablet.newId(), content: sheet('Rex') },
    ]
    await saveAs(tablet.clinic, tablet.saver, { action: 'sheet.save', ops })
    await index.ready
    expect(index.entries()).toMatchObject([
      { name: 'Rex', day: '2026-11-20', species: [0], author_name: 'Ana' },
    ])
  })

  test('a record without a day is listed under the day of the clinic, not of the device', async () => {
    const { tablet, create } = await fresh()
    tablet.server.now = Date.parse('2026-11-20T03:00:00.000Z')
    await create('Late in the evening')
    const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
    await index.ready
    expect(index.entries()[0]?.day).toBe('2026-11-19')
  })
})

describe('a list through many changes', () => {
  test('is what it would be if it were read now, in whatever portions it is looked at', async () => {
    const { tablet } = await fresh()
    const some = { collection: 'drugs' as const, schema: 1, version: 1, seq: 1, deleted: false, load: 0 }
    const meta = { author_id: ana.id, author_name: ana.name, date_created: '2026-11-20T08:00:00.000Z' }
    const change = fc.record({
      _id: fc.integer({ min: 0, max: 30 }).map((n) => `0193${String(n).padStart(4, '0')}`),
      name: fc.option(fc.constantFrom('Ketamine', 'atropine', 'Propofol'), { nil: undefined }),
    })
    const portions = fc.array(fc.array(change, { maxLength: 25 }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(portions, async (all) => {
        forgetLists()
        const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
        await index.ready
        const model = new Map<string, string>()
        for (const portion of all) {
          const changes = portion.map(({ _id, name }): ViewChange => {
            const record = { ...some, _id, meta, content: name === undefined ? null : drug(name) }
            return { collection: 'drugs', _id, record: name === undefined ? undefined : record }
          })
          viewChanged(tablet.clinic.name, changes)
          for (const { _id, name } of portion)
            if (name === undefined) model.delete(_id)
            else model.set(_id, name)
          const expected = [...model].sort(([a], [b]) => (a < b ? -1 : 1))
          expect(index.entries().map(({ _id, name }) => [_id, name])).toEqual(expected)
          expect(searchList(index.entries(), defaultQuery)).toEqual(
            searchList([...index.entries()], defaultQuery),
          )
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('another tab', () => {
  test('what this tab saves, be it one record or hundreds, is not read again', async () => {
    const { tablet, create } = await fresh()
    const id = await create('Here')
    const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
    await index.ready
    let heard = 0
    index.subscribe(() => heard++)
    const read = vi.spyOn(viewOf(tablet.clinic, 'drugs'), 'where')
    await create('Alone')
    const ops = Array.from({ length: 60 }, (_, n) => ({
      op: 'create' as const,
      collection: 'drugs' as const,
      _id: tablet.newId(),
      content: drug(`Many ${n}`),
    }))
    await saveAs(tablet.clinic, tablet.saver, { action: 'drug.create', ops })
    // What another tab does afterwards is read when everything before it was.
    const otherTab = new BroadcastChannel('x-storagemutated-1')
    const again = new Promise<void>((resolve) => {
      index.subscribe(resolve)
    })
    otherTab.postMessage({ [`idb://${tablet.clinic.name}/drugs/`]: { from: id, to: id, d: 1 } })
    await again
    otherTab.close()
    expect(index.entries()).toHaveLength(62)
    expect(heard).toBe(3)
    expect(read).not.toHaveBeenCalled()
  })

  test('its changes come through what Dexie tells all tabs', async () => {
    const { tablet, create } = await fresh()
    const id = await create('Here')
    const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
    await index.ready
    const record = await viewOf(tablet.clinic, 'drugs').get(id)
    const renamed = { ...record, content: drug('There') } as ViewRecord<'drugs'>
    await viewOf(tablet.clinic, 'drugs').put(renamed)
    expect(index.entries()[0]?.name).toBe('Here')
    const heard = new Promise<void>((resolve) => {
      index.subscribe(resolve)
    })
    const otherTab = new BroadcastChannel('x-storagemutated-1')
    otherTab.postMessage({ [`idb://${tablet.clinic.name}/drugs/`]: { from: id, to: id, d: 1 } })
    await heard
    otherTab.close()
    expect(index.entries()[0]?.name).toBe('There')
  })

  test('that changes very much makes the list be read once more, with what is saved here meanwhile', async () => {
    const { tablet, create } = await fresh()
    const id = await create('Here')
    const gone = await create('Gone')
    const index = listIndexOf(tablet.clinic, 'drugs', ZONE)
    await index.ready
    const table = viewOf(tablet.clinic, 'drugs')
    const record = await table.get(id)
    await table.put({ ...record, content: drug('There') } as ViewRecord<'drugs'>)
    await table.delete(gone)
    const otherTab = new BroadcastChannel('x-storagemutated-1')
    const many = { from: -Infinity, to: [[]], d: 1 }
    for (let n = 0; n < 3; n++) otherTab.postMessage({ [`idb://${tablet.clinic.name}/drugs/`]: many })
    const saved = create('Meanwhile')
    const names = () =>
      index
        .entries()
        .map(({ name }) => name)
        .sort()
    await vi.waitFor(() => expect(names()).toEqual(['Meanwhile', 'There']))
    await saved
    otherTab.close()
    expect(names()).toEqual(['Meanwhile', 'There'])
  })
})

test('lists that were to be built at idle are nobody’s after a sign-out', () => {
  vi.useFakeTimers()
  try {
    buildListsAtIdle(['drugs'])
    expect(() => vi.runAllTimers()).not.toThrow()
  } finally {
    vi.useRealTimers()
  }
})
