import { PassThrough, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect, type Database } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { wayToDatabase } from '../testing-silence.ts'
import { emptyDatabase } from '../testing.ts'
import { inTransaction } from '../transaction.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const now = new Date('2026-03-03T10:00:00Z')
const awkward = ['tab\there', 'line\nbreak', 'back\\slash', '\\.', 'Größe "µ" ’ 药', '\\N', '']

let migrations: string
let url: string
let source: Database
let file: Buffer
const opened: Database[] = []

beforeAll(async () => {
  migrations = await mkdtemp(join(tmpdir(), 'backup-migrations-'))
  await writeFile(
    join(migrations, '0001-all.sql'),
    `CREATE TABLE installation (one boolean PRIMARY KEY DEFAULT true, epoch uuid NOT NULL DEFAULT gen_random_uuid());
     INSERT INTO installation DEFAULT VALUES;
     CREATE TABLE zoos (id int PRIMARY KEY, name text);
     CREATE TABLE animals (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, zoo int NOT NULL REFERENCES zoos,
       mother int REFERENCES animals, name text, body jsonb, weight numeric, seen timestamptz, photo bytea,
       loud text GENERATED ALWAYS AS (upper(name)) STORED);
     CREATE TABLE "logged-actions" (n bigint PRIMARY KEY, ratio float8, tags text[], took interval);
     CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'append only'; END $$;
     CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "logged-actions" EXECUTE FUNCTION refuse();`,
  )
  url = await emptyDatabase()
  source = open(url)
  await migrate(source.queries, { folder: migrations })
  await source.pool.query('INSERT INTO zoos SELECT n, $1 || n FROM generate_series(1, 20000) n', ['zoo '])
  for (const [index, name] of awkward.entries()) {
    await source.pool.query(
      `INSERT INTO animals (zoo, mother, name, body, weight, seen, photo)
       VALUES ($1, $2, $3, $4, 0.10, '2026-03-03 10:00:00.123456+02', $5)`,
      [index + 1, index === 0 ? null : index, name, { name }, Buffer.from([0, 92, 46, 10, 255])],
    )
  }
  await source.pool.query(
    `INSERT INTO "logged-actions" VALUES (9007199254740993, 0.1 + 0.2, $1, '1 month 2 days 03:04:05.6'), (2, NULL, NULL, NULL)`,
    [awkward],
  )
  file = await backupOf(url)
})

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await rm(migrations, { recursive: true })
})

function open(at: string): Database {
  const database = connect(at)
  opened.push(database)
  return database
}

async function backupOf(at: string): Promise<Buffer> {
  const out = new PassThrough()
  const [whole] = await Promise.all([buffer(out), writeBackup(at, out, now)])
  return whole
}

const restore = (at: string, whole: Buffer, replace = false, folder = migrations) =>
  restoreBackup(at, Readable.from([whole]), { migrations: folder, replace })

