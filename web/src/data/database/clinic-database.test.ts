import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { clinicDatabase } from './clinic-database.ts'

const ORG = '0193aaaa-0000-7000-8000-000000000001'
const opened: Dexie[] = []
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

const RECORDS =
  'drugs fluids sections anesthesia_protocols emergency_protocols injections procedures sheets balances conflicts'

/** What the versions before made on a tablet, said here once more: it stands there whatever the app declares now. */
const EARLIER: Record<string, string>[] = [
  {
    ...Object.fromEntries(RECORDS.split(' ').map((name) => [name, '_id'])),
    drafts: '_id, meta.author_id',
    draws: '_id, content.day',
    attention: '_id, content.mutation.id',
    server_state: 'key',
    outbox: '++order, id, [lane+n], [done+seq], *keys, done',
    kept: 'mutation_id, user_id',
    lanes: 'user_id, id',
    settings: 'key',
  },
  { kept_forms: 'key, [user_id+collection]' },
  { ledger_heads: '[epoch+n]' },
  { acknowledged: 'id, epoch, at' },
  { acknowledged_together: '++part, epoch, at' },
  { unread: 'key' },
]

function storage() {
  const disk = { indexedDB: new IDBFactory(), IDBKeyRange }
  const now = () => {
    const clinic = clinicDatabase(ORG, disk)
    opened.push(clinic)
    return clinic
  }
  const before = async (version: number) => {
    const clinic = new Dexie(`clinic-${ORG}`, disk)
    EARLIER.slice(0, version).forEach((stores, at) => clinic.version(at + 1).stores(stores))
    opened.push(clinic)
    await clinic.table('draws').add({ _id: 'draw', content: { day: '2026-11-19' } })
    await clinic.table('sheets').add({ _id: 'sheet', content: { day_row: 'row', corrects: 'first' } })
    await clinic.table('outbox').add({ id: 'unsent', lane: 'lane', n: 1, keys: ['draws/draw'], done: 0 })
    return clinic
  }
  return { now, before }
}

test.each([1, 2, 3, 4, 5, 6])(
  'a tablet of version %i keeps its records and what is unsent',
  async (version) => {
    const { now, before } = storage()
    ;(await before(version)).close()
    const clinic = now()
    expect(await clinic.outbox.where('keys').equals('draws/draw').toArray()).toMatchObject([{ id: 'unsent' }])
    expect(await clinic.table('draws').where('content.day').equals('2026-11-19').count()).toBe(1)
    const sheets = clinic.table('sheets')
    expect(await sheets.where('content.day_row').equals('row').primaryKeys()).toEqual(['sheet'])
    expect(await sheets.where('content.corrects').equals('first').primaryKeys()).toEqual(['sheet'])
    const read = await Promise.all(clinic.tables.map((table) => table.count()))
    expect(read.filter((count) => count > 0)).toEqual([1, 1, 1])
  },
)

test('a window of the version before goes on saving while the next one opens beside it', async () => {
  const { now, before } = storage()
  const old = await before(4)
  const clinic = now()
  await clinic.acknowledged_together.count()
  await old.table('outbox').add({ id: 'later', lane: 'lane', n: 2, keys: [], done: 0 })
  expect((await clinic.outbox.toArray()).map(({ id }) => id)).toEqual(['unsent', 'later'])
})

test('[W2] records of a collection that the release before did not know are read once this one is there', async () => {
  const { now, before } = storage()
  const then = await before(6)
  const settings = (load: number) => ({
    key: `policies/${ORG}`,
    record: { collection: 'policies', _id: ORG, version: 2, content: { printed_name: 'Elm Street' }, load },
  })
  const row = (load: number) => ({
    key: 'day_rows/rex',
    record: { collection: 'day_rows', _id: 'rex', version: 1, content: { day: '2026-11-20' }, load },
  })
  const other = { key: 'counts/1', record: { collection: 'counts', _id: '1' } }
  await then.table('unread').bulkAdd([settings(3), row(3), other])
  then.close()
  const clinic = now()
  expect(await clinic.table('policies').toArray()).toEqual([settings(3).record])
  expect(await clinic.table('day_rows').where('content.day').equals('2026-11-20').toArray()).toEqual([
    row(3).record,
  ])
  expect(await clinic.unread.toArray()).toEqual([other])
})
