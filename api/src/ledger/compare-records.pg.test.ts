import { mkdtempSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { attentionIdOf } from 'sync-protocol/records/mutation-hash'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { draw, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import type { Speaker } from 'sync-protocol/wire/store'
import type { Database } from '../database/connect.ts'
import { testDatabase } from '../database/testing.ts'
import { letters, nextLetter } from '../mail/testing-letters.ts'
import { openMail } from '../mail/mail.ts'
import { warningsStore } from '../mail/warnings-store.ts'
import { sendWarnings } from '../mail/warnings.ts'
import { organizationIds } from '../sync/retention-store.ts'
import { postgresStore } from '../sync/sync-store.ts'
import { epochOf, foundClinic, hire } from '../sync/testing-clinic.ts'
import { watchLedgers } from './ledger-watch.ts'
import { backupSays, lookSays } from './testing-records.ts'

const NOW = '2026-11-20T10:00:00.000Z'

const row = (over: JsonObject): JsonObject => ({
  kind: 'draw',
  procedure_number: 1,
  date: '2026-11-20',
  title: 'Rex',
  species: 0,
  description: '',
  bottle_number: 'K-1',
  reason: 'Castration',
  added: null,
  used: null,
  adjusted: null,
  balance: null,
  empty: false,
  ...over,
})
const balance: JsonObject = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  drug_form: 'injection',
  container_size: 20,
  date_start: '2026-11-20',
  date_end: '2026-11-20',
  combined: false,
  pages: [
    [
      row({ kind: 'opening', reason: 'Previous Balance', container_size: 20, balance: 17.05 }),
      row({ used: 1, balance: 16.05 }),
    ],
  ],
  closing: { bottle_number: 'K-1', container_size: 20, balance: 16.05 },
}

function sender({ pool, ...rest }: Database, epoch: string) {
  const store = postgresStore({ pool, ...rest }, 'key', (error) => {
    throw error
  })
  const lanes = new Map<string, { device: string; lane: string; n: number }>()
  return async (who: Speaker, action: string, ops: Op[], over: Partial<Mutation> = {}) => {
    const lane = lanes.get(who.user_id) ?? { device: randomUUID(), lane: randomUUID(), n: 0 }
    lanes.set(who.user_id, { ...lane, n: lane.n + 1 })
    const mutation = mutationOf(lane.n + 1, randomUUID(), action, ops, over)
    const { results } = await store.push(who, pushOf(epoch, lane, [mutation]), NOW)
    return { mutation, status: results[0]?.status }
  }
}

/** A clinic with two draws, one of them voided, and a balance sheet, in a database of its own. */
async function clinicWithFacts() {
  const database = await testDatabase()
  const { pool, url } = database
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, [0, 1, 2])
  const send = sender(database, await epochOf(pool))
  const [first, voided, sheet] = [randomUUID(), randomUUID(), randomUUID()]
  await send(who, 'draw.save', [
    { op: 'create', collection: 'draws', _id: first, content: draw() },
    { op: 'create', collection: 'draws', _id: voided, content: draw({ drug_volume: 0.75 }) },
  ])
  await send(who, 'draw.void', [
    { op: 'void', collection: 'draws', _id: voided, base: 1, reason: 'Entered twice' },
  ])
  await send(who, 'balance.save', [{ op: 'create', collection: 'balances', _id: sheet, content: balance }])
  return { pool, url, clinic, who, send, ids: { first, voided, sheet } }
}

const replaced = (from: string, to: string, where: string) =>
  `UPDATE records SET body = replace(body::text, '${from}', '${to}')::json WHERE ${where}`
const DRAW = "collection = 'draws' AND body ->> 'voided' IS NULL"
const VOIDED = "collection = 'draws' AND body ->> 'voided' IS NOT NULL"
const SHEET = "collection = 'balances'"
const DRAWN = 'Draw of 11/20/2026 (Ketamine 100 mg/ml, Rex)'
const BALANCED = 'Balance sheet of 11/20/2026 (Ketamine 100 mg/ml)'

