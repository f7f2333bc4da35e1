import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import type { Speaker } from 'sync-protocol/wire/store'
import { mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../database/testing.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const database = await testDatabase()
const { pool } = database
const epoch = await epochOf(pool)
const faults: unknown[] = []
afterEach(() => {
  if (faults.length > 0) throw faults[0]
})
const NOW = '2026-11-20T10:00:00.000Z'
/** A store of its own is a process of its own: only the database holds them apart. */
const stores = Array.from({ length: 3 }, () => postgresStore(database, 'key', (error) => faults.push(error)))
const storeOf = (k: number) => stores[k % stores.length] as (typeof stores)[number]

const ask = (who: Speaker, device: string, block: number, k = 0) =>
  storeOf(k)
    .registerDevice(who, { protocol: PROTOCOL, device, lane: randomUUID(), block }, NOW)
    .then(({ section_keys }) => section_keys)
const section = (key: number, n = 1) =>
  mutationOf(n, randomUUID(), 'section.create', [
    {
      op: 'create',
      collection: 'sections',
      _id: randomUUID(),
      content: { key, title_s: 'A', title_p: 'As' },
    },
  ])
const push = (who: Speaker, mutations: ReturnType<typeof section>[], k = 0) =>
  storeOf(k).push(who, pushOf(epoch, { device: randomUUID(), lane: randomUUID() }, mutations), NOW)
async function nextKey(clinic: string): Promise<number> {
  const { rows } = await pool.query<{ next_key: number }>(
    'SELECT next_key FROM organizations WHERE org_id = $1',
    [clinic],
  )
  return rows[0]?.next_key ?? 0
}
async function newClinic() {
  const clinic = await foundClinic(pool)
  return { clinic, who: await hire(pool, clinic, [1, 3]) }
}
function keysOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, k) => from + k)
}

test('[SECT-05] however many devices ask at once, and again, no key is given out twice', async () => {
  const { clinic, who } = await newClinic()
  const devices = Array.from({ length: 8 }, () => randomUUID())
  const asks = devices.flatMap((device) => [0, 1, 2, 0, 1].map((block) => ({ device, block })))
  const runs = await Promise.all(
    asks.map(async ({ device, block }, k) => ({
      name: `${device}/${block}`,
      keys: await ask(who, device, block, k),
    })),
  )
  const byName = new Map(runs.map(({ name, keys }) => [name, keys]))
  for (const { name, keys } of runs) expect(keys).toEqual(byName.get(name))
  const given = [...byName.values()].flatMap(keysOf)
  expect(given).toHaveLength(8 * 3 * 100)
  expect(new Set(given).size).toBe(given.length)
  expect(await nextKey(clinic)).toBe(Math.max(...given) + 1)
  expect(Math.min(...given)).toBe(999)
})

test('[SECT-05] a device that lost its storage is a new one: it gets keys that its old self never had', async () => {
  const { who } = await newClinic()
  const before = await ask(who, randomUUID(), 0)
  const after = await ask(who, randomUUID(), 0)
  expect(after.from).toBeGreaterThan(before.to)
})

test('[SECT-05] another clinic’s devices do not share the count', async () => {
  const [one, two] = [await newClinic(), await newClinic()]
  const device = randomUUID()
  expect((await ask(one.who, device, 0)).from).toBe(999)
  expect((await ask(two.who, device, 0)).from).toBe(999)
})

test('[P7] [SECT-05] two tablets that were copies of one another and use one key at once: one section stands', async () => {
  const { clinic, who } = await newClinic()
  const { from } = await ask(who, randomUUID(), 0)
  const replies = await Promise.all(Array.from({ length: 6 }, (_, k) => push(who, [section(from)], k)))
  const outcomes = replies.flatMap(({ results }) => results.map(({ status, field }) => [status, field]))
  expect(outcomes.filter(([status]) => status === 'applied')).toHaveLength(1)
  expect(outcomes.filter(([, field]) => field === 'key')).toHaveLength(5)
  const { rows } = await pool.query("SELECT FROM records WHERE org_id = $1 AND collection = 'sections'", [
    clinic,
  ])
  expect(rows).toHaveLength(1)
})

test('[SECT-05] next_key is above every key in use, whatever a tablet brings from a lost epoch, and never goes down', async () => {
  const { clinic, who } = await newClinic()
  const seen = [await nextKey(clinic)]
  const steps = [
    () => push(who, [section(5000)]),
    () => push(who, [section(12)]),
    () => ask(who, randomUUID(), 0),
    () => push(who, [section(4000), section(9000, 2), section(8000, 3)]),
    () => push(who, [section(9000)]),
    () => ask(who, randomUUID(), 3),
    () =>
      Promise.all([ask(who, randomUUID(), 0), push(who, [section(20_000)], 1), ask(who, randomUUID(), 0, 2)]),
  ]
  for (const step of steps) {
    await step()
    seen.push(await nextKey(clinic))
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  const { rows } = await pool.query<{ key: number }>(
    `SELECT (body->'content'->>'key')::int AS key FROM records WHERE org_id = $1 AND collection = 'sections'`,
    [clinic],
  )
  expect(rows.map(({ key }) => key).toSorted((a, b) => a - b)).toEqual([12, 4000, 5000, 8000, 9000, 20_000])
  expect(await nextKey(clinic)).toBeGreaterThan(20_000)
  const fresh = keysOf(await ask(who, randomUUID(), 0))
  expect(fresh.filter((key) => rows.some((row) => row.key === key))).toEqual([])
})
