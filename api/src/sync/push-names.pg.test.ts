import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Op } from 'sync-protocol/records/mutation'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../database/testing.ts'
import { namesIn } from './push-names.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const database = await testDatabase()
const epoch = await epochOf(database.pool)
const store = postgresStore(database, 'key', (error) => {
  throw error
})
const NOW = '2026-11-20T10:00:00.000Z'

const name = new URL(database.url).pathname.slice(1)

/** What this file's database is asked while this many drugs are deleted at once: another file's server may be closing still. */
async function asked(count: number): Promise<unknown[]> {
  const who = await hire(database.pool, await foundClinic(database.pool), [1])
  const lane = { device: randomUUID(), lane: randomUUID() }
  const ids = Array.from({ length: count }, () => randomUUID())
  const created = ids.map((_id): Op => ({ op: 'create', collection: 'drugs', _id, content: ketamine() }))
  const deleted = ids.map((_id): Op => ({ op: 'delete', collection: 'drugs', _id, base: 1 }))
  await store.push(who, pushOf(epoch, lane, [mutationOf(1, randomUUID(), 'drug.create', created)]), NOW)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const remove = mutationOf(2, randomUUID(), 'drug.delete', deleted)
  const { results } = await store.push(who, pushOf(epoch, lane, [remove]), NOW)
  const own = query.mock.contexts.map((client) => (client as pg.Client).database === name)
  const calls = query.mock.calls
    .filter((_call, index) => own[index])
    .map(([statement]) => statement as unknown)
  query.mockRestore()
  expect(results).toMatchObject([{ status: 'applied' }])
  return calls
}

test('a push asks the database five times, be it over 4 records or 400: begin, lock, load, write, commit', async () => {
  for (const count of [4, 400]) {
    const statements = await asked(count)
    // What was asked is said where it is another number.
    expect(statements.length === 5 || statements).toBe(true)
  }
})

test('names are read from whatever is pushed, as far as they are names', () => {
  const _id = randomUUID()
  const op = { collection: 'drugs', _id }
  const mutations = [
    { n: 1, id: randomUUID(), ops: [op, op, { ...op, _id: 'x' }, { ...op, collection: 'x' }, null, 'x'] },
    { n: 2, id: randomUUID(), ops: 'none' },
    { n: 3, id: randomUUID() },
  ]
  expect(namesIn(mutations)).toEqual([op])
})