describe('a record that somebody changed in the database is named, with what the ledger says and what it says', () => {
  test.each([
    [
      'the closing of a balance sheet',
      replaced('"balance":16.05}', '"balance":16.75}', SHEET),
      `${BALANCED}, closing: the ledger says 16.05 ml, the record says 16.75 ml`,
    ],
    [
      'a cell of it',
      replaced('"used":1,', '"used":0.3,', SHEET),
      `${BALANCED}, page 1, row 2, used: the ledger says 1 ml, the record says 0.3 ml`,
    ],
    [
      'a row taken out',
      `UPDATE records SET body = jsonb_set(body::jsonb, '{content,pages,0}', (body::jsonb #> '{content,pages,0}') - 1)::json WHERE ${SHEET}`,
      `${BALANCED}, page 1, row 2: the ledger says {`,
    ],
    [
      'the volume of a draw',
      replaced('"drug_volume":0.5', '"drug_volume":0.05', DRAW),
      `${DRAWN}, volume: the ledger says 0.5 ml, the record says 0.05 ml`,
    ],
    [
      'its author',
      `UPDATE records SET body = jsonb_set(body::jsonb, '{meta,author_id}', '"${randomUUID()}"')::json WHERE ${DRAW}`,
      `${DRAWN}, made by: the ledger says`,
    ],
    [
      'its time',
      `UPDATE records SET body = jsonb_set(body::jsonb, '{meta,date_created}', '"2026-11-19T09:00:00.000Z"')::json WHERE ${DRAW}`,
      `${DRAWN}, made at: the ledger says 2026-11-20T09:58:03.120Z, the record says 2026-11-19T09:00:00.000Z`,
    ],
    [
      'its time, as if somebody had approved it later',
      `UPDATE records SET body = jsonb_set(jsonb_set(body::jsonb, '{meta,date_created}', '"2026-11-19T09:00:00.000Z"'), '{meta,approved_by}', '"Eve"')::json WHERE ${DRAW}`,
      `${DRAWN}, made at: the ledger says 2026-11-20T09:58:03.120Z, the record says 2026-11-19T09:00:00.000Z`,
    ],
    [
      'the name of who made it',
      `UPDATE records SET body = jsonb_set(body::jsonb, '{meta,author_name}', '"Eve"')::json WHERE ${DRAW}`,
      `${DRAWN}, name of who made it: the ledger says 'User`,
    ],
    [
      'when it reached the server',
      `UPDATE records SET body = jsonb_set(body::jsonb, '{meta,received_at}', '"2026-11-21T09:00:00.000Z"')::json WHERE ${DRAW}`,
      `${DRAWN}, reached the server: the ledger says ${NOW}, the record says 2026-11-21T09:00:00.000Z`,
    ],
    [
      'a voiding taken back',
      `UPDATE records SET body = (body::jsonb - 'voided')::json WHERE ${VOIDED}`,
      `${DRAWN}, voiding: the ledger says voided by User`,
    ],
    [
      'a voiding that nobody did',
      `UPDATE records SET body = jsonb_set(body::jsonb, '{voided}', '{"by":"${randomUUID()}","by_name":"Eve","at":"2026-11-20T10:00:00.000Z","reason":"x"}')::json WHERE ${DRAW}`,
      `${DRAWN}, voiding: the ledger says not voided, the record says voided by Eve ('x')`,
    ],
    [
      'the reason of one',
      replaced('Entered twice', 'Entered once', VOIDED),
      `${DRAWN}, reason of the voiding: the ledger says 'Entered twice', the record says 'Entered once'`,
    ],
    [
      'a record deleted',
      `DELETE FROM records WHERE ${SHEET}`,
      `${BALANCED}: entry 4 of the ledger has it, but its record is gone`,
    ],
    [
      'a record made a tombstone',
      `UPDATE records SET deleted = true, body = jsonb_set(body::jsonb, '{deleted}', 'true')::json WHERE ${DRAW}`,
      `${DRAWN}: entry 1 of the ledger has it, but its record is gone`,
    ],
    [
      'a record made up',
      `INSERT INTO records SELECT org_id, collection, made.id, version, seq, deleted, schema,
         jsonb_set(body::jsonb, '{_id}', to_jsonb(made.id))::json, NULL, changed_at
       FROM records, (SELECT gen_random_uuid() AS id) made WHERE ${DRAW}`,
      `${DRAWN}: there is a record of it, but no entry in the ledger`,
    ],
    [
      'a balance sheet made up under the id of a draw',
      `INSERT INTO records SELECT s.org_id, s.collection, d.record_id, s.version, s.seq, s.deleted, s.schema,
         jsonb_set(s.body::jsonb, '{_id}', to_jsonb(d.record_id))::json, NULL, s.changed_at
       FROM records s, records d WHERE s.${SHEET} AND d.org_id = s.org_id
         AND d.record_id = (SELECT record_id FROM records WHERE ${DRAW})`,
      `${BALANCED}: there is a record of it, but no entry in the ledger`,
    ],
  ])('%s', async (_, tampering, named) => {
    const { pool, url, clinic } = await clinicWithFacts()
    expect([await lookSays(pool, clinic), await backupSays(url)]).toEqual([[], []])
    await pool.query(tampering)
    const said = await lookSays(pool, clinic)
    expect(said).toEqual([expect.stringContaining(named)])
    expect(await backupSays(url)).toHaveLength(1)
  })

  test('the stand-alone verifier says it in the same words, and which record it is', async () => {
    const { pool, url, ids } = await clinicWithFacts()
    await pool.query(replaced('"balance":16.05}', '"balance":16.75}', SHEET))
    expect(await backupSays(url)).toEqual([
      `${BALANCED}, closing: the ledger says 16.05 ml, the record says 16.75 ml (balances/${ids.sheet})`,
    ])
  })
})

