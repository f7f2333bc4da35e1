import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Mutation } from 'sync-protocol/records/mutation'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { testDatabase } from '../database/testing.ts'
import { protocolError } from '../errors.ts'
import { postgresStore } from './sync-store.ts'
import { epochOf, foundClinic, hire } from './testing-clinic.ts'

const database = await testDatabase()
const { pool } = database
const epoch = await epochOf(pool)
const NOW = '2026-11-20T10:00:00.000Z'
const faults: (string | undefined)[] = []
const newStore = () => postgresStore(database, 'key', (_, parked) => faults.push(parked))

const create = (n: number, name: string) =>
  mutationOf(n, randomUUID(), 'drug.create', [
    { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine({ name }) },
  ])
const takeDraw = (n: number) =>
  mutationOf(n, randomUUID(), 'draw.save', [
    { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() },
  ])

async function clinicOf(perms = [1]) {
  const clinic = await foundClinic(pool)
  const who = await hire(pool, clinic, perms)
  const lane = { device: randomUUID(), lane: randomUUID() }
  const push = (mutations: Mutation[], store = newStore()) =>
    store.push(who, pushOf(epoch, lane, mutations), NOW)
  return { clinic, who, lane, push }
}

const TABLES = [
  'devices',
  'lanes',
  'records',
  'record_changes',
  'mutations',
  'lane_numbers',
  'refused_creations',
  'draft_redirects',
  'logged-actions',
  'ledger',
]

/** Everything that is stored of a clinic. */
async function allOf(clinic: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (const table of [...TABLES, 'organizations']) {
    const { rows } = await pool.query(`SELECT * FROM "${table}" t WHERE org_id = $1 ORDER BY t::text`, [
      clinic,
    ])
    found.push(rows)
  }
  return found
}

afterEach(async () => {
  await pool.query('DROP TRIGGER IF EXISTS faulty ON records')
  await pool.query('DROP TRIGGER IF EXISTS late ON records')
  await pool.query('DROP TRIGGER IF EXISTS slow ON "logged-actions"')
})

/** Waits until a connection of this database waits for a lock, and gives its process. */
async function blocked(): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    if (rows[0]) return rows[0].pid
  }
}