/** Every row of every table as the database itself writes it. */
async function contentOf({ pool }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%' ORDER BY 1",
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT t::text AS row FROM public."${name}" t ORDER BY 1`,
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

async function tablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  return rows.map(({ name }) => name)
}

describe('a restored backup', () => {
  it('holds every row of every table as it was, but names a new epoch', async () => {
    const at = await emptyDatabase()
    const { rows, createdAt, epoch } = await restore(at, file)
    expect(rows).toEqual({ installation: 1, zoos: 20_000, animals: awkward.length, 'logged-actions': 2 })
    expect(createdAt).toBe(now.toISOString())
    const before = await contentOf(source)
    const after = await contentOf(open(at))
    expect(before['installation']).not.toEqual(after['installation'])
    expect(after['installation']).toEqual([`(t,${epoch})`])
    expect({ ...after, installation: [] }).toEqual({ ...before, installation: [] })
  })

  it('holds as many rows as it names where a network brings the end of a table before their number', async () => {
    const COPY_DONE = Buffer.from('c\0\0\0\u0004')
    const slowly = () =>
      new Transform({
        transform(piece: Buffer, _, done) {
          const end = piece.indexOf(COPY_DONE)
          if (end < 0) return done(null, piece)
          this.push(piece.subarray(0, end + COPY_DONE.length))
          setTimeout(() => done(null, piece.subarray(end + COPY_DONE.length)), 20)
        },
      })
    const way = await wayToDatabase(url, 0, slowly)
    const whole = await backupOf(way.url)
    await way.close()
    const { rows } = await restore(await emptyDatabase(), whole)
    expect(rows).toEqual({ installation: 1, zoos: 20_000, animals: awkward.length, 'logged-actions': 2 })
  })

  it('holds its rows also where an earlier release named none of a table', async () => {
    const text = gunzipSync(file).toString('latin1')
    expect(text).toContain('"zoos":20000')
    const { rows } = await restore(
      await emptyDatabase(),
      gzipSync(Buffer.from(text.replace('"zoos":20000', '"zoos":0'), 'latin1')),
    )
    expect(rows).toMatchObject({ zoos: 20_000 })
  })

  it('goes on numbering where the original stood', async () => {
    const at = await emptyDatabase()
    await restore(at, file)
    const { rows } = await open(at).pool.query(
      "INSERT INTO animals (zoo, name) VALUES (1, 'new') RETURNING id",
    )
    expect(rows).toEqual([{ id: awkward.length + 1 }])
  })

  it('fits a server that has started once and holds nothing yet', async () => {
    const at = await emptyDatabase()
    await migrate(open(at).queries, { folder: migrations })
    await restore(at, file)
    expect((await contentOf(open(at)))['zoos']).toHaveLength(20_000)
  })

  it('is brought to the migrations of today', async () => {
    const newer = await mkdtemp(join(tmpdir(), 'newer-'))
    await writeFile(join(newer, '0001-all.sql'), await readFile(join(migrations, '0001-all.sql')))
    await writeFile(
      join(newer, '0002-cities.sql'),
      "ALTER TABLE zoos ADD city text; UPDATE zoos SET city = 'in ' || name",
    )
    const at = await emptyDatabase()
    await restore(at, file, false, newer)
    const { rows } = await open(at).pool.query('SELECT city FROM zoos WHERE id = 7')
    expect(rows).toEqual([{ city: 'in zoo 7' }])
    await rm(newer, { recursive: true })
  })

  it('works for a server that runs meanwhile, once its connections are fresh', async () => {
    const at = await emptyDatabase()
    const server = open(at)
    await migrate(server.queries, { folder: migrations })
    const count = { name: 'count-zoos', text: 'SELECT * FROM zoos' }
    expect((await server.pool.query(count)).rows).toEqual([])
    const noticed = new Promise((resolve) => server.pool.once('remove', resolve))
    await restore(at, file)
    await noticed
    expect((await server.pool.query(count)).rows).toHaveLength(20_000)
  })
})

describe('a restore refuses and changes nothing', () => {
  it('when the database holds records, unless told to replace them', async () => {
    const at = await emptyDatabase()
    const target = open(at)
    await migrate(target.queries, { folder: migrations })
    await target.pool.query('INSERT INTO zoos VALUES (1, \'mine\'); INSERT INTO "logged-actions" VALUES (1)')
    await expect(restore(at, file)).rejects.toThrow(
      'The database is not empty: it holds zoos, logged-actions.',
    )
    expect((await contentOf(target))['zoos']).toEqual(['(1,mine)'])
    await restore(at, file, true)
    // A restore cuts every other connection: what was open before it is asked no more.
    expect((await contentOf(open(at)))['zoos']).toHaveLength(20_000)
  })

  it("when the database is somebody else's, whatever it is told", async () => {
    const at = await emptyDatabase()
    await open(at).pool.query('CREATE TABLE payroll (id int)')
    await expect(restore(at, file, true)).rejects.toThrow('tables of something else (payroll)')
    expect(await tablesOf(open(at))).toEqual(['payroll'])
  })

  it.each([
    ['half a file', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['a file without its end', (whole: Buffer) => gzipSync(gunzipSync(whole).subarray(0, -40))],
    ['an empty file', () => Buffer.alloc(0)],
    ['no backup', () => Buffer.from('PK something else altogether')],
    ['no backup inside', () => gzipSync('something else\n')],
    [
      'a lost row',
      (whole: Buffer) => gzipSync(gunzipSync(whole).toString('latin1').replace('\n17\tzoo 17\n', '\n'), {}),
    ],
  ])('%s', async (_name, spoil) => {
    const at = await emptyDatabase()
    await expect(restore(at, spoil(file))).rejects.toThrow(/damaged|not a backup|arrived/)
    expect(await tablesOf(open(at))).toEqual([])
  })

  it('a backup of a version that it does not know', async () => {
    const older = await mkdtemp(join(tmpdir(), 'older-'))
    const at = await emptyDatabase()
    await expect(restore(at, file, false, older)).rejects.toThrow('does not know its migration 0001-all')
    await rm(older, { recursive: true })
  })
})

it('shows one moment, though others write while it is taken', async () => {
  const at = await emptyDatabase()
  const busy = open(at)
  await restore(at, file)
  let copying: Promise<Buffer>
  await inTransaction(busy.pool, async (client) => {
    // The backup has read the zoos and stands before the animals when zoos and log change together.
    await client.query('LOCK TABLE animals')
    copying = backupOf(at)
    await vi.waitFor(
      async () => {
        const { rowCount } = await busy.pool.query(
          "SELECT FROM pg_locks WHERE relation = 'animals'::regclass AND NOT granted",
        )
        expect(rowCount).toBe(1)
      },
      { timeout: 20_000 },
    )
    await client.query(`UPDATE zoos SET name = 'late' WHERE id = 1; INSERT INTO "logged-actions" VALUES (3)`)
  })
  const restoredAt = await emptyDatabase()
  await restore(restoredAt, await copying!)
  const { rows } = await open(restoredAt).pool.query(
    `SELECT (SELECT name FROM zoos WHERE id = 1) AS zoo, (SELECT max(n) FROM "logged-actions" WHERE n < 9) AS newest`,
  )
  expect(rows).toEqual([{ zoo: 'zoo 1', newest: 2 }])
})

it("takes the product's own tables there and back", async () => {
  const from = open(await emptyDatabase('template_migrated'))
  const { rows } = await from.pool.query<{ current: string }>('SELECT current_database() AS current')
  const own = new URL(url)
  own.pathname = `/${rows[0]!.current}`
  const at = await emptyDatabase()
  await restoreBackup(at, Readable.from([await backupOf(own.href)]))
  const restored = await contentOf(open(at))
  expect(Object.keys(restored).length).toBeGreaterThan(5)
  expect({ ...restored, installation: [] }).toEqual({ ...(await contentOf(from)), installation: [] })
})
