import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { LedgerHead } from 'sync-protocol/records/ledger-entry'
import type { Mutation } from 'sync-protocol/records/mutation'
import type { KnownHead } from 'sync-protocol/rules/ledger-epochs'
import { LedgerWalk, type LedgerRow } from 'sync-protocol/rules/ledger-walk'
import { draw, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { readLedgerLines } from 'sync-protocol/wire/ledger'
import { connect } from '../database/connect.ts'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { writeBackup } from '../database/backup/write-backup.ts'
import { emptyDatabase, testDatabase } from '../database/testing.ts'
import { postgresStore } from '../sync/sync-store.ts'
import { epochOf, foundClinic, hire } from '../sync/testing-clinic.ts'
import { ledgerLines } from './ledger-store.ts'

const VERIFIER = resolve(import.meta.dirname, '../../../.scripts/verify-ledger.mjs')
const { verify, ledgersOf } = (await import(pathToFileURL(VERIFIER).href)) as {
  verify(rows: LedgerRow[], keeper: Keeper, known?: KnownHead[]): object
  ledgersOf(file: Buffer): { rows: LedgerRow[]; keeper: Keeper }[]
}

/** What the keeper of a ledger says beside its entries. */
interface Keeper {
  head?: LedgerHead
  epoch?: string
  unmarked_until?: number | undefined
}

const COUNT = 24
const NOW = '2026-11-20T10:00:00.000Z'

/** A clinic with a ledger, in a database of its own whose owner everybody here is. */
async function clinicWithLedger() {
  const database = await testDatabase()
  const { pool, url } = database
  const store = postgresStore(database, 'key', (error) => {
    throw error
  })
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [1])
  const lane = { device: randomUUID(), lane: randomUUID() }
  const epoch = await epochOf(pool)
  const drawn = (n: number): Mutation =>
    mutationOf(n, randomUUID(), 'draw.save', [
      { op: 'create', collection: 'draws', _id: randomUUID(), content: draw({ drug_volume: n / 4 }) },
    ])
  await store.push(
    who,
    pushOf(
      epoch,
      lane,
      Array.from({ length: COUNT }, (_, n) => drawn(n + 1)),
    ),
    NOW,
  )
  return { pool, url, clinic, ...(await verified(pool, clinic)) }
}

/** What the verify screen says, and what the stand-alone verifier says of the same rows. */
async function verified(pool: Parameters<typeof ledgerLines>[0], clinic: string, known: KnownHead[] = []) {
  const { header, entries, isLast } = readLedgerLines(await ledgerLines(pool, clinic, 0))
  expect(isLast).toBe(true)
  const rows = entries.map(({ n, hash, entry }) => ({ n, hash, text: entry }))
  const walk = new LedgerWalk(header.epoch, { known, unmarkedUntil: header.unmarked_until ?? Infinity })
  for (const row of rows) walk.take(row)
  return { screen: walk.end(header.head), alone: verify(rows, header, known), head: header.head }
}

/** The owner of the database takes every protection away, in the statements of one session. */
const unprotected = (...statements: string[]) =>
  [
    'ALTER TABLE ledger DISABLE TRIGGER ALL; ALTER TABLE organizations DISABLE TRIGGER ledger_goes_on',
    'ALTER TABLE ledger DROP CONSTRAINT ledger_check',
    ...statements,
  ].join('; ')
const OWN_HASH = "hash = encode(sha256(convert_to(entry, 'UTF8')), 'hex')"
const CUT = 'DELETE FROM ledger WHERE n > 14'
const HEAD_BACK =
  'UPDATE organizations SET ledger_n = 14, ledger_hash = (SELECT hash FROM ledger WHERE n = 14)'

