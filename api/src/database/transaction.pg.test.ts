import pg from 'pg'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { testDatabase } from './testing.ts'
import { queriesOn } from './queries.ts'
import { inTransaction, NotCommitted } from './transaction.ts'

const database = await testDatabase()
const { pool, pipeline } = database

beforeAll(async () => {
  await pool.query('CREATE TABLE counters (id int PRIMARY KEY, value int8 NOT NULL)')
  await pool.query('INSERT INTO counters VALUES (1, 0), (2, 0)')
})

async function valueOf(id: number): Promise<number> {
  const { rows } = await pool.query<{ value: number }>('SELECT value FROM counters WHERE id = $1', [id])
  return rows[0]!.value
}

describe.each([
  ['ordinary', pool],
  ['pipelined', pipeline],
])('a transaction on the %s pool', (_name, own) => {
  it('is on disk with all it did, whatever the default of the server', async () => {
    const before = await valueOf(1)
    const committed = await inTransaction(own, async (client) => {
      await client.query('UPDATE counters SET value = value + 1 WHERE id = 1')
      const { rows } = await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit')
      return rows[0]!.synchronous_commit
    })
    expect(committed).toBe('on')
    expect(await valueOf(1)).toBe(before + 1)
  })

  it('leaves nothing behind when its work throws', async () => {
    const before = await valueOf(1)
    const work = inTransaction(own, async (client) => {
      await client.query('UPDATE counters SET value = value + 1 WHERE id = 1')
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await valueOf(1)).toBe(before)
  })

  it('never passes a swallowed failure off as a commit', async () => {
    const before = await valueOf(1)
    const work = inTransaction(own, async (client) => {
      await client.query('UPDATE counters SET value = value + 1 WHERE id = 1')
      await client.query('SELECT 1 / 0').catch(() => undefined)
    })
    await expect(work).rejects.toThrow(NotCommitted)
    expect(await valueOf(1)).toBe(before)
  })

  it('is tried again after a serialization failure, until all took effect once', async () => {
    const before = await valueOf(2)
    const increments = Array.from({ length: 4 }, () =>
      inTransaction(
        own,
        async (client) => {
          const { rows } = await client.query<{ value: number }>('SELECT value FROM counters WHERE id = 2')
          await client.query('UPDATE counters SET value = $1 WHERE id = 2', [rows[0]!.value + 1])
        },
        { isolation: 'SERIALIZABLE', attempts: 50 },
      ),
    )
    await Promise.all(increments)
    expect(await valueOf(2)).toBe(before + 4)
  })
})

it('survives a deadlock', async () => {
  const before = (await valueOf(1)) + (await valueOf(2))
  const bothLocked = barrier(2)
  const cross = (first: number, second: number) =>
    inTransaction(pool, async (client) => {
      await client.query('UPDATE counters SET value = value + 1 WHERE id = $1', [first])
      await bothLocked()
      await client.query('UPDATE counters SET value = value + 1 WHERE id = $1', [second])
    })
  await Promise.all([cross(1, 2), cross(2, 1)])
  expect((await valueOf(1)) + (await valueOf(2))).toBe(before + 4)
})

it('keeps kysely on the connection of the transaction', async () => {
  const before = await valueOf(1)
  const work = inTransaction(pool, async (client) => {
    const queries = queriesOn(client)
    await queries
      .transaction()
      .execute((nested) => sql`UPDATE counters SET value = 99 WHERE id = 1`.execute(nested))
    throw new Error('after the nested one')
  })
  await expect(work).rejects.toThrow('after the nested one')
  expect(await valueOf(1)).toBe(before)
})

it('outlives connections that the server cuts, idle and checked out', async () => {
  const lost: string[] = []
  const own = connect(database.url, { onLost: (error) => lost.push(error.message) })
  const client = await own.pool.connect()
  const idle = await own.pool.connect()
  idle.release()
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  // A pool knows of an idle one that it is gone when that one has heard it.
  const gone = Promise.all([client, idle].map((one) => new Promise((resolve) => one.once('end', resolve))))
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await gone
  client.release(true)
  await admin.end()
  expect((await own.pool.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }])
  expect(lost.length).toBeGreaterThanOrEqual(2)
  await own.close()
})

it('refuses to round a whole number', async () => {
  expect((await pool.query('SELECT 9007199254740991::int8 AS n')).rows).toEqual([{ n: 9007199254740991 }])
  await expect(pool.query('SELECT 9007199254740993::int8 AS n')).rejects.toThrow('does not fit')
})

/** Resolves for all once `parties` have come; later callers (a repetition) pass at once. */
function barrier(parties: number): () => Promise<void> {
  let come = 0
  let open: () => void
  const gate = new Promise<void>((resolve) => (open = resolve))
  return () => {
    if (++come >= parties) open()
    return gate
  }
}
