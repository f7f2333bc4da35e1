import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { draw, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import { ledgerReply } from 'sync-protocol/wire/ledger'
import { afterAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { writeBackup } from '../database/backup/write-backup.ts'
import { connect } from '../database/connect.ts'
import { bindEmbeddedServer } from '../database/server-role.ts'
import { ledgerText } from '../ledger/ledger-store.ts'
import { addressOf, listen } from '../live/testing-stream.ts'
import { epochOf } from '../sync/testing-clinic.ts'
import { newOrganization, PASSWORD, testApp, type SignedIn } from '../testing.ts'
import { accountStore } from './account-store.ts'
import { passwordFile } from './demonstration.ts'
import { removeDemonstration } from './demonstration-store.ts'

const REFUSED = { code: '23001' }
const NOT_PERMITTED = { code: '42501' }
const REMOVE = '/organization/demonstration/remove'

/** A server with the demonstration and a real clinic, each with something in every table. */
async function bothClinics() {
  const parts = await testApp({ demonstration: 'library', registration: 'open' })
  const { call, database, dataFolder } = parts
  const { pool } = database
  const password = (await readFile(passwordFile(dataFolder), 'utf8')).trim()
  const signIn = async (email: string, its: string): Promise<SignedIn & Lane> => {
    const lane = { device: randomUUID(), lane: randomUUID() }
    const { body } = await call('POST', '/user/login', { body: { email, password: its, ...lane } })
    await call('POST', '/sync/devices', {
      token: String(body['token']),
      body: { protocol: PROTOCOL, ...lane, block: 0 },
    })
    return { ...lane, token: String(body['token']), user: body['user'] as SignedIn['user'] }
  }
  const demo = await signIn('lead@demo.test', password)
  const real = await signIn((await newOrganization(call, 'Elm Street Clinic')).user.email, PASSWORD)
  const epoch = await epochOf(pool)
  const drawing = (who: Lane & SignedIn, n: number) => {
    const op = {
      op: 'create' as const,
      collection: 'draws' as const,
      _id: randomUUID(),
      content: draw(),
    }
    return call('POST', '/sync/push', {
      token: who.token,
      body: pushOf(epoch, { device: who.device, lane: who.lane }, [
        mutationOf(n, randomUUID(), 'draw.save', [op]),
      ]),
    })
  }
  for (const who of [demo, real]) {
    expect((await drawing(who, 1)).body['results']).toMatchObject([{ status: 'applied' }])
    await pool.query(
      `WITH who AS (SELECT $1::uuid AS org, $2::uuid AS person, $3::uuid AS lane, gen_random_uuid() AS made),
         redirect AS (INSERT INTO draft_redirects SELECT org, lane, made, made FROM who),
         refused AS (INSERT INTO refused_creations SELECT org, 'draws', made FROM who),
         reset AS (INSERT INTO password_resets SELECT org, person, made::text, now(), now() FROM who),
         answer AS (INSERT INTO idempotent_answers SELECT org, person, 'key', '', 200, '{}', now() FROM who)
       INSERT INTO waiting_mutations SELECT org_id, mutation_id, 'draws', mutation_id, '{1}'
         FROM mutations JOIN who ON org_id = org LIMIT 1`,
      [who.user.org_id, who.user._id, who.lane],
    )
  }
  return { ...parts, demo, real, epoch, drawing, signIn, password }
}
interface Lane {
  device: string
  lane: string
}

/** Every row that an organization has, by table, as text. */
async function rowsOf(pool: pg.Pool, orgId: string): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'org_id' ORDER BY 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT t::text AS row FROM public."${name}" t WHERE org_id = $1 ORDER BY 1`,
      [orgId],
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}
const tablesWith = (rows: Record<string, string[]>) =>
  Object.entries(rows).flatMap(([name, { length }]) => (length > 0 ? [name] : []))

const waitingFor = async (pool: pg.Pool, table: string) =>
  (await pool.query('SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [table])).rowCount

const guards = async (pool: pg.Pool) =>
  (
    await pool.query(
      `SELECT tgrelid::regclass::text AS on, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
    )
  ).rows