describe('what the owner of the database does to the ledger is found and named by both', () => {
  test.each([
    [
      'one byte',
      'UPDATE ledger SET entry = replace(entry, \'"drug_volume":1.75\', \'"drug_volume":9.75\') WHERE n = 7',
      7,
      'hash',
    ],
    [
      'one byte that leaves no JSON',
      "UPDATE ledger SET entry = overlay(entry placing 'x' from 1) WHERE n = 7",
      7,
      'hash',
    ],
    [
      'a byte at the end of the text',
      "UPDATE ledger SET entry = left(entry, -1) || ']' WHERE n = 24",
      24,
      'hash',
    ],
    ['a hash', "UPDATE ledger SET hash = translate(hash, '0123456789', '1234567890') WHERE n = 9", 9, 'hash'],
    ['a number', 'UPDATE ledger SET n = 1000 WHERE n = 9', 9, 'number'],
    ['a row deleted', 'DELETE FROM ledger WHERE n = 5', 5, 'number'],
    ['the last ten cut off', CUT, 15, 'cut'],
  ])('%s', async (_, statement, n, by) => {
    const { pool, clinic, screen, alone } = await clinicWithLedger()
    expect([screen, alone]).toMatchObject([{ ok: true }, { ok: true }])
    await pool.query(unprotected(statement))
    const told = await verified(pool, clinic)
    expect([told.screen, told.alone]).toMatchObject([
      { ok: false, n, by },
      { ok: false, n, by },
    ])
  })

  test('one byte, with a hash made anew to fit', async () => {
    const { pool, clinic } = await clinicWithLedger()
    const forge = (n: number, from: string, to: string) =>
      unprotected(
        `UPDATE ledger SET entry = replace(entry, '"drug_volume":${from}', '"drug_volume":${to}') WHERE n = ${n}`,
        `UPDATE ledger SET ${OWN_HASH} WHERE n = ${n}`,
      )
    await pool.query(forge(7, '1.75', '9.75'))
    const told = await verified(pool, clinic)
    const named = { ok: false, n: 7, by: 'rewritten' }
    expect([told.screen, told.alone]).toMatchObject([named, named])
  })

  test('the last ten cut off, the organization’s head with them: by any head that was seen or printed', async () => {
    const { pool, clinic, head } = await clinicWithLedger()
    await pool.query(unprotected(CUT, HEAD_BACK))
    const silent = await verified(pool, clinic)
    expect([silent.screen, silent.alone]).toMatchObject([{ ok: true }, { ok: true }])
    const printed = { n: head.n, hash: head.hash.slice(0, 12) }
    const told = await verified(pool, clinic, [printed])
    const named = { ok: false, n: 15, by: 'cut', known: printed }
    expect([told.screen, told.alone]).toMatchObject([named, named])
  })

  test('a damaged ledger keeps nobody from a restore, stands in the backup, and goes on guarded', async () => {
    const { pool, url } = await clinicWithLedger()
    await pool.query(
      unprotected(
        "UPDATE ledger SET entry = replace(entry, 'mg', E'm\\\\\\tg') || '!' WHERE n = 3",
        'DELETE FROM ledger WHERE n = 5',
      ),
    )
    await pool.query('ALTER TABLE ledger ENABLE TRIGGER ALL')
    const out = new PassThrough()
    const [file] = await Promise.all([buffer(out), writeBackup(url, out, new Date(NOW))])
    const [kept] = ledgersOf(file)
    expect(verify(kept?.rows ?? [], kept?.keeper ?? {})).toMatchObject({
      ok: false,
      n: 3,
      by: 'hash',
    })
    const [next] = ledgersOf(file.subarray())
    expect(next?.rows).toHaveLength(COUNT - 1)
    const target = await emptyDatabase('template0')
    await restoreBackup(target, Readable.from([file]))
    const restored = connect(target)
    const { rows } = await restored.pool.query('SELECT n, entry, hash FROM ledger ORDER BY n')
    expect(rows.pop()).toMatchObject({ n: COUNT + 1, entry: expect.stringContaining('"op":"restore"') })
    expect(rows).toEqual((await pool.query('SELECT n, entry, hash FROM ledger ORDER BY n')).rows)
    for (const change of [
      'DELETE FROM ledger',
      'INSERT INTO ledger SELECT org_id, 26, entry, hash FROM ledger WHERE n = 24',
      "INSERT INTO ledger SELECT org_id, 26, '{}', hash FROM ledger WHERE n = 24",
    ])
      await expect(restored.pool.query(change)).rejects.toThrow(/ledger/)
    await restored.close()
  })
})

describe('the database itself refuses, also its owner, as long as the protection stands', () => {
  const sound = clinicWithLedger()
  test.each([
    ['to change an entry', 'UPDATE ledger SET n = n', '23001'],
    ['to delete one', 'DELETE FROM ledger WHERE n = 24', '23001'],
    ['to empty the ledger', 'TRUNCATE ledger', '23001'],
    ['to empty it with all that it belongs to', 'TRUNCATE organizations CASCADE', '23001'],
    [
      'a text that its hash was not made of',
      "INSERT INTO ledger SELECT org_id, 25, entry || ' ', hash FROM ledger WHERE n = 24",
      '23514',
    ],
    [
      'an entry under another number',
      'INSERT INTO ledger SELECT org_id, 25, entry, hash FROM ledger WHERE n = 24',
      '23001',
    ],
    ['to set the head back', 'UPDATE organizations SET ledger_n = ledger_n - 1', '23001'],
    ['to replace the head', "UPDATE organizations SET ledger_hash = repeat('f', 64)", '23001'],
  ])('%s', async (_, statement, code) => {
    const { pool, clinic } = await sound
    const client = await pool.connect()
    try {
      for (const role of ['origin', 'replica']) {
        await client.query(`SET session_replication_role = ${role}`)
        await expect(client.query(statement)).rejects.toMatchObject({ code })
      }
    } finally {
      client.release(true)
    }
    expect((await verified(pool, clinic)).screen).toMatchObject({ ok: true, head: { n: COUNT } })
  })

  test.each([
    ['a gap', (n: number) => n + 2, (hash: string) => hash],
    ['another entry before it', (n: number) => n + 1, () => 'f'.repeat(64)],
    ['a place that is taken', (n: number) => n, (hash: string) => hash],
  ])('a well-made entry with %s', async (_, number, prev) => {
    const { pool, clinic, head } = await sound
    const n = number(head.n)
    const insert = pool.query(
      `INSERT INTO ledger SELECT $1, $2, t, encode(sha256(convert_to(t, 'UTF8')), 'hex')
       FROM (SELECT json_build_object('n', $2::bigint, 'org', $1::uuid, 'prev', $3::text)::text AS t) AS made`,
      [clinic, n, prev(head.hash)],
    )
    await expect(insert).rejects.toMatchObject({ code: n === head.n ? '23505' : '23001' })
  })
})