describe('what is as it should be is never named', () => {
  test('a draw that was made and voided by one change: the ledger has both', async () => {
    const { pool, url, clinic, who, send } = await clinicWithFacts()
    const _id = randomUUID()
    await send(who, 'draw.save', [
      { op: 'create', collection: 'draws', _id, content: draw() },
      { op: 'void', collection: 'draws', _id, base: 1, reason: '' },
    ])
    expect([await lookSays(pool, clinic), await backupSays(url)]).toEqual([[], []])
    const { rows } = await pool.query<{ op: string }>(
      "SELECT entry::json ->> 'op' AS op FROM ledger WHERE entry LIKE $1 ORDER BY n",
      [`%${_id}%`],
    )
    expect(rows.map(({ op }) => op)).toEqual(['create', 'void'])
    await pool.query(replaced('"drug_volume":0.5', '"drug_volume":5', VOIDED))
    expect(await lookSays(pool, clinic)).toHaveLength(1)
  })

  test('a parked draw that somebody approved later, and a clock that was corrected', async () => {
    const { pool, url, clinic, who, send } = await clinicWithFacts()
    const before = await hire(pool, clinic, [])
    const late = { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() } as const
    const { mutation, status } = await send(before, 'draw.save', [late], { at: '2026-11-18T08:00:00.000Z' })
    expect(status).toBe('parked')
    const attention = attentionIdOf(mutation.id)
    const settled = await send(who, 'attention.approve', [
      { op: 'settle', collection: 'attention', _id: attention, base: 1, choice: 'mine' },
    ])
    expect(settled.status).toBe('applied')
    await send(who, 'draw.save', [{ ...late, _id: randomUUID() }], { clock_offset_ms: 7_200_000 })
    await send(who, 'draw.save', [{ ...late, _id: randomUUID() }], { clock_offset_ms: null })
    expect([await lookSays(pool, clinic), await backupSays(url)]).toEqual([[], []])
    await pool.query(
      replaced('2026-11-18T08:00:00.000Z', '2026-11-18T09:00:00.000Z', `record_id = '${late._id}'`),
    )
    expect([await lookSays(pool, clinic), await backupSays(url)]).toEqual([
      [expect.stringContaining('the ledger says 2026-11-18T08:00:00.000Z, the record says 2026-11-18T09')],
      [expect.stringContaining('the ledger says 2026-11-18T08:00:00.000Z, the record says 2026-11-18T09')],
    ])
  })

  test('records that a tablet writes while the look goes on', async () => {
    const { pool, clinic, who, send } = await clinicWithFacts()
    const writing = Array.from({ length: 30 }, async () =>
      send(who, 'draw.save', [{ op: 'create', collection: 'draws', _id: randomUUID(), content: draw() }]),
    )
    const said = await Promise.all(Array.from({ length: 5 }, () => lookSays(pool, clinic)))
    await Promise.all(writing)
    expect(said.flat()).toEqual([])
  })
})