describe('[Q-86] the demonstration is removed by its holder of 0', async () => {
  const { call, database, demo, real, drawing, app, open, said, signIn, password, epoch } =
    await bothClinics()
  const { pool, url } = database
  const backup = new PassThrough()
  const written: Buffer[] = []
  backup.on('data', (piece: Buffer) => written.push(piece))

  test('not by who lacks 0, and never a real clinic', async () => {
    const technician = await signIn('technician@demo.test', password)
    expect((await call('POST', REMOVE, { token: technician.token })).status).toBe(403)
    expect((await call('POST', REMOVE)).status).toBe(401)
    const before = await rowsOf(pool, real.user.org_id)
    const refused = await call('POST', REMOVE, { token: real.token })
    expect([refused.status, refused.body]).toEqual([
      403,
      { success: false, code: 'forbidden', message: 'Only the demonstration can be removed.' },
    ])
    for (const org of [real.user.org_id, randomUUID(), null])
      await expect(pool.query('SELECT * FROM remove_demonstration($1)', [org])).rejects.toMatchObject(REFUSED)
    await expect(pool.query('UPDATE organizations SET demo = true')).rejects.toMatchObject(REFUSED)
    await expect(pool.query('UPDATE organizations SET demo = false WHERE false')).rejects.toMatchObject(
      REFUSED,
    )
    expect(await rowsOf(pool, real.user.org_id)).toEqual(before)
  })

  test('as a whole: of every table, while somebody pushes, and nothing of anybody else', async () => {
    await writeBackup(url, backup, new Date())
    const stream = await listen(await addressOf(app), demo.token)
    await stream.next()
    const its = await rowsOf(pool, demo.user.org_id)
    expect(tablesWith(its)).toEqual(Object.keys(its))
    const [before, guarded] = [await rowsOf(pool, real.user.org_id), await guards(pool)]

    // Held up in the middle, while somebody pushes.
    const holding = await pool.connect()
    await holding.query('BEGIN; LOCK TABLE "logged-actions" IN SHARE MODE')
    const removing = call('POST', REMOVE, { token: demo.token })
    await expect.poll(() => waitingFor(pool, '"logged-actions"')).toBe(1)
    const late = drawing(demo, 2)
    await expect.poll(() => waitingFor(pool, 'organizations')).toBe(1)
    await holding.query('COMMIT')
    holding.release()
    expect((await removing).body).toEqual({ success: true })
    expect((await late).body).toMatchObject({ success: false, code: 'unauthenticated' })

    expect(tablesWith(await rowsOf(pool, demo.user.org_id))).toEqual([])
    expect(await rowsOf(pool, real.user.org_id)).toEqual(before)
    expect(await guards(pool)).toEqual(guarded)
    // Who listens is not left listening for ever.
    await expect.poll(() => stream.next(), { timeout: 10_000 }).toBe('end')
  })

  test('its tablets are signed out, its banner goes, and a real clinic works on', async () => {
    for (const path of ['/user/confirm', '/sync/pull?cursor=0', '/organization/information'])
      expect((await call('GET', path, { token: demo.token })).status).toBe(401)
    expect((await drawing(demo, 9)).status).toBe(401)
    const { org_id } = demo.user
    expect((await call('GET', `/sync/devices/standing?org=${org_id}&device=${demo.device}`)).status).toBe(404)
    const login = await call('POST', '/user/login', { body: { email: 'lead@demo.test', password } })
    expect(login.body).toMatchObject({ success: false, code: 2 })
    expect((await call('GET', '/setup/state')).body).toMatchObject({ demo: false, clinic: true })
    expect((await drawing(real, 2)).body['results']).toMatchObject([{ status: 'applied' }])
    const { entries, head } = ledgerReply.parse(JSON.parse(await ledgerText(pool, real.user.org_id, 0)))
    expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
    expect(tablesWith(await rowsOf(pool, org_id))).toEqual([])
  })

  test('a failed sign-in that was being checked meanwhile leaves nothing behind', async () => {
    const { _id: user_id, org_id, name: user_name, org_name } = demo.user
    await accountStore(database).logFailedLogin(
      { org_id, user_id, user_name, org_name },
      '10.0.0.1',
      new Date(),
    )
    expect(tablesWith(await rowsOf(pool, org_id))).toEqual([])
  })

  test('no start makes it again, not even where it was all that there was', async () => {
    const alone = await testApp({ demonstration: 'library' })
    const { rows } = await alone.database.pool.query<{ org_id: string }>('SELECT org_id FROM organizations')
    await alone.database.pool.query('SELECT * FROM remove_demonstration($1)', [rows[0]?.org_id])
    const again = alone.open()
    await again.ready()
    await again.close()
    expect((await alone.database.pool.query('SELECT FROM organizations')).rowCount).toBe(0)
    expect((await alone.call('GET', '/setup/state')).body).toMatchObject({ setup_open: true, demo: false })
    expect(alone.said.filter((line) => line.startsWith('Made the '))).toHaveLength(1)
    expect(said.filter((line) => line.startsWith('Made the '))).toHaveLength(1)
    await open().close()
  })

  test('a backup from before brings it back, which the restore says', async () => {
    const file = new PassThrough()
    file.end(Buffer.concat(written))
    const restored = await restoreBackup(url, file, { replace: true })
    expect(restored.demonstrationAgain).toBe(true)
    const after = connect(url)
    const { rows } = await after.pool.query('SELECT org_id FROM organizations WHERE demo')
    expect(rows).toEqual([{ org_id: demo.user.org_id }])
    expect(await epochOf(after.pool)).not.toBe(epoch)
    expect(await removeDemonstration(after.pool, demo.user.org_id)).toBeGreaterThan(100)
    expect(tablesWith(await rowsOf(after.pool, demo.user.org_id))).toEqual([])
    await after.close()
  })
})

