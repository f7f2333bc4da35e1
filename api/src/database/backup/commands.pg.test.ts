import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSecrets } from '../../accounts/secrets.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { emptyDatabase } from '../testing.ts'
import { transactionPooler } from '../testing-pooler.ts'
import { runProgram, startProcess, endProcesses, freePort } from '../testing-process.ts'
import { NO_BACKUP, readBackupState } from './kept-backups.ts'

let around: string
let backup: string

beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), 'backup commands '))
  backup = join(around, 'clinic.backup')
})
afterEach(async () => {
  await endProcesses()
  await rm(around, { recursive: true })
})

const data = (name: string) => ({ DATA_DIR: join(around, name) })

async function run(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const program = runProgram(`database/backup/${command}-command.ts`, args, { INIT_CWD: around, ...env })
  return { code: await program.ended, printed: program.printed() }
}

/** What a failed command printed belongs into the report. */
async function succeeds(...call: Parameters<typeof run>): Promise<void> {
  expect(await run(...call)).toMatchObject({ code: 0 })
}

/** One organization, which is enough to tell a full database from an empty one. */
async function fill(url: string): Promise<void> {
  const database = connect(url)
  await migrate(database.queries)
  await database.pool.query(
    `INSERT INTO organizations (org_id, name, key, time_zone, created_at)
     VALUES (gen_random_uuid(), 'Kept Clinic', 'kept', 'America/New_York', now())`,
  )
  await database.close()
}

async function clinics(url: string): Promise<unknown[]> {
  const database = connect(url)
  const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM organizations')
  await database.close()
  return rows.map(({ name }) => name)
}

describe('npm run backup and npm run restore', { timeout: 60_000 }, () => {
  it('reach the embedded database of a running server', async () => {
    await fill(await startProcess(join(around, 'one')).url)
    await succeeds('backup', ['clinic.backup'], data('one'))
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
    const other = await startProcess(join(around, 'two')).url
    await succeeds('restore', ['clinic.backup'], data('two'))
    expect(await clinics(other)).toEqual(['Kept Clinic'])
  })

  it('start the embedded database when no server runs', async () => {
    const first = startProcess(join(around, 'one'))
    await fill(await first.url)
    first.process.kill('SIGTERM')
    await first.ended
    await succeeds('backup', [backup], data('one'))
    await succeeds('restore', [backup], data('two'))
    expect(await clinics(await startProcess(join(around, 'two')).url)).toEqual(['Kept Clinic'])
  })

  it('move between the embedded database and one that is named by its address', async () => {
    const external = await emptyDatabase()
    await fill(external)
    await succeeds('backup', [backup], { DATABASE_URL: external })
    await succeeds('restore', [backup], data('one'))
    const back = join(around, 'back.backup')
    await succeeds('backup', [back], data('one'))
    const another = await emptyDatabase()
    await succeeds('restore', [back], { DATABASE_URL: another })
    expect(await clinics(another)).toEqual(['Kept Clinic'])
  })

  it('name who was removed and which tablet was revoked since the backup, and nobody that the backup knows of', async () => {
    const external = await emptyDatabase()
    const env = { DATABASE_URL: external }
    await fill(external)
    const ask = async (sql: string) => {
      const { pool, close } = connect(external)
      await pool.query(sql)
      await close()
    }
    await ask(
      `INSERT INTO users (org_id, user_id, name, email, password_hash, perms, created_at, removed_at)
       SELECT org_id, gen_random_uuid(), u.name, u.name, '', '{1}', now(), gone
       FROM organizations, (VALUES ('Ana', NULL::timestamptz), ('Ben', NULL), ('Old', now())) u (name, gone)`,
    )
    await ask(
      `INSERT INTO devices (org_id, device_id, first_seen, name)
       SELECT org_id, ('0193aaaa-0000-7000-8000-00000000000' || n)::uuid, now(), 'Surgery' FROM organizations, generate_series(1, 2) n`,
    )
    await succeeds('backup', [backup], env)
    await ask("UPDATE users SET removed_at = now() WHERE name = 'Ben'")
    await ask("UPDATE devices SET revoked_at = now() WHERE device_id::text LIKE '%2'")
    const { printed } = await run('restore', ['--replace', backup], env)
    expect(printed.split('\n').filter((line) => line.includes('after the backup'))).toEqual([
      'Kept Clinic: Ben was removed after the backup and is there again. Remove them again.',
      'Kept Clinic: the tablet Surgery 0002 was revoked after the backup and may read again. Revoke it again.',
    ])
  })

  it('name each tablet that is revoked again, and none of a clinic that was removed since the backup', async () => {
    const external = await emptyDatabase()
    const env = { DATABASE_URL: external }
    await fill(external)
    const { pool, close } = connect(external)
    await pool.query(
      `INSERT INTO organizations (org_id, name, key, time_zone, created_at, demo)
       VALUES (gen_random_uuid(), 'Demonstration Clinic', 'demo', 'UTC', now(), true)`,
    )
    await pool.query(
      `INSERT INTO devices (org_id, device_id, first_seen, name, revoked_at)
       SELECT org_id, '0193aaaa-0000-7000-8000-000000000001', now(), 'Surgery', now() FROM organizations`,
    )
    await succeeds('backup', [backup], env)
    await pool.query('UPDATE devices SET revoked_at = NULL')
    const removal = runProgram('accounts/remove-demonstration-command.ts', [], env)
    expect(await removal.ended).toBe(0)
    await close()
    const { printed } = await run('restore', ['--replace', backup], env)
    expect(printed.split('\n').filter((line) => line.includes('after the backup'))).toEqual([
      'Kept Clinic: the tablet Surgery 0001 is revoked again: the revocation was undone after the backup. Undo it again, or the tablet removes its records.',
      'The demonstration was removed after the backup and is there again. Remove it again: npm run remove-demonstration',
    ])
  })

  it('change nothing behind a pooler of transactions, where the lock of a migration would stay', async () => {
    const url = await emptyDatabase()
    await fill(url)
    await succeeds('backup', ['clinic.backup'], { ...data('none'), DATABASE_URL: url })
    const other = await emptyDatabase()
    const pooler = await transactionPooler(other)
    const restored = await run('restore', ['clinic.backup'], { ...data('none'), DATABASE_URL: pooler.url })
    await pooler.close()
    expect(restored).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/^DATABASE_URL leads to a pooler/),
    })
    await expect(clinics(other)).rejects.toThrow('does not exist')
  })

  it('say what is wrong, end with 1 and leave no half file', async () => {
    const external = await emptyDatabase()
    const env = { DATABASE_URL: external }
    await fill(external)
    expect(await run('backup', ['one', 'two'], env)).toEqual({
      code: 1,
      printed: 'Usage: npm run backup, or npm run backup FILE\n',
    })
    expect((await run('backup', ['no/such/folder/file'], env)).code).toBe(1)
    await succeeds('backup', [backup], env)
    expect((await run('backup', [backup], env)).printed).toContain('already exists')
    expect((await run('restore', ['missing'], env)).printed).toContain('missing cannot be read.')
    const refused = await run('restore', [backup], env)
    expect(refused.code).toBe(1)
    expect(refused.printed).toContain('The database is not empty: it holds organizations.')
    await succeeds('restore', ['--replace', backup], env)
    expect(await clinics(external)).toEqual(['Kept Clinic'])
    expect(await readdir(around)).toEqual(['clinic.backup'])
  })
})