describe('the nightly look', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  const warned: string[] = []
  const mail = openMail({
    config: { dataFolder: folder, mail: { smtpUrl: undefined, from: 'server@example.org' } },
    now: () => new Date(),
    say: () => undefined,
    failed: (_, error) => {
      throw error
    },
  })
  afterAll(() => mail.close())

  test('tells holders of 0 what differs, by e-mail and in the action log, each finding once', async () => {
    const { pool, clinic } = await clinicWithFacts()
    await hire(pool, clinic, [1, 2])
    const other = await foundClinic(pool)
    await hire(pool, other, [0])
    const now = () => new Date(NOW)
    const look = async () => {
      await watchLedgers({
        pool,
        organizationIds: () => organizationIds(pool),
        warn: (words) => warned.push(words),
        now,
      })
      await sendWarnings({ ...mail, store: warningsStore(pool), now }, new AbortController().signal)
    }
    const logged = async () => {
      const { rows } = await pool.query<{ message: string; org_id: string; user_name: string }>(
        `SELECT message, org_id, user_name FROM "logged-actions" WHERE user_name = 'The server' ORDER BY message`,
      )
      return rows
    }
    await look()
    expect([await logged(), warned, letters(folder)]).toEqual([[], [], []])
    await pool.query(replaced('"balance":16.05}', '"balance":16.75}', SHEET))
    await look()
    await look()
    const words = `${BALANCED}, closing: the ledger says 16.05 ml, the record says 16.75 ml (entry 4)`
    const message = `A record is not what the ledger of controlled substances says. ${words}`
    expect(await logged()).toEqual([{ message, org_id: clinic, user_name: 'The server' }])
    // The log holds no name and no number of a record.
    expect(warned).toEqual([
      expect.stringMatching(new RegExp(`clinic ${clinic} .* at balances/[0-9a-f-]{36}/content/`)),
    ])
    expect(warned[0]).not.toMatch(/16\.05|Ketamine/)
    expect(await nextLetter(folder, 1)).toContain(words)
    expect(letters(folder)).toHaveLength(1)
    // Another finding is told, the first not again.
    await pool.query(replaced('"drug_volume":0.5', '"drug_volume":5', DRAW))
    await look()
    const second = await nextLetter(folder, 2)
    expect(second).toContain(`${DRAWN}, volume: the ledger says 0.5 ml, the record says 5 ml`)
    expect(second).not.toContain('closing')
    expect(await logged()).toHaveLength(2)
  })

  test('tells of a broken ledger too', async () => {
    const { pool, clinic } = await clinicWithFacts()
    await pool.query(
      'ALTER TABLE ledger DISABLE TRIGGER ALL; DELETE FROM ledger WHERE n = 2; ALTER TABLE ledger ENABLE TRIGGER ALL',
    )
    expect(await lookSays(pool, clinic)).toEqual(['broken at 2'])
  })
})
