import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, type Database } from './connect.ts'
import {
  appliedMigrations,
  migrate,
  migrationFiles,
  migrationLock,
  MigrationRefused,
  migrationsFolder,
} from './migrate.ts'
import { emptyDatabase } from './testing.ts'
import { queriesOn } from './queries.ts'
import { inTransaction } from './transaction.ts'

let folder: string
let url: string
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  url = await emptyDatabase()
  database = connect(url)
  await write(
    '0001-bottles.sql',
    'CREATE TABLE bottles (id int PRIMARY KEY);\nINSERT INTO bottles VALUES (1);',
  )
  await write('0002-more.sql', 'INSERT INTO bottles VALUES (2);')
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const bottles = async () =>
  (await database.pool.query('SELECT id FROM bottles ORDER BY id')).rows.map(({ id }) => id)

describe('migrations', () => {
  it('are applied in order and once', async () => {
    expect(await migrate(database.queries, { folder })).toEqual(['0001-bottles', '0002-more'])
    expect(await migrate(database.queries, { folder })).toEqual([])
    await write('0003-third.sql', 'INSERT INTO bottles SELECT max(id) + 1 FROM bottles')
    expect(await migrate(database.queries, { folder })).toEqual(['0003-third'])
    expect(await bottles()).toEqual([1, 2, 3])
  })

  it('are applied once by several processes at the same time', async () => {
    const several = Array.from({ length: 4 }, () => connect(url))
    const applied = await Promise.all(several.map(({ queries }) => migrate(queries, { folder })))
    await Promise.all(several.map((own) => own.close()))
    expect(applied.flat()).toEqual(['0001-bottles', '0002-more'])
    expect(await bottles()).toEqual([1, 2])
  })

  it('say whom they wait for, once, and say nothing of their own', async () => {
    const said: string[] = []
    const waits = { folder, onWait: (words: string) => void said.push(words), lookMs: 20 }
    const holder = await database.pool.connect()
    const { rows } = await holder.query(`SELECT pg_advisory_lock(${migrationLock}), pg_backend_pid() AS pid`)
    const migrating = migrate(database.queries, waits)
    await vi.waitFor(() => expect(said).toHaveLength(1))
    const { pid } = rows[0]
    expect(said[0]).toMatch(/^Another server is migrating or restoring this database: waiting for process /)
    expect(said[0]).toMatch(
      new RegExp(`process ${pid} of PostgreSQL \\(idle for \\d s\\)\\. .* pg_terminate_backend\\(${pid}\\)`),
    )
    // It goes on waiting, and says so no second time.
    await database.pool.query('SELECT pg_sleep(0.3)')
    holder.release(true)
    expect(await migrating).toEqual(['0001-bottles', '0002-more'])
    await write('0003-slow.sql', 'SELECT pg_sleep(0.3)')
    expect(await migrate(database.queries, waits)).toEqual(['0003-slow'])
    expect(said).toHaveLength(1)
  })

  it('stop at a file that was changed after it had been applied', async () => {
    await migrate(database.queries, { folder, upTo: '0001-bottles' })
    await write('0001-bottles.sql', 'CREATE TABLE bottles (id bigint PRIMARY KEY)')
    await expect(migrate(database.queries, { folder })).rejects.toThrow(
      'Migration 0001-bottles was changed after it had been applied',
    )
    expect(await bottles()).toEqual([1])
  })

  it('do not mind the line endings of another machine', async () => {
    await migrate(database.queries, { folder })
    await write(
      '0001-bottles.sql',
      'CREATE TABLE bottles (id int PRIMARY KEY);\r\nINSERT INTO bottles VALUES (1);',
    )
    expect(await migrate(database.queries, { folder })).toEqual([])
  })

  it('stop at a database of a newer program', async () => {
    await migrate(database.queries, { folder })
    await unlink(join(folder, '0002-more.sql'))
    await expect(migrate(database.queries, { folder })).rejects.toThrow('written by a newer version')
  })

  it('stop at a database that has a later one and lacks one before it, and say what to do', async () => {
    await migrate(database.queries, { folder })
    await write('0001-bottles-of-another-branch.sql', 'INSERT INTO bottles VALUES (3)')
    const started = migrate(database.queries, { folder })
    await expect(started).rejects.toThrow(MigrationRefused)
    await expect(started).rejects.toThrow(
      'The database has migration 0002-more and lacks 0001-bottles-of-another-branch, which comes before it. ' +
        'Give 0001-bottles-of-another-branch the next free number if no other database has it, or restore a backup of before 0002-more.',
    )
    expect(await bottles()).toEqual([1, 2])
    await unlink(join(folder, '0001-bottles-of-another-branch.sql'))
    await write('0003-bottles-of-another-branch.sql', 'INSERT INTO bottles VALUES (3)')
    expect(await migrate(database.queries, { folder })).toEqual(['0003-bottles-of-another-branch'])
  })

  it('leave the database as it was when one fails, and name it', async () => {
    await write('0002-more.sql', 'INSERT INTO bottles VALUES (2); SELECT nonsense')
    await expect(migrate(database.queries, { folder })).rejects.toThrow('Migration 0002-more failed: ')
    expect(await appliedMigrations(database.queries)).toEqual([])
  })

  it('take part in a larger transaction and vanish with it', async () => {
    const work = inTransaction(database.pool, async (client) => {
      await migrate(queriesOn(client), { folder })
      throw new Error('not after all')
    })
    await expect(work).rejects.toThrow('not after all')
    expect(await appliedMigrations(database.queries)).toEqual([])
    await write('0002-more.sql', 'SELECT nonsense')
    const failing = inTransaction(database.pool, (client) => migrate(queriesOn(client), { folder }))
    await expect(failing).rejects.toThrow('Migration 0002-more failed: ')
  })

  it('of the product apply to an empty database', async () => {
    const names = (await migrationFiles(migrationsFolder)).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(await migrate(database.queries)).toEqual(names)
    expect((await appliedMigrations(database.queries)).map(({ name }) => name)).toEqual(names)
  })
})