describe('npm run backup without a name', { timeout: 120_000 }, () => {
  const words = 'lamp otter violin seven'

  /** A database with one clinic, and a data folder for what is not in it. */
  async function clinic() {
    const url = await emptyDatabase()
    await fill(url)
    return { env: { ...data('one'), DATABASE_URL: url }, folder: join(around, 'one', 'backups') }
  }
  const nights = async (folder: string) =>
    (await readdir(folder)).filter((name) => name.startsWith('nightly-')).sort()

  it('makes one in the folder of backups, proves it and keeps the newest; the folder says so', async () => {
    const { env, folder } = await clinic()
    const { code, printed } = await run('backup', [], env)
    expect([code, printed]).toEqual([0, expect.stringContaining('every row arrived.')])
    expect(printed).toContain('There is no secrets.json in DATA_DIR')
    const first = await nights(folder)
    await succeeds('backup', [], { ...env, BACKUP_KEEP: '1' })
    const kept = await nights(folder)
    expect([first.length, kept.length, kept[0] === first[0]]).toEqual([1, 1, false])
    const { made, failed } = await readBackupState(folder)
    expect([made?.file, made?.proven, failed]).toEqual([kept[0], true, null])
    expect((await stat(join(folder, kept[0]!))).mode & 0o777).toBe(0o600)
    // The scratch database is gone.
    expect((await readdir(join(around, 'one'))).filter((name) => name.startsWith('proof-'))).toEqual([])

    await writeFile(join(around, 'one', 'secrets.json'), 'not the secrets')
    const broken = await run('backup', [], env)
    expect([broken.code, broken.printed]).toEqual([1, expect.stringContaining('does not hold')])
    const after = await readBackupState(folder)
    expect([after.made, after.failed?.why]).toEqual([made, expect.stringContaining('does not hold')])
    expect(await nights(folder)).toEqual(kept)
  })

  it('sealed, it holds all that a new computer needs: records and secrets', async () => {
    const { env, folder } = await clinic()
    const secrets = await readSecrets(join(around, 'one'))
    const sealed = { BACKUP_PASSPHRASE: words }
    await succeeds('backup', [], { ...env, ...sealed })
    const [name] = await nights(folder)
    expect(name).toMatch(/\.backup\.age$/)
    const file = join(folder, name!)
    const empty = { ...data('two'), DATABASE_URL: await emptyDatabase() }
    for (const [wrong, said] of [
      [{}, 'This backup is sealed. Set BACKUP_PASSPHRASE'],
      [{ BACKUP_PASSPHRASE: 'another one altogether' }, 'does not open this backup'],
    ] as const) {
      const refused = await run('restore', [file], { ...empty, ...wrong })
      expect([refused.code, refused.printed]).toEqual([1, expect.stringContaining(said)])
    }
    const restored = await run('restore', [file], { ...empty, ...sealed })
    expect([restored.code, restored.printed]).toEqual([
      0,
      expect.stringContaining('The secrets of that server came with the backup.'),
    ])
    expect(await readSecrets(join(around, 'two'))).toEqual(secrets)
    expect(await clinics(empty.DATABASE_URL)).toEqual(['Kept Clinic'])
  })

  it('the secrets of a server that had others are kept beside', async () => {
    const { env } = await clinic()
    const secrets = await readSecrets(join(around, 'one'))
    const others = await readSecrets(join(around, 'two'))
    await succeeds('backup', [backup], env)
    const restored = await run('restore', [backup], {
      ...data('two'),
      DATABASE_URL: await emptyDatabase(),
    })
    expect(restored.printed).toContain('people log in again')
    expect(await readSecrets(join(around, 'two'))).toEqual(secrets)
    const [before] = (await readdir(join(around, 'two'))).filter((name) => name.startsWith('secrets.before-'))
    expect(JSON.parse(await readFile(join(around, 'two', before!), 'utf8'))).toEqual(others)
  })

  it('needs no data folder of its own where the database is elsewhere', async () => {
    const url = await emptyDatabase()
    await fill(url)
    const folder = join(around, 'own', 'backups')
    await succeeds('backup', [], { ...data('none'), DATABASE_URL: url, BACKUP_DIR: folder })
    expect((await readBackupState(folder)).made?.proven).toBe(true)
  })

  it('two databases share no folder: the other is refused, and what the first noted and kept stays', async () => {
    const { env, folder } = await clinic()
    await succeeds('backup', [], env)
    const noted = await readBackupState(folder)
    const kept = await nights(folder)
    const url = await emptyDatabase()
    await fill(url)
    const other = { ...env, DATABASE_URL: url, BACKUP_KEEP: '1' }
    const said = `${folder} keeps the backups of another database, which was begun on `
    const refused = await run('backup', [], other)
    expect([refused.code, refused.printed]).toEqual([1, expect.stringContaining(said)])
    const server = runProgram('main.ts', [], { ...other, PORT: String(await freePort()) })
    expect([await server.ended, server.printed()]).toEqual([1, expect.stringContaining(said)])
    expect([await readBackupState(folder), await nights(folder)]).toEqual([noted, kept])
    // The same installation in another database goes on.
    const moved = { ...env, DATABASE_URL: await emptyDatabase() }
    await succeeds('restore', [join(folder, kept[0]!)], moved)
    await succeeds('backup', [], moved)
    // Who replaces a database by another's backup says which one it is from then on.
    await succeeds('backup', [backup], { ...other, ...data('two') })
    await succeeds('restore', ['--replace', backup], moved)
    await succeeds('backup', [], moved)
    expect((await readBackupState(folder)).installation).not.toBe(noted.installation)
  })

  it('waits for nobody: while another one is being made it says so, and is no failure', async () => {
    const url = await emptyDatabase()
    await fill(url)
    const { pool, close } = connect(url)
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock(5523481190267714301)')
    const busy = await run('backup', [], { ...data('one'), DATABASE_URL: url })
    expect([busy.code, busy.printed.trim()]).toEqual([75, 'Another backup of this database is being made.'])
    expect(await readBackupState(join(around, 'one', 'backups'))).toEqual(NO_BACKUP)
    await holder.query('ROLLBACK')
    holder.release()
    await close()
  })
})
