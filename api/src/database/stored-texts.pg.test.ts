import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { examine } from '../admin/doctor.ts'
import { backupInto } from './backup/make-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { singleConnection } from './connect.ts'
import { assertEveryLetter } from './stored-texts.ts'
import { emptyDatabase } from './testing.ts'
import { endProcesses, freePort, runProgram } from './testing-process.ts'
import { templateName } from './testing-url.ts'

const LATIN1 = "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'"

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await endProcesses()
  for (const close of opened.splice(0)) await close()
})

const said = async (url: string) => {
  const pool = singleConnection(url)
  opened.push(() => pool.end())
  return assertEveryLetter(pool)
}

const badFindings = async (url: string) => {
  const config = {
    dataFolder: '/nowhere',
    backups: { folder: '/nowhere', keep: 14, at: '02:00', passphrase: undefined },
    tls: undefined,
    mail: { smtpUrl: undefined, from: 'a@b.test' },
    publicUrl: 'https://b.test',
  }
  const found = await examine(config, url, () => new Date())
  return found.filter(({ level }) => level === 'bad').map(({ line }) => line)
}

test('a server does not start on a database that lacks letters, says what to do, and changes nothing there', async () => {
  const url = await emptyDatabase(undefined, LATIN1)
  const folder = await mkdtemp(join(tmpdir(), 'letters '))
  opened.push(() => rm(folder, { recursive: true }))
  const server = runProgram('main.ts', [], {
    DATABASE_URL: url,
    DATA_DIR: folder,
    PORT: String(await freePort()),
  })
  expect(await server.ended).toBe(1)
  expect(server.printed().trim()).toBe(
    "The database stores text as LATIN1, and a patient's name may hold letters that this lacks. Make an empty one with " +
      "ENCODING 'UTF8' TEMPLATE template0, set its address, and restore a backup of this one into it if it holds anything.",
  )
  const pool = singleConnection(url)
  opened.push(() => pool.end())
  expect(
    (await pool.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).rowCount,
  ).toBe(0)
  expect(await badFindings(url)).toContainEqual(expect.stringMatching(/^The database stores text as LATIN1/))
})

test('a PostgreSQL that is too old is said before it is asked for what it lacks', async () => {
  const url = await emptyDatabase()
  const pool = singleConnection(url)
  opened.push(() => pool.end())
  // As one of version 14 answers: it knows no versions of collations.
  await pool.query(`CREATE SCHEMA before_15; SET search_path = before_15, pg_catalog`)
  await pool.query(
    `CREATE FUNCTION before_15.current_setting(name text) RETURNS text LANGUAGE sql AS $$
       SELECT CASE name WHEN 'server_version_num' THEN '140023' WHEN 'server_version' THEN '14.23' END $$`,
  )
  await pool.query(
    `CREATE VIEW before_15.pg_database AS SELECT oid, datname, encoding FROM pg_catalog.pg_database`,
  )
  await expect(assertEveryLetter(pool)).rejects.toThrow(
    'PostgreSQL 14.23 is too old. Update it to 15 or newer.',
  )
})

test('a backup is not restored into one either', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'letters '))
  opened.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'of a clinic.backup')
  const how = { now: new Date(), secrets: undefined, passphrase: undefined }
  await backupInto(file, await emptyDatabase(templateName), how)
  const ascii = await emptyDatabase(undefined, "ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'")
  await expect(restoreBackup(ascii, createReadStream(file))).rejects.toThrow('stores text as SQL_ASCII')
})

test('any order of texts will do, until the library that gives it was updated', async () => {
  const url = await emptyDatabase(
    undefined,
    "ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'de-DE' LOCALE 'C'",
  )
  expect(await said(url)).toBeUndefined()
  const pool = singleConnection(url)
  opened.push(() => pool.end())
  await pool.query(`UPDATE pg_database SET datcollversion = 'older' WHERE datname = current_database()`)
  const name = new URL(url).pathname.slice(1)
  const remedy = `REINDEX DATABASE "${name}"; ALTER DATABASE "${name}" REFRESH COLLATION VERSION;`
  expect(await said(url)).toContain(remedy)
  expect(await badFindings(url)).toContainEqual(expect.stringContaining(remedy))
  await pool.query(`REINDEX DATABASE "${name}"`)
  await pool.query(`ALTER DATABASE "${name}" REFRESH COLLATION VERSION`)
  expect(await said(url)).toBeUndefined()
})
