import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreBackup } from './database/backup/restore-backup.ts'
import { connect } from './database/connect.ts'
import { appliedMigrations, migrate, migrationFiles } from './database/migrate.ts'
import { emptyDatabase } from './database/testing.ts'
import { transactionPooler } from './database/testing-pooler.ts'
import {
  endProcesses,
  freePort,
  isAlive,
  postmasterOf,
  runProgram,
  type Program,
} from './database/testing-process.ts'

let folder: string
let port: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'main-'))
  port = await freePort()
})
afterEach(async () => {
  await endProcesses()
  await rm(folder, { recursive: true })
})

const start = (env: Record<string, string> = {}): Program =>
  runProgram('main.ts', [], { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DEMO: 'off', ...env })

const ready = (program: Program) =>
  vi.waitFor(() => expect(program.printed()).toContain(`is ready at http://127.0.0.1:${port}`), {
    timeout: 60_000,
    interval: 20,
  })

/** How many tables the embedded database has by now. */
async function tablesIn(dataFolder: string): Promise<number> {
  const pidFile = readFileSync(join(dataFolder, 'postgres-18', 'postmaster.pid'), 'utf8')
  const host = pidFile.split('\n')[4] ?? ''
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'",
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

const answers = async () => (await fetch(`http://127.0.0.1:${port}/sync/pull`)).status

describe('the server', { timeout: 240_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'says where it is, and %s ends it and its database',
    async (signal) => {
      const server = start()
      await ready(server)
      expect(await answers()).toBe(401)
      const postmaster = postmasterOf(folder)
      server.process.kill(signal)
      // npm forwards what the terminal has already sent.
      server.process.kill(signal)
      expect(await server.ended).toBe(0)
      expect(isAlive(postmaster)).toBe(false)
    },
  )

  it('ends without a word where it is told to before it is ready', async () => {
    const server = start()
    // The tables are being made.
    await vi.waitFor(async () => expect(await tablesIn(folder)).toBeGreaterThan(3), {
      timeout: 60_000,
      interval: 1,
    })
    const postmaster = postmasterOf(folder)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.printed()).toBe('')
    await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 40_000, interval: 20 })
  })

  it('starts all the same when its database is killed while it makes the tables', async () => {
    const server = start({ DEMO: 'library' })
    await vi.waitFor(async () => expect(await tablesIn(folder)).toBeGreaterThan(3), {
      timeout: 60_000,
      interval: 1,
    })
    process.kill(postmasterOf(folder), 'SIGKILL')
    await ready(server)
    expect(server.printed()).toContain('PostgreSQL ended while the server started')
    expect(await answers()).toBe(401)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('starts all the same when its database is killed while it makes the demonstration', async () => {
    const server = start({ DEMO: 'library' })
    await vi.waitFor(() => expect(existsSync(join(folder, 'demonstration-password.txt'))).toBe(true), {
      timeout: 60_000,
      interval: 1,
    })
    process.kill(postmasterOf(folder), 'SIGKILL')
    await ready(server)
    expect(server.printed()).toContain('PostgreSQL ended while the server started')
    expect(server.printed()).toContain('Everyone in it has the password')
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('told to end, is not ready before it takes no more calls', async () => {
    const server = start({ CLOSE_DELAY: '3' })
    await ready(server)
    const probe = async (path: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`)
      return [reply.status, await reply.text()]
    }
    expect(await probe('/readyz')).toEqual([200, 'ok\n'])
    server.process.kill('SIGTERM')
    await expect.poll(() => probe('/readyz'), { interval: 20 }).toEqual([503, 'closing\n'])
    expect([await answers(), (await probe('/livez'))[0]]).toEqual([401, 200])
    expect(await server.ended).toBe(0)
  })

  it('leaves no database behind when it is killed outright', async () => {
    const server = start()
    await ready(server)
    const postmaster = postmasterOf(folder)
    server.process.kill('SIGKILL')
    await server.ended
    await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), { timeout: 40_000, interval: 20 })
  })

  it('makes a backup before it updates the database, and changes nothing where it cannot', async () => {
    const url = await emptyDatabase()
    const { queries, close } = connect(url)
    const [newest, before] = (await migrationFiles()).map(({ name }) => name).toReversed()
    await migrate(queries, { upTo: before! })
    await writeFile(join(folder, 'backups'), 'a file where the folder should be')
    const refused = start({ DATABASE_URL: url })
    expect(await refused.ended).toBe(1)
    expect(refused.printed()).toMatch(/could not: .*\nNothing was changed\. .*BACKUP_AT=off/)
    const applied = async () => (await appliedMigrations(queries)).at(-1)?.name
    expect(await applied()).toBe(before)

    const backups = join(folder, 'own')
    const server = start({ DATABASE_URL: url, BACKUP_DIR: backups })
    await ready(server)
    expect(await applied()).toBe(newest)
    const backupsThere = async () => (await readdir(backups)).filter((name) => name !== 'last-backup.json')
    const made = await backupsThere()
    expect(made).toEqual([expect.stringMatching(/^before-update-.*\.backup$/)])
    expect(server.printed()).toContain(`Its backup of before is ${made[0]}.`)
    server.process.kill('SIGTERM')
    await server.ended
    await ready(start({ DATABASE_URL: url, BACKUP_DIR: backups }))
    expect(await backupsThere()).toEqual(made)
    const back = await emptyDatabase()
    await restoreBackup(back, createReadStream(join(backups, made[0]!)))
    await close()
  })

  it('makes no backup where it may not update: each further try would push a real one out', async () => {
    const url = await emptyDatabase()
    const { queries, close } = connect(url)
    const [skipped = '', before = ''] = (await migrationFiles()).slice(-3).map(({ name }) => name)
    await migrate(queries, { upTo: before })
    await queries.deleteFrom('migration_checksums').where('name', '=', skipped).execute()
    await close()
    const backups = join(folder, 'own')
    const refused = start({ DATABASE_URL: url, BACKUP_DIR: backups })
    expect(await refused.ended).toBe(1)
    expect(refused.printed()).toContain(`The database has migration ${before} and lacks ${skipped}`)
    expect(existsSync(backups)).toBe(false)
  })

  it('keeps no backup of an update that failed, however often it is tried', async () => {
    const url = await emptyDatabase()
    const { pool, queries, close } = connect(url)
    await migrate(queries, { upTo: '0021-ledger-is-guarded-row-by-row' })
    // What the next one makes is there already, and in the way.
    await pool.query('ALTER TABLE installation ADD COLUMN retention_clock text')
    const backups = join(folder, 'own')
    for (let attempt = 0; attempt < 2; attempt++) {
      const failed = start({ DATABASE_URL: url, BACKUP_DIR: backups })
      expect(await failed.ended).toBe(1)
      expect(failed.printed()).toContain('Migration 0022-retention-has-a-clock failed')
      expect((await readdir(backups)).filter((name) => name.startsWith('before-update'))).toEqual([])
    }
    await pool.query('ALTER TABLE installation DROP COLUMN retention_clock')
    await close()
    await ready(start({ DATABASE_URL: url, BACKUP_DIR: backups }))
    expect((await readdir(backups)).filter((name) => name.startsWith('before-update'))).toHaveLength(1)
  })

  it('goes on when its database ends by itself', async () => {
    const server = start()
    await ready(server)
    process.kill(postmasterOf(folder), 'SIGKILL')
    const login = async () => {
      const body = JSON.stringify({ email: 'nobody@clinic.test', password: 'whatever' })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`http://127.0.0.1:${port}/user/login`, { method: 'POST', headers, body })).status
    }
    await vi.waitFor(async () => expect(await login()).toBe(200), { timeout: 40_000, interval: 100 })
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('ends at what nobody expected, with its database, and prints no row of it', async () => {
    const faulty = join(folder, 'faulty.mjs')
    const fault = `Object.assign(new Error('faulty'), { severity: 'ERROR', routine: 'x', code: '23505', detail: 'Rex' })`
    await writeFile(faulty, `process.on('SIGUSR2', () => { throw ${fault} })`)
    const server = start({ NODE_OPTIONS: `--import=${faulty}` })
    await ready(server)
    const postmaster = postmasterOf(folder)
    server.process.kill('SIGUSR2')
    expect(await server.ended).toBe(1)
    expect(isAlive(postmaster)).toBe(false)
    expect(server.printed()).toContain('Error 23505: faulty\n')
    expect(server.printed()).not.toContain('Rex')
  })

  it('takes its settings from a file', async () => {
    const settings = join(folder, 'clinic.settings')
    await writeFile(settings, `# ours\nPORT=1\nDATABASE_URL="${await emptyDatabase()}"\n`)
    await ready(start({ ENV_FILE: settings }))
    expect(() => postmasterOf(folder)).toThrow()
  })

  it('says in one sentence that the file of settings is broken, and so does each command', async () => {
    const settings = join(folder, 'clinic.settings')
    await writeFile(settings, 'DATABASE_URL postgresql://clinic:secret@db/clinic')
    const programs: Record<string, string[]> = {
      'main.ts': [],
      'admin/admin-command.ts': ['clinics'],
      'accounts/remove-demonstration-command.ts': [],
      'database/backup/backup-command.ts': [],
      'database/backup/restore-command.ts': [import.meta.filename],
      'database/backup/new-history-command.ts': [],
    }
    const said = Object.entries(programs).map(async ([program, words]) => {
      const { ended, printed } = runProgram(program, words, { DATA_DIR: folder, ENV_FILE: settings })
      return [program, await ended, printed()]
    })
    const sentence = /^[^\n]*clinic\.settings cannot be read from line 1 on: (?!.*secret)[^\n]*\n$/
    expect(await Promise.all(said)).toEqual(
      Object.keys(programs).map((program) => [program, 1, expect.stringMatching(sentence)]),
    )
  })

  it('works on a database of its operator without making one', async () => {
    const server = start({ DATABASE_URL: await emptyDatabase() })
    await ready(server)
    expect(() => postmasterOf(folder)).toThrow()
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('changes nothing in a database behind a pooler of transactions, under either address', async () => {
    const url = await emptyDatabase()
    const pooler = await transactionPooler(url)
    const database = connect(url)
    try {
      for (const [name, env] of [
        ['DATABASE_URL', { DATABASE_URL: pooler.url }],
        ['DATABASE_OWNER_URL', { DATABASE_URL: url, DATABASE_OWNER_URL: pooler.url }],
      ] as const) {
        const server = start(env)
        expect(await server.ended).toBe(1)
        expect(server.printed()).toMatch(new RegExp(`^${name} leads to a pooler`))
        const { rows } = await database.pool.query(
          "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace",
        )
        expect(rows).toEqual([])
      }
    } finally {
      await database.close()
      await pooler.close()
    }
  })

  it('told of a pooler of transactions, works through it', async () => {
    const url = await emptyDatabase()
    const pooler = await transactionPooler(url)
    try {
      const env = { DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction' }
      const twice = start({ ...env, DATABASE_DIRECT_URL: pooler.url })
      expect(await twice.ended).toBe(1)
      expect(twice.printed()).toMatch(/^DATABASE_DIRECT_URL leads to a pooler/)
      const server = start({ ...env, DATABASE_DIRECT_URL: url })
      await ready(server)
      const call = async (path: string, body: object) => {
        const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return reply.status
      }
      const user = { email: 'first@clinic.test', password: 'Correct horse 1' }
      const clinic = { name: 'First User', confirm_password: user.password, org_name: 'Elm Street' }
      expect(await call('/user/register', { ...user, ...clinic, time_zone: 'America/Chicago' })).toBe(200)
      // At once, on several connections of the server's, so that they share the one of the pooler.
      const logins = Array.from({ length: 4 }, () => call('/user/login', user))
      expect(await Promise.all(logins)).toEqual([200, 200, 200, 200])
      server.process.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    } finally {
      await pooler.close()
    }
  })

  it('says why it cannot start, and leaves nothing running', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const cases: [Record<string, string>, string][] = [
      [{ HOST: '203.0.113.9' }, 'HOST is no address of this machine; it says "203.0.113.9".'],
      [{ HOST: 'nowhere.invalid' }, 'HOST is no address of this machine; it says "nowhere.invalid".'],
      [
        { DATA_DIR: file },
        `The data folder ${file} cannot be used. It is a file. Set DATA_DIR to a folder.\n`,
      ],
      [{ PORT: 'http' }, 'PORT is a number from 1 to 65535; it says "http".\n'],
      [
        { DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' },
        'The database cannot be reached: connect ECONNREFUSED',
      ],
    ]
    for (const [env, message] of cases) {
      const server = start(env)
      expect(await server.ended).toBe(1)
      expect(server.printed().slice(0, message.length)).toBe(message)
    }
    const first = start()
    await ready(first)
    const postmaster = postmasterOf(folder)
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.printed()).toContain('is in use by another copy')
    const another = { DATABASE_URL: await emptyDatabase() }
    const neighbour = start(another)
    expect(await neighbour.ended).toBe(1)
    expect(neighbour.printed()).toContain(`${join(folder, 'backups')} keeps the backups of another database`)
    const elsewhere = start({ ...another, BACKUP_DIR: join(folder, 'its own') })
    expect(await elsewhere.ended).toBe(1)
    expect(elsewhere.printed()).toContain(`Port ${port} is already in use.`)
    expect(isAlive(postmaster)).toBe(true)
    first.process.kill('SIGTERM')
    await first.ended
  })
})