test('[P1] one request sent many times at once, through several processes, takes effect once', async () => {
  const { clinic, push } = await clinicOf()
  const mutations = [create(1, 'A'), takeDraw(2), create(3, 'B')]
  const stores = Array.from({ length: 3 }, newStore)
  const replies = await Promise.all([...stores, ...stores].map((store) => push(mutations, store)))
  expect(replies.filter(({ results }) => results.every(({ replayed }) => replayed !== true))).toHaveLength(1)
  for (const { last_n, head, results } of replies) {
    expect([last_n, head]).toEqual([3, 3])
    expect(results.map(({ status, seq }) => [status, seq])).toEqual([
      ['applied', 1],
      ['applied', 2],
      ['applied', 3],
    ])
    expect(results[1]?.records).toMatchObject([{ collection: 'draws', version: 1 }])
  }
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM records WHERE org_id = $1) AS records,
       (SELECT count(*) FROM ledger WHERE org_id = $1) AS ledger,
       (SELECT count(*) FROM "logged-actions" WHERE org_id = $1) AS logged`,
    [clinic],
  )
  expect(rows).toEqual([{ records: 3, ledger: 1, logged: 3 }])
})

test('[P9] a connection cut while it waits for the lock: 503, nothing has changed, and the same request passes later', async () => {
  const { clinic, push } = await clinicOf()
  await push([create(1, 'Before')])
  const before = await allOf(clinic)
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM organizations WHERE org_id = $1 FOR UPDATE', [clinic])
  const late = takeDraw(2)
  const pushing = push([late]).catch((error: unknown) => protocolError(error))
  await pool.query('SELECT pg_terminate_backend($1)', [await blocked()])
  expect(await pushing).toMatchObject({ code: 'unavailable', status: 503 })
  await holder.query('ROLLBACK')
  holder.release()
  expect(await allOf(clinic)).toEqual(before)
  expect((await push([late])).results[0]).toMatchObject({ status: 'applied' })
})

test('[P9] a connection cut after the writes and before the commit: 503 and nothing has changed', async () => {
  const { clinic, push } = await clinicOf()
  await push([create(1, 'Before')])
  const before = await allOf(clinic)
  await pool.query(`CREATE OR REPLACE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$`)
  await pool.query('CREATE TRIGGER slow AFTER INSERT ON "logged-actions" EXECUTE FUNCTION wait_here()')
  const holder = await pool.connect()
  await holder.query('SELECT pg_advisory_lock(4711)')
  const late = takeDraw(2)
  const pushing = push([late]).catch((error: unknown) => protocolError(error))
  await pool.query('SELECT pg_terminate_backend($1)', [await blocked()])
  expect(await pushing).toMatchObject({ code: 'unavailable' })
  await holder.query('SELECT pg_advisory_unlock(4711)')
  holder.release()
  expect(await allOf(clinic)).toEqual(before)
  expect((await push([late])).results[0]).toMatchObject({ status: 'applied' })
})

test('[P5] nothing is answered before the commit is done', async () => {
  const { clinic, push } = await clinicOf()
  await pool.query(`CREATE OR REPLACE FUNCTION wait_late() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(4712); RETURN NULL; END $$`)
  await pool.query(`CREATE CONSTRAINT TRIGGER late AFTER INSERT ON records DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait_late()`)
  const holder = await pool.connect()
  await holder.query('SELECT pg_advisory_lock(4712)')
  let answered = false
  const pushing = push([create(1, 'A')]).finally(() => (answered = true))
  const pid = await blocked()
  const { rows } = await pool.query<{ query: string }>('SELECT query FROM pg_stat_activity WHERE pid = $1', [
    pid,
  ])
  expect(rows).toEqual([{ query: 'COMMIT' }])
  expect(answered).toBe(false)
  expect((await pool.query('SELECT 1 FROM records WHERE org_id = $1', [clinic])).rows).toEqual([])
  await holder.query('SELECT pg_advisory_unlock(4712)')
  holder.release()
  expect((await pushing).results[0]).toMatchObject({ status: 'applied' })
  expect((await pool.query('SELECT 1 FROM records WHERE org_id = $1', [clinic])).rows).toHaveLength(1)
})

/** The database itself cannot keep a drug of this name. */
async function poison(): Promise<void> {
  await pool.query(`CREATE OR REPLACE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF new.collection = 'drugs' AND new.body->'content'->>'name' = 'Poison' THEN RAISE EXCEPTION 'poisoned'; END IF;
    RETURN new; END $$`)
  await pool.query(
    'CREATE TRIGGER faulty BEFORE INSERT OR UPDATE ON records FOR EACH ROW EXECUTE FUNCTION refuse_poison()',
  )
}

test('[P9] a mutation that the database cannot keep is parked alone, in the middle of a batch', async () => {
  const { clinic, push, who } = await clinicOf()
  await poison()
  const bad = create(2, 'Poison')
  const { results, last_n } = await push([create(1, 'A'), bad, takeDraw(3), create(4, 'B')])
  expect(results.map(({ status, code }) => [status, code])).toEqual([
    ['applied', undefined],
    ['parked', 'internal'],
    ['applied', undefined],
    ['applied', undefined],
  ])
  expect(last_n).toBe(4)
  expect(faults).toEqual([undefined, bad.id])
  const { rows } = await pool.query<{ content: unknown; author: string }>(
    `SELECT body->'content' AS content, body->'meta'->>'author_id' AS author FROM records
     WHERE org_id = $1 AND collection = 'attention'`,
    [clinic],
  )
  expect(rows).toMatchObject([{ content: { mutation: bad, code: 'internal' }, author: who.user_id }])
  expect((await push([create(5, 'C')])).results[0]).toMatchObject({ status: 'applied' })
  expect((await push([create(1, 'A'), bad].slice(1))).results[0]).toMatchObject({
    status: 'parked',
    replayed: true,
  })
})

test('[P9] pushes that shared a transaction with a faulty one are taken all the same', async () => {
  const { clinic, who, push } = await clinicOf()
  await poison()
  const store = newStore()
  const other = { device: randomUUID(), lane: randomUUID() }
  const replies = await Promise.all([
    push([create(1, 'A')], store),
    push([create(2, 'Poison')], store),
    store.push(who, pushOf(epoch, other, [create(1, 'B'), create(2, 'C')]), NOW),
    push([create(4, 'D')], store).catch((error: unknown) => protocolError(error).body()),
  ])
  expect(replies).toMatchObject([
    { results: [{ status: 'applied' }] },
    { results: [{ status: 'parked', code: 'internal' }] },
    { results: [{ status: 'applied' }, { status: 'applied' }] },
    { code: 'gap', last_n: 2 },
  ])
  const { rows } = await pool.query<{ seq: number }>(
    'SELECT seq FROM records WHERE org_id = $1 ORDER BY seq',
    [clinic],
  )
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
})

test('[P6] permissions and the name are the database’s at that moment, whatever the token says', async () => {
  const { who, lane, clinic } = await clinicOf([0, 1, 2, 3])
  const store = newStore()
  const push = (mutation: Mutation) =>
    store.push({ ...who, user_name: 'Somebody Else' }, pushOf(epoch, lane, [mutation]), NOW)
  await pool.query("UPDATE users SET name = 'Renamed' WHERE org_id = $1 AND user_id = $2", [
    clinic,
    who.user_id,
  ])
  const done = await push(create(1, 'A'))
  expect(done.results[0]?.records[0]?.meta).toMatchObject({ author_id: who.user_id, author_name: 'Renamed' })
  await pool.query("UPDATE users SET perms = '{0}' WHERE org_id = $1 AND user_id = $2", [clinic, who.user_id])
  expect((await push(create(2, 'B'))).results[0]).toMatchObject({ status: 'rejected', code: 'forbidden' })
  await pool.query('UPDATE users SET removed_at = now() WHERE org_id = $1 AND user_id = $2', [
    clinic,
    who.user_id,
  ])
  await expect(push(create(3, 'C'))).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('[P6] another organization’s records, lanes and mutations do not exist here', async () => {
  const ours = await clinicOf([1, 2])
  const theirs = await clinicOf([1, 2])
  const made = create(1, 'Theirs')
  await theirs.push([made])
  const before = await allOf(theirs.clinic)
  const _id = made.ops[0]?._id ?? ''
  const edit: Mutation['ops'] = [{ op: 'delete', collection: 'drugs', _id, base: 1 }]
  const store = newStore()
  // Their lane and their mutation's id, said by us, are only names of ours.
  const reply = await store.push(
    ours.who,
    pushOf(epoch, theirs.lane, [mutationOf(1, made.id, 'drug.delete', edit)]),
    NOW,
  )
  expect(reply.results[0]).toMatchObject({ status: 'rejected', code: 'unknown_record', seq: 1 })
  expect(reply.results[0]?.records.map(({ collection }) => collection)).toEqual(['attention'])
  expect(await allOf(theirs.clinic)).toEqual(before)
})

test('[P4] a mutation nested too deeply to be read is said to be too large, which its sender withdraws; nothing was taken', async () => {
  const { clinic, push } = await clinicOf()
  const good = create(1, 'A')
  const content = JSON.parse(`{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`) as Record<string, never>
  const bad = mutationOf(2, randomUUID(), 'drug.create', [
    { op: 'create', collection: 'drugs', _id: randomUUID(), content },
  ])
  const before = await allOf(clinic)
  for (const sent of [[good, bad], [{ ...bad, n: 1 }]]) {
    const refused = await push(sent).catch((error: unknown) => protocolError(error).body())
    expect(refused).toMatchObject({ code: 'too_large' })
  }
  expect(await allOf(clinic)).toEqual(before)
  const withdrawn = { ...bad, action: 'withdrawn', ops: [] }
  const { results } = await push([good, withdrawn, create(3, 'C')])
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
})
