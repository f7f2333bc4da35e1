import type pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { CannotStart } from '../cannot-start.ts'
import { connect } from './connect.ts'
import { assertOwnConnections, assertSameDatabase } from './pooler.ts'
import { emptyDatabase } from './testing.ts'
import { fewConnections, transactionPooler } from './testing-pooler.ts'

const needs = { name: 'DATABASE_URL', most: 6, least: 3, patienceMs: 500 } as const

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

it('a pooler that gives each transaction another connection is refused, and told what to set', async () => {
  const pooler = await transactionPooler(await emptyDatabase())
  opened.push(pooler.close)
  const database = connect(pooler.url)
  opened.push(database.close)
  // All else works there.
  expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  const refused = assertOwnConnections(pooler.url, { ...needs, name: 'DATABASE_OWNER_URL' })
  await expect(refused).rejects.toThrow(CannotStart)
  await expect(refused).rejects.toThrow(/^DATABASE_OWNER_URL leads to a pooler .* pool_mode = session/)
})

it('what goes through a pooler of transactions names no statement, and what lasts longer goes past it', async () => {
  const url = await emptyDatabase()
  const pooler = await transactionPooler(url)
  opened.push(pooler.close)
  const one = { name: 'one', text: 'SELECT $1::int AS n', values: [1] }
  const twice = async (pool: pg.Pool) => {
    const clients = [await pool.connect(), await pool.connect()]
    const asked = await Promise.allSettled(clients.map((client) => client.query(one)))
    for (const client of clients) client.release()
    return asked.map((each) => (each.status === 'fulfilled' ? each.value.rows : String(each.reason)))
  }
  const naming = connect(pooler.url)
  opened.push(naming.close)
  expect(await twice(naming.pool)).toEqual([
    [{ n: 1 }],
    expect.stringContaining('prepared statement "one" already exists'),
  ])
  const database = connect(pooler.url, { directUrl: url })
  opened.push(database.close)
  for (const pool of [database.pool, database.pipeline])
    expect(await twice(pool)).toEqual([[{ n: 1 }], [{ n: 1 }]])
  const { rows } = await database.pool.query('SELECT pg_backend_pid() AS pid')
  const alone = await database.connection(500)
  const own = await alone.query('SELECT pg_backend_pid() AS pid')
  expect(own.rows).not.toEqual(rows)
})

it('two addresses that do not lead to one database are refused', async () => {
  const url = await emptyDatabase()
  const pooler = await transactionPooler(url)
  opened.push(pooler.close)
  await expect(assertSameDatabase(pooler.url, url)).resolves.toBeUndefined()
  const other = assertSameDatabase(pooler.url, await emptyDatabase())
  await expect(other).rejects.toThrow(/^DATABASE_URL and DATABASE_DIRECT_URL lead to two databases\./)
  const nowhere = assertSameDatabase(pooler.url, 'postgresql://x@127.0.0.1:1/x')
  await expect(nowhere).rejects.toThrow(/^The database cannot be reached: .* Check DATABASE_DIRECT_URL\.$/)
})

it('PostgreSQL itself is not refused, twice neither, and no connection stays behind', async () => {
  const url = await emptyDatabase()
  await expect(assertOwnConnections(url, needs)).resolves.toBeUndefined()
  await expect(assertOwnConnections(url, needs)).resolves.toBeUndefined()
  const database = connect(url)
  opened.push(database.close)
  const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
  await expect.poll(async () => (await database.pool.query(others)).rowCount).toBe(0)
})

it('a pooler with fewer connections than a server may open is told of, and one with too few to work is refused', async () => {
  const url = await emptyDatabase()
  const four = await fewConnections(url, 4)
  opened.push(four.close)
  const said = await assertOwnConnections(four.url, needs)
  expect(said).toMatch(/^DATABASE_URL gives only 4 of the 6 connections .*pool_size/)
  const two = await fewConnections(url, 2)
  opened.push(two.close)
  const refused = assertOwnConnections(two.url, needs)
  await expect(refused).rejects.toThrow(CannotStart)
  await expect(refused).rejects.toThrow(/^DATABASE_URL gives only 2 of the 6 connections .*pool_size/)
})

it('a database that is not there is said, with the setting to check', async () => {
  const nowhere = assertOwnConnections('postgresql://x@127.0.0.1:1/x', needs)
  await expect(nowhere).rejects.toThrow(CannotStart)
  await expect(nowhere).rejects.toThrow(
    /^The database cannot be reached: .*ECONNREFUSED.* Check DATABASE_URL\.$/,
  )
})
