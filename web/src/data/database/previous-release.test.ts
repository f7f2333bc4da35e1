import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test } from 'vitest'
import { COLLECTIONS, type SyncRecord } from 'sync-protocol/records/envelope'
import { allTables, clinicDatabase, viewOf, type ClinicDatabase } from './clinic-database.ts'
import type { OutboxRow } from './clinic-rows.ts'
import { reloadRecords } from '../restore/new-epoch.ts'
import { rebuildView } from '../view/rebuild-view.ts'
import { saveAs } from '../outbox/save.ts'
import { takePiece } from '../view/take-page.ts'
import { readSetting } from './settings.ts'

interface Store {
  name: string
  keyPath: string | string[]
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
  rows: object[]
}
interface Recorded {
  databases: { name: string; version: number; stores: Store[] }[]
}

/** A tablet of the previous release with a full outbox, as a real Chromium held it: see web/e2e/previous-release. */
const file = resolve(import.meta.dirname, '../../../e2e/previous-release/tablet.json.gz')
const { databases } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Recorded
const then = databases.find(({ name }) => name.startsWith('clinic-'))
if (!then) throw new Error('No clinic was recorded.')
const rowsOf = (table: string) => then.stores.find(({ name }) => name === table)?.rows ?? []

const opened: Dexie[] = []
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

const done = <T>(asked: IDBRequest<T>) =>
  new Promise<T>((resolved, failed) => {
    asked.addEventListener('success', () => resolved(asked.result))
    asked.addEventListener('error', () => failed(asked.error ?? new Error('IndexedDB')))
  })

async function tabletOfThen(): Promise<ClinicDatabase> {
  const disk = { indexedDB: new IDBFactory(), IDBKeyRange }
  const asked = disk.indexedDB.open(then!.name, then!.version)
  asked.addEventListener('upgradeneeded', () => {
    for (const { name, keyPath, autoIncrement, indexes } of then!.stores) {
      const store = asked.result.createObjectStore(name, { keyPath, autoIncrement })
      for (const { name: index, keyPath: path, ...how } of indexes) store.createIndex(index, path, how)
    }
  })
  const database = await done(asked)
  for (const { name, rows } of then!.stores) {
    const store = database.transaction(name, 'readwrite').objectStore(name)
    await Promise.all(rows.map((row) => done(store.add(row))))
  }
  database.close()
  const clinic = clinicDatabase(then!.name.slice('clinic-'.length), disk)
  opened.push(clinic)
  return clinic
}

const sortedBy = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()
/** That release did not write down who edited a record; what is pending says so as soon as it is replayed. */
const asThen = ({ edited_by: _by, ...meta }: SyncRecord['meta']) => meta
const viewed = async (clinic: ClinicDatabase) =>
  sortedBy(
    (await Promise.all(COLLECTIONS.map((name) => viewOf(clinic, name).toArray())))
      .flat()
      .map((record) => ({ ...record, meta: asThen(record.meta), load: 0 })),
  )

