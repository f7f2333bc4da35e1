import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CannotStart } from '../cannot-start.ts'
import { tablesOf } from './backup/catalogue.ts'
import { connect, singleConnection, withUser } from './connect.ts'
import { distribute, placesOf } from './distribute.ts'
import { distributeText as text } from './distribute-text.ts'
import { isDistributed, ON_EACH_NODE, ON_ONE_NODE } from './distribution.ts'
import { pretendCitus, toldToCitus } from './testing-citus.ts'
import { endProcesses, runProgram } from './testing-process.ts'
import { emptyDatabase } from './testing.ts'
import { templateName } from './testing-url.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'distribute '))
})
afterEach(endProcesses)
afterAll(() => rm(folder, { recursive: true }))

async function run(env: Record<string, string>, args: string[] = []) {
  const program = runProgram('database/distribute-command.ts', args, { DATA_DIR: folder, ...env })
  return { code: await program.ended, printed: program.printed() }
}

const refused = (words: string) => ({ code: 1, printed: `${words}\n` })

/** A database with what stands for the extension; it is closed before anything is distributed. */
async function prepared(template: string | undefined, ...statements: string[]): Promise<string> {
  const url = await emptyDatabase(template)
  await pretendCitus(url)
  await ask(url, ...statements)
  return url
}

async function ask(url: string, ...statements: string[]): Promise<void> {
  const pool = singleConnection(url)
  try {
    for (const statement of statements) await pool.query(statement)
  } finally {
    await pool.end()
  }
}

const clinic = (demo: boolean) =>
  `INSERT INTO organizations (org_id, name, key, time_zone, created_at, demo)
   VALUES (gen_random_uuid(), 'Elm Street', 'elm', 'UTC', now(), ${demo})`

test('npm run distribute says in one sentence what is missing', async () => {
  expect(await run({})).toEqual(refused(text.embedded))
  const url = await emptyDatabase(templateName)
  expect(await run({ DATABASE_URL: url }, ['records'])).toEqual(refused(text.usage))
  expect(await run({ DATABASE_URL: url })).toEqual(refused(text.noExtension))
}, 60_000)

test('it migrates an empty database, distributes every table, and says so; then it has nothing to do', async () => {
  const url = await prepared(undefined)
  expect(await run({ DATABASE_URL: url })).toEqual({ code: 0, printed: `${text.done(1, 20)}\n` })
  expect(await run({ DATABASE_URL: url })).toEqual(refused(text.already))
}, 60_000)

test('a living database keeps its rows; each table goes where it belongs, after those that it points to', async () => {
  const url = await prepared(templateName, clinic(false))
  expect((await distribute(url)).rows).toMatchObject({ organizations: 1, installation: 1, records: 0 })

  const { pool, pipeline, close } = connect(url)
  onTestFinished(close)
  const told = await toldToCitus(pool)
  const client = await pool.connect()
  const names = (await tablesOf(client)).map(({ name }) => name)
  client.release()
  expect(told.map(({ name }) => name).toSorted()).toEqual(
    names.filter((name) => !ON_ONE_NODE.includes(name)).toSorted(),
  )
  expect(told[0]).toEqual({ name: 'organizations', by: 'org_id', beside: 'none' })
  for (const { name, by, beside } of told.slice(1))
    expect([name, by, beside]).toEqual(
      ON_EACH_NODE.includes(name) ? [name, null, null] : [name, 'org_id', 'public."organizations"'],
    )
  const { rows: keys } = await pool.query<{ from: string; to: string }>(
    `SELECT t.relname AS from, r.relname AS to FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
     JOIN pg_class r ON r.oid = k.confrelid WHERE contype = 'f'`,
  )
  expect(keys.length).toBeGreaterThan(10)
  const at = (table: string) => told.findIndex(({ name }) => name === table)
  expect(keys.filter(({ from, to }) => at(from) < at(to))).toEqual([])
  expect(keys.filter(({ from }) => ON_EACH_NODE.includes(from))).toEqual([])
  // The guards stand as they stood.
  const { rows: guards } = await pool.query<{ name: string; state: string }>(
    `SELECT DISTINCT tgname AS name, tgenabled AS state FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  )
  expect(guards).toEqual(
    ['append_only', 'ledger_goes_on', 'next_link', 'same_id', 'same_kind'].map((name) => ({
      name,
      state: 'A',
    })),
  )
  // Whoever connects knows it.
  await pipeline.query('SELECT 1')
  expect([isDistributed(pool), isDistributed(pipeline)]).toEqual([true, true])
})

test('what a later release adds is distributed then, and nothing else', async () => {
  const url = await prepared(templateName)
  await distribute(url)
  await ask(url, 'CREATE TABLE public.boxes (org_id uuid PRIMARY KEY REFERENCES organizations)')
  expect((await distribute(url)).rows).toEqual({ boxes: 0 })
})

test('a table of which nothing says where it belongs is found', async () => {
  const url = await prepared(templateName, 'CREATE TABLE public.planted (id uuid PRIMARY KEY)')
  const pool = singleConnection(url)
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  await expect(placesOf(client)).rejects.toThrow('the table planted')
  client.release()
})

async function refusal(url: string): Promise<string> {
  const error = await distribute(url).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CannotStart)
  const pool = singleConnection(url)
  try {
    expect(await toldToCitus(pool)).toEqual([])
  } finally {
    await pool.end()
  }
  return (error as CannotStart).message
}

test('it refuses, and changes nothing, while somebody works on the database', async () => {
  const url = await prepared(templateName)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await expect(distribute(url)).rejects.toThrow(text.notAlone(1))
  await other.end()
  await distribute(url)
})

test('a connection that is being closed is waited for', async () => {
  const url = await prepared(templateName)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  const done = distribute(url)
  await expect
    .poll(
      async () =>
        (
          await other.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
               AND (query LIKE '%AS others FROM pg_stat_activity%' OR query = 'ROLLBACK')`,
          )
        ).rowCount,
      { interval: 5 },
    )
    .toBe(1)
  await other.end()
  expect((await done).rows).toMatchObject({ organizations: 0 })
})

test('it refuses, and changes nothing, where the demonstration is, or a release of before', async () => {
  expect(await refusal(await prepared(templateName, clinic(true)))).toBe(text.demonstration)
  const old = await prepared(
    templateName,
    'DELETE FROM migration_checksums WHERE name = (SELECT max(name) FROM migration_checksums)',
  )
  expect(await refusal(old)).toBe(text.notMigrated)
})

test('it refuses, and changes nothing, as a role that does not own the tables', async () => {
  const role = `lesser_${folder.slice(-6).toLowerCase()}`
  const url = await prepared(
    templateName,
    `CREATE ROLE "${role}" LOGIN`,
    `GRANT USAGE ON SCHEMA pretended TO "${role}"`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA pretended, public TO "${role}"`,
  )
  await expect(distribute(withUser(url, role))).rejects.toThrow(text.notOwner(role))
})

test('rows that did not arrive are noticed, and nothing is changed', async () => {
  const url = await prepared(
    templateName,
    clinic(false),
    `CREATE OR REPLACE FUNCTION pretended.create_reference_table(which regclass) RETURNS void LANGUAGE sql
       AS 'DELETE FROM installation'`,
  )
  expect(await refusal(url)).toBe(text.lost('installation', 1, 0))
})
