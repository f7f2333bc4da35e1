import Fastify from 'fastify'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { singleConnection, type Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { queriesOn } from '../database/queries.ts'
import { emptyDatabase, testDatabase } from '../database/testing.ts'
import { startRegularWork } from '../regular-work.ts'
import { moveRetentionClock, retentionClock } from './retention-clock-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TODAY = new Date('2026-11-29T12:00:00.000Z')
const IN_TWO_YEARS = new Date(TODAY.getTime() + 2 * 365 * DAY_MS)

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const stand = (at: Date) =>
  database.pool.query('UPDATE installation SET retention_clock = $1, retention_clock_moved_at = $1', [at])

/** Hours that the server runs from a time on, until it forgets. */
async function hoursUntilAgreed(from: Date): Promise<number> {
  for (let hour = 0; ; hour++) {
    const now = new Date(from.getTime() + hour * HOUR_MS)
    if (hour > 0) await moveRetentionClock(database.pool, now)
    if ((await retentionClock(database.pool, now)).agrees) return hour
  }
}

test('nothing is forgotten on a clock that is two years ahead, however often the server starts', async () => {
  await stand(TODAY)
  expect((await retentionClock(database.pool, TODAY)).agrees).toBe(true)
  const { agrees, said } = await retentionClock(database.pool, IN_TWO_YEARS)
  expect([agrees, said]).toEqual([
    false,
    expect.stringMatching(
      /^This computer's clock says 2028-11-28, 730 days after the server was last known to run\./,
    ),
  ])
  // One look of each hour counts, whoever looks.
  for (let process = 0; process < 5; process++) await moveRetentionClock(database.pool, IN_TWO_YEARS)
  expect((await retentionClock(database.pool, IN_TWO_YEARS)).said).toContain('728 days after')
  // Set right, it is right at once.
  await moveRetentionClock(database.pool, TODAY)
  expect(await retentionClock(database.pool, TODAY)).toEqual({ agrees: true, said: undefined })
})

test('a clock that is two years behind is told, and nothing is forgotten early by it', async () => {
  await stand(IN_TWO_YEARS)
  expect(await retentionClock(database.pool, TODAY)).toEqual({
    agrees: true,
    said: expect.stringMatching(
      /^This computer's clock says 2026-11-29, 730 days before the server was last known to run\. Set it by the network/,
    ),
  })
  const nearly = new Date(IN_TWO_YEARS.getTime() - 29 * DAY_MS)
  expect((await retentionClock(database.pool, nearly)).said).toBeUndefined()
})

test('a server that was really off forgets again after it ran for a while', async () => {
  await stand(TODAY)
  expect(await hoursUntilAgreed(new Date(TODAY.getTime() + 20 * HOUR_MS))).toBe(0)
  await stand(TODAY)
  expect(await hoursUntilAgreed(new Date(TODAY.getTime() + 3 * DAY_MS))).toBe(2)
  await stand(TODAY)
  expect(await hoursUntilAgreed(new Date(TODAY.getTime() + 90 * DAY_MS))).toBe(46)
  await stand(TODAY)
  expect(await hoursUntilAgreed(IN_TWO_YEARS)).toBeGreaterThan(14 * 24)
})

test('a database of before begins where it was last written to, and not at the clock of the update', async () => {
  const url = await emptyDatabase()
  const pool = singleConnection(url)
  closing.push(() => pool.end())
  await migrate(queriesOn(pool), { upTo: '0021-ledger-is-guarded-row-by-row' })
  await pool.query(`UPDATE installation SET created_at = '2024-01-01Z'`)
  await pool.query(
    `INSERT INTO organizations (org_id, name, key, time_zone, created_at)
     VALUES (gen_random_uuid(), 'Elm Street', 'ELM', 'UTC', '2024-01-01Z')`,
  )
  await pool.query(
    `INSERT INTO "logged-actions" (org_id, entry_id, at, received_at, user_id, user_name, org_name, message)
     SELECT org_id, gen_random_uuid(), '2025-01-01Z', '2025-01-01Z', gen_random_uuid(), 'Ana', name, 'Logged in' FROM organizations`,
  )
  await migrate(queriesOn(pool))
  const seen = await retentionClock(pool, TODAY)
  expect([seen.agrees, seen.said]).toEqual([false, expect.stringContaining('697 days after')])
})

test('a new database agrees', async () => {
  const pool = singleConnection(await emptyDatabase())
  closing.push(() => pool.end())
  await migrate(queriesOn(pool))
  expect(await retentionClock(pool, new Date())).toEqual({ agrees: true, said: undefined })
})

test.each([
  ['forgets what is old', TODAY, ['forgot']],
  ['forgets nothing on a clock that is two years ahead, and mends all the same', IN_TWO_YEARS, ['mended']],
])('a server %s', async (_, at, did) => {
  await stand(TODAY)
  const done: string[] = []
  const app = Fastify()
  closing.push(() => app.close())
  startRegularWork(app, {
    database,
    config: { dataFolder: '', demonstration: false, resetDemonstration: undefined, publicUrl: '' },
    certificates: undefined,
    cert: undefined,
    nights: undefined,
    store: {
      forgetExpired: async () => void done.push('forgot'),
      mendDigests: async () => void done.push('mended'),
    },
    slowdowns: { forget: async () => undefined },
    mail: { deliver: async () => undefined, failed: () => undefined },
    metrics: undefined,
    fillLibraries: async () => undefined,
    now: () => at,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await expect.poll(() => done).toEqual(did)
})