describe('[T8] the database of a tablet of the previous release', () => {
  test('opens with all that it held: the outbox, what was refused, lanes, typed forms, settings', async () => {
    const clinic = await tabletOfThen()
    for (const { name, rows } of then.stores) {
      expect(sortedBy((await clinic.table(name).toArray()) as object[])).toEqual(sortedBy(rows))
    }
    for (const table of [
      'outbox',
      'kept',
      'lanes',
      'kept_forms',
      'settings',
      'conflicts',
      'drafts',
      'acknowledged',
    ])
      expect(rowsOf(table).length).toBeGreaterThan(0)
    expect(clinic.tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(then.stores.map(({ name }) => name)),
    )
  })

  test('goes on numbering its lanes where they stood', async () => {
    const clinic = await tabletOfThen()
    const [lane] = await clinic.lanes.filter(({ unsent }) => unsent > 0).toArray()
    if (!lane) throw new Error('Nothing is unsent.')
    const saver = { user_id: lane.user_id, deviceNow: Date.now, newId: () => crypto.randomUUID() }
    await saveAs(clinic, saver, { action: 'ledger.verify', detail: 'One more', ops: [] })
    const rows = await clinic.outbox.filter((row) => row.lane === lane.id).toArray()
    expect(
      rows
        .map(({ n }) => n)
        .sort((a, b) => a - b)
        .at(-1),
    ).toBe(lane.next_n)
  })

  test('may lose its record tables at any time: loaded again, the view is what it was, the outbox untouched', async () => {
    const clinic = await tabletOfThen()
    const before = await viewed(clinic)
    const outbox = await clinic.outbox.toArray()
    // What the server has: beside a pending record its own state, else the record itself.
    const beside = await clinic.server_state.toArray()
    const pending = new Set(beside.map(({ key }) => key))
    const views = (await Promise.all(COLLECTIONS.map((name) => viewOf(clinic, name).toArray()))).flat()
    const served = [
      ...views.filter(({ collection, _id }) => !pending.has(`${collection}/${_id}`)),
      ...beside.flatMap(({ record }) => (record ? [record] : [])),
    ]
      .map(({ load: _load, pending: _pending, ...record }): SyncRecord => record)
      .sort((a, b) => a.seq - b.seq)
    await reloadRecords(clinic)
    for (const name of COLLECTIONS) await viewOf(clinic, name).clear()
    const place = {
      epoch: (await readSetting(clinic, 'epoch')) ?? '',
      cursor: 0,
      load: (await readSetting(clinic, 'load')) ?? 0,
    }
    const last = served.at(-1)?.seq ?? 0
    expect(await takePiece(clinic, place, { records: served, cursor: last })).toBe(true)
    // What is only pending the server cannot bring: it is shown again from the outbox.
    await clinic.transaction('rw', allTables(clinic), async () =>
      rebuildView(
        clinic,
        (await clinic.outbox.toArray()).flatMap(({ keys }) => keys),
      ),
    )
    expect(await viewed(clinic)).toEqual(before)
    const kept = ({ order, id, n, lane, hash }: OutboxRow) => ({ order, id, n, lane, hash })
    expect((await clinic.outbox.toArray()).map(kept)).toEqual(outbox.map(kept))
  })
})

test('[T8] an app of a version before opens the database of a later one, reads it and saves', async () => {
  const disk = { indexedDB: new IDBFactory(), IDBKeyRange }
  const later = new Dexie('clinic-later', disk)
  const stores = Object.fromEntries(
    clinicDatabase('later', disk).tables.map(({ name, schema }) => [
      name,
      [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', '),
    ]),
  )
  later.version(99).stores({ ...stores, of_a_later_version: 'key' })
  opened.push(later)
  await later.table('outbox').add({ id: 'unsent', lane: 'lane', n: 1, keys: [], done: 0 })
  later.close()
  const now = clinicDatabase('later', disk)
  opened.push(now)
  expect(await now.outbox.toArray()).toMatchObject([{ id: 'unsent' }])
  await now.settings.put({ key: 'term', value: 1 })
  expect(await now.settings.count()).toBe(1)
})

test('[P7] drugs of the previous release have their limits where their usual range was, and no number changed', async () => {
  const drugs = rowsOf('drugs') as SyncRecord[]
  expect(drugs.length).toBeGreaterThan(0)
  // Nobody had entered one on the tablet that was recorded.
  for (const { content } of drugs) if (content) content['range'] = [[0.3, 10], null]
  const clinic = await tabletOfThen()
  for (const { _id } of drugs) {
    const content = (await viewOf(clinic, 'drugs').get(_id))?.content
    expect(content).not.toHaveProperty('range')
    expect(content).toMatchObject({ limits: [{ min: 0.3, max: 10 }, null] })
  }
})
