import { PROTOCOL } from 'sync-protocol/wire/version'
import { afterEach, expect, test } from 'vitest'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { randomUUID } from 'node:crypto'
import { testDatabase } from '../database/testing.ts'
import { postgresStore, type PostgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const database = await testDatabase()
const { pool } = database
const epoch = await epochOf(pool)
const faults: unknown[] = []
afterEach(() => {
  if (faults.length > 0) throw faults[0]
})
const NOW = '2026-11-20T10:00:00.000Z'
const newStore = () => postgresStore(database, 'key', (error) => faults.push(error))
const WRITERS = 3
const PUSHES = 40

const createDrug = (n: number) =>
  mutationOf(n, randomUUID(), 'drug.create', [
    { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine() },
  ])

test('[L1] a reader that follows its cursor while several processes write misses nothing', async () => {
  const clinic = await foundClinic(pool)
  const people = await Promise.all(Array.from({ length: WRITERS }, () => hire(pool, clinic, [1])))
  const writing = people.map(async (who) => {
    // A store of its own is a process of its own: only the database holds them apart.
    const store = newStore()
    const lane = { device: randomUUID(), lane: randomUUID() }
    for (let n = 1; n <= PUSHES; n++) await store.push(who, pushOf(epoch, lane, [createDrug(n)]), NOW)
  })
  let written = false
  const all = Promise.all(writing).then(() => (written = true))

  const store = newStore()
  const seen: SyncRecord[] = []
  let cursor = 0
  for (let last = false; !last;) {
    last = written
    const page = await store.pull({ org_id: clinic }, { protocol: PROTOCOL, cursor, limit: 7 }, NOW)
    seen.push(...page.changes)
    expect(page.cursor).toBeLessThanOrEqual(page.head)
    cursor = page.cursor
    if (page.more) last = false
  }
  await all
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(WRITERS * PUSHES)
  expect(seen.map(({ seq }) => seq)).toEqual(
    Array.from({ length: WRITERS * PUSHES }, (_, index) => index + 1),
  )
})

test('[L2] following to the end gives exactly the state, while records move on under the reader', async () => {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1])
  const store = newStore()
  const lane = { device: randomUUID(), lane: randomUUID() }
  const creates = Array.from({ length: 20 }, (_, index) => createDrug(index + 1))
  await store.push(who, pushOf(epoch, lane, creates), NOW)
  const view = new Map<string, SyncRecord>()
  let n = 20
  for (let cursor = 0, more = true; more;) {
    const page = await store.pull({ org_id: clinic }, { protocol: PROTOCOL, cursor, limit: 5 }, NOW)
    for (const record of page.changes) view.set(record._id, record)
    cursor = page.cursor
    more = page.more
    if (n < 24) {
      const _id = creates[n - 20]?.ops[0]?._id ?? ''
      n += 1
      const gone = mutationOf(n, randomUUID(), 'drug.delete', [
        { op: 'delete', collection: 'drugs', _id, base: 1 },
      ])
      await store.push(who, pushOf(epoch, lane, [gone]), NOW)
      more = true
    }
  }
  const { rows } = await pool.query<{ body: SyncRecord }>('SELECT body FROM records WHERE org_id = $1', [
    clinic,
  ])
  expect([...view.values()].toSorted(byId)).toEqual(rows.map(({ body }) => body).toSorted(byId))
  expect([...view.values()].filter(({ deleted }) => deleted)).toHaveLength(4)
})

const byId = (a: SyncRecord, b: SyncRecord) => (a._id < b._id ? -1 : 1)

async function follow(store: PostgresStore, clinic: string, cursor: number) {
  return store.pull({ org_id: clinic }, { protocol: PROTOCOL, cursor, limit: 100 }, NOW)
}

test('[L5] a cursor older than the kept tombstones has expired; the first load and a newer one have not', async () => {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1])
  const store = newStore()
  const lane = { device: randomUUID(), lane: randomUUID() }
  const [a, b] = [createDrug(1), createDrug(2)]
  const remove = (n: number, of: typeof a) =>
    mutationOf(n, randomUUID(), 'drug.delete', [
      { op: 'delete', collection: 'drugs', _id: of.ops[0]?._id ?? '', base: 1 },
    ])
  await store.push(who, pushOf(epoch, lane, [a, b, remove(3, a)]), NOW)
  await store.push(who, pushOf(epoch, lane, [remove(4, b)]), '2027-03-01T00:00:00.000Z')

  await store.forgetExpired(new Date('2027-05-18T00:00:00.000Z'))
  expect((await follow(store, clinic, 1)).changes).toHaveLength(2)
  await store.forgetExpired(new Date('2027-05-20T00:00:00.000Z'))
  await expect(follow(store, clinic, 2)).rejects.toMatchObject({ code: 'cursor_expired' })
  expect(await follow(store, clinic, 3)).toMatchObject({
    cursor: 4,
    head: 4,
    changes: [{ deleted: true, seq: 4 }],
  })
  expect(await follow(store, clinic, 0)).toMatchObject({ cursor: 4, changes: [{ seq: 4 }] })
  await expect(follow(store, clinic, 99)).rejects.toMatchObject({ code: 'cursor_expired' })
})

test('[L6] a cursor of another epoch is refused with the present one', async () => {
  const clinic = await foundClinic(pool)
  const other = randomUUID()
  const pull = newStore().pull(
    { org_id: clinic },
    { protocol: PROTOCOL, cursor: 0, limit: 1, epoch: other },
    NOW,
  )
  await expect(pull).rejects.toMatchObject({ code: 'epoch_changed', extra: { epoch } })
})

test('[M6] a delete is set aside too when the other tablet’s change is so old that its maker is forgotten', async () => {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1])
  const store = newStore()
  const drug = createDrug(1)
  const _id = drug.ops[0]?._id ?? ''
  const [first, second] = [0, 1].map(() => ({ device: randomUUID(), lane: randomUUID() }))
  if (!first || !second) throw new Error('There are two tablets.')
  const move = mutationOf(2, randomUUID(), 'drug.update', [
    {
      op: 'update',
      collection: 'drugs',
      _id,
      base: 1,
      set: { section_key: 1 },
      was: { section_key: 999 },
    },
  ])
  await store.push(who, pushOf(epoch, first, [drug, move]), NOW)
  await store.forgetExpired(new Date('2027-06-01T00:00:00.000Z'))
  const remove = mutationOf(1, randomUUID(), 'drug.delete', [
    { op: 'delete', collection: 'drugs', _id, base: 1 },
  ])
  const { results } = await store.push(who, pushOf(epoch, second, [remove]), '2027-06-02T00:00:00.000Z')
  expect(results[0]).toMatchObject({ status: 'conflict' })
  expect((await follow(store, clinic, 0)).changes).toMatchObject([
    { _id, deleted: false, version: 2 },
    { collection: 'conflicts', content: { kind: 'delete_of_changed' } },
  ])
})
