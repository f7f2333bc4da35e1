import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import type { KnownHead } from 'sync-protocol/rules/ledger-epochs'
import { LedgerWalk, type LedgerRow } from 'sync-protocol/rules/ledger-walk'
import { draw, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { readLedgerLines } from 'sync-protocol/wire/ledger'
import type { Speaker } from 'sync-protocol/wire/store'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { writeBackup } from '../database/backup/write-backup.ts'
import { connect, type Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { emptyDatabase, testDatabase } from '../database/testing.ts'
import { postgresStore } from '../sync/sync-store.ts'
import { epochOf, foundClinic, hire } from '../sync/testing-clinic.ts'
import { ledgerLines } from './ledger-store.ts'
import { lookSays } from './testing-records.ts'

const VERIFIER = resolve(import.meta.dirname, '../../../.scripts/verify-ledger.mjs')
interface Keeper {
  head?: LedgerHead
  epoch?: string
  unmarked_until?: number | undefined
}
const { verify, ledgersOf } = (await import(pathToFileURL(VERIFIER).href)) as {
  verify(rows: LedgerRow[], keeper: Keeper, known?: KnownHead[]): object
  ledgersOf(file: Buffer): { rows: LedgerRow[]; keeper: Keeper }[]
}

const NOW = '2026-11-20T10:00:00.000Z'
const RESTORED_AT = '2026-11-20T11:00:00.000Z'
const opened: Database[] = []
afterAll(() => Promise.all(opened.map((database) => database.close())))

function open(url: string): Database {
  const database = connect(url)
  opened.push(database)
  return database
}

async function draws(database: Database, who: Speaker, count: number): Promise<void> {
  const store = postgresStore(database, 'key', (error) => {
    throw error
  })
  const all = Array.from({ length: count }, (_, index) =>
    mutationOf(index + 1, randomUUID(), 'draw.save', [
      { op: 'create', collection: 'draws', _id: randomUUID(), content: draw({ drug_volume: index + 0.5 }) },
    ]),
  )
  const lane = { device: randomUUID(), lane: randomUUID() }
  await store.push(who, pushOf(await epochOf(database.pool), lane, all), NOW)
}

async function backupOf(url: string): Promise<Buffer> {
  const out = new PassThrough()
  const [file] = await Promise.all([buffer(out), writeBackup(url, out, new Date(NOW))])
  return file
}
const restore = (url: string, file: Buffer, replace = false) =>
  restoreBackup(url, Readable.from([file]), { replace, now: () => new Date(RESTORED_AT) })

/** What the screen and the stand-alone verifier say of the ledger, of a page of its lines and of a backup. */
async function verified(url: string, pool: pg.Pool, clinic: string, known: KnownHead[] = []) {
  const { header, entries } = readLedgerLines(await ledgerLines(pool, clinic, 0))
  const rows = entries.map(({ n, hash, entry }) => ({ n, hash, text: entry }))
  const walk = new LedgerWalk(header.epoch, { known, unmarkedUntil: header.unmarked_until ?? Infinity })
  for (const row of rows) walk.take(row)
  const [kept] = ledgersOf(await backupOf(url))
  const alone = [verify(rows, header, []), verify(kept?.rows ?? [], kept?.keeper ?? {}, [])]
  const screen = walk.end(header.head)
  // A restore brings ledger and records of one moment: none differs from the other.
  expect(await lookSays(pool, clinic)).toEqual(screen.ok ? [] : [`broken at ${screen.n}`])
  return {
    screen,
    alone,
    header,
    entries: entries.flatMap(({ entry }) => (entry.startsWith('{') ? [JSON.parse(entry) as Entry] : [])),
  }
}
type Entry = { n: number; op: string; epoch: string; content: object; by?: string; at?: string; prev: string }

/** A clinic with three draws in a backup, and two more since. */
async function lostTwo() {
  const url = await emptyDatabase('template0')
  const before = open(url)
  await migrate(before.queries)
  const clinic = await foundClinic(before.pool)
  const who = await hire(before.pool, clinic, [1])
  await draws(before, who, 3)
  const file = await backupOf(url)
  await draws(before, who, 2)
  const epoch = await epochOf(before.pool)
  const { header } = await verified(url, before.pool, clinic)
  return { url, clinic, who, file, epoch, head: header.head }
}

describe('[L6] a restore from backup', () => {
  test('names each head that went once, and none that an entry in the backup names already', async () => {
    const { url, clinic, who, file, epoch, head } = await lostTwo()
    await restore(url, file, true)
    const first = { ...head, epoch }
    const again = await backupOf(url)
    const between = open(url)
    const second = await epochOf(between.pool)
    await draws(between, who, 1)
    const { header } = await verified(url, between.pool, clinic)
    const lost = { ...header.head, epoch: second }
    // The entry of the first restore stands in this backup.
    expect((await restore(url, again, true)).ledgers).toMatchObject([{ lost: [lost] }])
    // In the first one stands neither: both are named, and the one that was named before only once.
    const stood = (await verified(url, open(url).pool, clinic)).header.head
    const third = await epochOf(open(url).pool)
    expect((await restore(url, file, true)).ledgers).toMatchObject([
      { lost: [first, lost, { ...stood, epoch: third }] },
    ])
  })

  test('enters into the ledger which epoch it continues and which head went, and the action log says it', async () => {
    const { url, clinic, who, file, epoch, head } = await lostTwo()
    const { epoch: next, ledgers } = await restore(url, file, true)
    const { pool, ...rest } = open(url)
    const seen = { ...head, epoch }
    const told = await verified(url, pool, clinic, [seen])
    expect(head.n).toBe(5)
    expect(told.entries.map(({ op }) => op)).toEqual(['create', 'create', 'create', 'restore'])
    const third = told.entries[3]
    expect(third).toEqual({
      n: 4,
      at: RESTORED_AT,
      received_at: RESTORED_AT,
      org: clinic,
      epoch: next,
      by: 'operator',
      op: 'restore',
      content: { backup_at: NOW, continues: { epoch, n: 3, hash: third?.prev }, lost: [seen] },
      prev: third?.prev,
    })
    expect(ledgers).toEqual([{ name: expect.any(String) as string, n: 3, lost: [seen] }])
    expect(told.screen).toMatchObject({ ok: true, head: { n: 4 }, lost: [{ ...seen, named: true }] })
    expect(told.alone).toMatchObject([{ ok: true }, { ok: true }])
    const { rows } = await pool.query<{ message: string; user_name: string }>(
      'SELECT user_name, message FROM "logged-actions" WHERE org_id = $1 AND at = $2',
      [clinic, RESTORED_AT],
    )
    expect(rows).toEqual([
      {
        user_name: 'Operator of the server',
        message: `Restored the server from the backup of ${NOW}; the controlled-substance ledger had reached entry 5 (${head.hash.slice(0, 12)}…) before`,
      },
    ])
    // It goes on in the new epoch.
    await draws({ pool, ...rest }, who, 1)
    const after = await verified(url, pool, clinic, [seen])
    expect(after.screen).toMatchObject({
      ok: true,
      head: { n: 5 },
      epochs: [{ to: 3 }, { from: 4, to: 5 }],
    })
    expect(after.alone).toMatchObject([{ ok: true }, { ok: true }])
  })

  test('into an empty database says that nobody knows what went; another one carries on what the first named', async () => {
    const { url, clinic, who, file, epoch, head } = await lostTwo()
    const fresh = await emptyDatabase('template0')
    await restore(fresh, file)
    expect((await verified(fresh, open(fresh).pool, clinic)).entries[3]).toMatchObject({
      content: { lost: null },
    })
    await restore(url, file, true)
    const second = open(url)
    await draws(second, who, 1)
    const between = {
      ...(await verified(url, second.pool, clinic)).header.head,
      epoch: await epochOf(second.pool),
    }
    await restore(url, file, true)
    const known = [{ ...head, epoch }, between]
    const { screen, entries } = await verified(url, open(url).pool, clinic, known)
    expect(entries[3]).toMatchObject({ content: { continues: { epoch, n: 3 }, lost: known } })
    expect(screen).toMatchObject({ ok: true, lost: known.map((one) => ({ ...one, named: true })) })
  })

  test('is entered into a ledger that nothing was written to yet, and loses nothing where the backup has it all', async () => {
    const { url, clinic, file } = await lostTwo()
    const whole = await backupOf(url)
    await restore(url, whole, true)
    expect((await verified(url, open(url).pool, clinic)).entries[5]).toMatchObject({ content: { lost: [] } })
    const bare = await foundClinic(open(url).pool)
    const withBare = await backupOf(url)
    await restore(url, withBare, true)
    const { screen, entries } = await verified(url, open(url).pool, bare)
    expect(entries).toMatchObject([{ n: 1, op: 'restore', content: { lost: [] } }])
    expect(screen).toMatchObject({ ok: true })
    expect(file.length).toBeGreaterThan(0)
  })

  test.each([
    ['is cut', 'DELETE FROM ledger WHERE n > 2', 3, 'number'],
    ['has its head set back', 'UPDATE organizations SET ledger_n = 2', 3, 'head'],
    ['holds what is no entry', "UPDATE ledger SET entry = 'x', hash = 'y' WHERE n = 3", 3, 'hash'],
  ])('is kept from nothing by a ledger that %s, which stays broken', async (_, tampering, n, by) => {
    const { url, clinic } = await lostTwo()
    await open(url).pool.query(
      `ALTER TABLE ledger DISABLE TRIGGER ALL; ALTER TABLE organizations DISABLE TRIGGER ledger_goes_on;
       ALTER TABLE ledger DROP CONSTRAINT ledger_check; ${tampering}`,
    )
    const file = await backupOf(url)
    await restore(url, file, true)
    const { screen, alone } = await verified(url, open(url).pool, clinic)
    const named = { ok: false, n, by }
    expect([screen, ...alone]).toMatchObject([named, named, named])
  })
})

describe('[L6] what is done to the entry of a restore', () => {
  const OWN_HASH = "hash = encode(sha256(convert_to(entry, 'UTF8')), 'hex')"
  const unprotected = (statements: string) =>
    `ALTER TABLE ledger DISABLE TRIGGER ALL; ALTER TABLE organizations DISABLE TRIGGER ledger_goes_on;
     ALTER TABLE ledger DROP CONSTRAINT ledger_check; ${statements}`
  test.each([
    ['removed', 'DELETE FROM ledger WHERE n = 4', 4, 'number'],
    [
      'removed, being the last, and the head set back',
      `DELETE FROM ledger WHERE n >= 4;
      UPDATE organizations SET ledger_n = 3, ledger_hash = (SELECT hash FROM ledger WHERE n = 3)`,
      4,
      'unmarked',
    ],
    [
      'what it says was lost',
      `UPDATE ledger SET entry = replace(entry, '"n":5}', '"n":3}') WHERE n = 4`,
      4,
      'hash',
    ],
    [
      'the same, its hash made anew',
      `UPDATE ledger SET entry = replace(entry, '"n":5}', '"n":3}') WHERE n = 4;
      UPDATE ledger SET ${OWN_HASH} WHERE n = 4`,
      4,
      'rewritten',
    ],
  ])('is found and named: %s', async (_, tampering, n, by) => {
    const { url, clinic, who, file } = await lostTwo()
    await restore(url, file, true)
    const database = open(url)
    await draws(database, who, 1)
    await database.pool.query(unprotected(tampering))
    const { screen, alone } = await verified(url, database.pool, clinic)
    const named = { ok: false, n, by }
    expect([screen, ...alone]).toMatchObject([named, named, named])
  })

  test('is refused by the database, also to its owner', async () => {
    const { url, clinic, file } = await lostTwo()
    await restore(url, file, true)
    const { pool } = open(url)
    for (const statement of [
      'UPDATE ledger SET n = n WHERE n = 4',
      'DELETE FROM ledger WHERE n = 4',
      'TRUNCATE ledger',
      'INSERT INTO ledger SELECT org_id, 5, entry, hash FROM ledger WHERE n = 4',
    ])
      await expect(pool.query(statement)).rejects.toMatchObject({ code: '23001' })
    expect((await verified(url, pool, clinic)).screen).toMatchObject({ ok: true })
  })
})

test('[L6] epochs that an earlier version restored without an entry break nothing, and later ones need it', async () => {
  const { pool, url } = await testDatabase()
  const database = open(url)
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1])
  await draws(database, who, 2)
  await pool.query('UPDATE installation SET epoch = gen_random_uuid()')
  await draws(database, who, 2)
  expect((await verified(url, pool, clinic)).screen).toMatchObject({ ok: false, n: 3, by: 'unmarked' })
  // As the migration finds it in a database of the version before.
  const sql = await migrationText('0011-ledger-restores.sql')
  await pool.query('ALTER TABLE organizations DROP COLUMN ledger_unmarked_until')
  await pool.query(sql)
  const told = await verified(url, pool, clinic)
  expect(told.header.unmarked_until).toBe(4)
  expect([told.screen, ...told.alone]).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  await pool.query('UPDATE installation SET epoch = gen_random_uuid()')
  await draws(database, who, 1)
  expect((await verified(url, pool, clinic)).screen).toMatchObject({ ok: false, n: 5, by: 'unmarked' })
})

async function migrationText(name: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(resolve(import.meta.dirname, '../../../migrations', name), 'utf8')
}
