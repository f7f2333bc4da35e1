import { afterEach, expect, it } from 'vitest'
import { CannotStart } from '../cannot-start.ts'
import { connect } from './connect.ts'
import { assertOwnConnections } from './pooler.ts'
import { emptyDatabase } from './testing.ts'
import { transactionPooler } from './testing-pooler.ts'

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
  const refused = assertOwnConnections(database)
  await expect(refused).rejects.toThrow(CannotStart)
  await expect(refused).rejects.toThrow('pool_mode = session')
})

it('PostgreSQL itself is not refused, twice neither', async () => {
  const database = connect(await emptyDatabase())
  opened.push(database.close)
  await expect(assertOwnConnections(database)).resolves.toBeUndefined()
  await expect(assertOwnConnections(database)).resolves.toBeUndefined()
})