test("[Q-86] the server's own role removes the demonstration by the owner's function, and by nothing else", async () => {
  const { database, demo, real } = await bothClinics()
  const server = new pg.Client({ connectionString: await bindEmbeddedServer(database.url) })
  server.on('error', () => undefined)
  await server.connect()
  afterAll(() => server.end())
  for (const statement of [
    'DELETE FROM ledger',
    'DELETE FROM "logged-actions"',
    'DELETE FROM organizations',
    'ALTER FUNCTION remove_demonstration(uuid, boolean) SECURITY INVOKER',
    'ALTER TABLE organizations DISABLE TRIGGER same_kind',
  ])
    await expect(server.query(statement)).rejects.toMatchObject(NOT_PERMITTED)
  await expect(server.query('UPDATE organizations SET demo = true')).rejects.toMatchObject(REFUSED)
  await expect(
    server.query('SELECT * FROM remove_demonstration($1)', [real.user.org_id]),
  ).rejects.toMatchObject(REFUSED)
  // Nothing that it could put in the way is found by the function.
  await server.query(
    'CREATE TEMP TABLE organizations AS SELECT org_id, true AS demo FROM public.organizations',
  )
  await expect(
    server.query('SELECT * FROM remove_demonstration($1)', [real.user.org_id]),
  ).rejects.toMatchObject(REFUSED)
  await server.query('SELECT * FROM remove_demonstration($1)', [demo.user.org_id])
  expect(tablesWith(await rowsOf(database.pool, demo.user.org_id))).toEqual([])
})

test('[Q-86] nobody but the owner and the server may call that function', async () => {
  const { pool, url } = await testApp().then(({ database }) => database)
  await bindEmbeddedServer(url)
  const { rows } = await pool.query<{ acl: string }>(
    "SELECT proacl::text AS acl FROM pg_proc WHERE proname = 'remove_demonstration'",
  )
  expect(rows[0]?.acl).toBe('{postgres=X/postgres,veterinary_anesthesia=X/postgres}')
})
