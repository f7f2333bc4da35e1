import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { foundClinic } from '../sync/testing-clinic.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { writeBackup } from './backup/write-backup.ts'
import { withUser } from './connect.ts'
import { bindEmbeddedServer, bindServer, EMBEDDED_SERVER_ROLE } from './server-role.ts'
import { emptyDatabase, testDatabase } from './testing.ts'

const owner = await testDatabase()
const url = await bindEmbeddedServer(owner.url)
const server = new pg.Client({ connectionString: url })
server.on('error', () => undefined)
await server.connect()
afterAll(() => server.end())
const org = await foundClinic(owner.pool)

const INSUFFICIENT_PRIVILEGE = '42501'

describe("the server's own role", () => {
  it.each(['ledger', '"logged-actions"'])(
    'adds to %s and reads it, and has no right to change it',
    async (table) => {
      await server.query(`SELECT FROM ${table}`)
      for (const statement of [
        `UPDATE ${table} SET org_id = org_id`,
        `UPDATE ${table} SET org_id = org_id WHERE false`,
        `DELETE FROM ${table}`,
        `DELETE FROM ${table} WHERE false`,
        `TRUNCATE ${table}`,
        `DROP TABLE ${table}`,
        `ALTER TABLE ${table} DISABLE TRIGGER append_only`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `ALTER TABLE ${table} RENAME TO gone`,
        `CREATE RULE nothing AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      ]) {
        await expect(server.query(statement)).rejects.toMatchObject({
          code: INSUFFICIENT_PRIVILEGE,
        })
      }
    },
  )

  it.each([
    'DELETE FROM organizations WHERE false',
    'TRUNCATE organizations CASCADE',
    'SET ROLE postgres',
    'SET session_replication_role = replica',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'DROP FUNCTION refuse_change() CASCADE',
    'CREATE TABLE public.own (n int)',
    'DROP SCHEMA public CASCADE',
    "INSERT INTO kysely_migration VALUES ('9999-unknown', '')",
    'DELETE FROM migration_checksums',
  ])('may not %s', async (statement) => {
    await expect(server.query(statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  })

  it('writes an entry of the action log, and works on what changes', async () => {
    await server.query(
      `INSERT INTO "logged-actions" (org_id, entry_id, at, received_at, user_id, user_name, org_name, message)
       VALUES ($1, $2, now(), now(), $2, 'Ana', 'Elm Street', 'Said something.')`,
      [org, randomUUID()],
    )
    const told = await server.query('UPDATE organizations SET name = name WHERE org_id = $1', [org])
    expect(told.rowCount).toBe(1)
    await server.query('DELETE FROM sessions WHERE org_id = $1', [org])
  })

  it.each(['slow_down(timestamptz, jsonb)', 'remove_demonstration(uuid, boolean)'])(
    'may call %s, also where nobody may call what is not given to them',
    async (name) => {
      await owner.pool.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`)
      const { rows } = await server.query<{ may: boolean }>(
        "SELECT has_function_privilege($1, 'EXECUTE') AS may",
        [name],
      )
      expect(rows).toEqual([{ may: true }])
    },
  )

  it('is bound in every table that takes no change', async () => {
    const { rows } = await server.query<{ name: string; bound: boolean }>(
      `SELECT c.relname AS name, NOT has_table_privilege(c.oid, 'DELETE, TRUNCATE')
         AND (t.tgtype & 16 = 0 OR NOT has_any_column_privilege(c.oid, 'UPDATE')) AS bound
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgname = 'append_only' ORDER BY 1`,
    )
    expect(rows).toEqual(['ledger', 'logged-actions', 'organizations'].map((name) => ({ name, bound: true })))
  })
})

it('a restore leaves the server its rights on the new tables, and no more', async () => {
  const file = new PassThrough()
  const written = writeBackup(owner.url, file, new Date())
  const restored = await emptyDatabase()
  await restoreBackup(restored, file, { serverRole: EMBEDDED_SERVER_ROLE })
  await written
  const after = new pg.Client({ connectionString: withUser(restored, EMBEDDED_SERVER_ROLE) })
  await after.connect()
  try {
    expect((await after.query('SELECT FROM organizations WHERE org_id = $1', [org])).rowCount).toBe(1)
    await expect(after.query('DELETE FROM ledger')).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
  } finally {
    await after.end()
  }
})

describe('on a database of one’s own with two roles', () => {
  const role = `server_${randomUUID().slice(0, 8)}`

  it('the owner binds the role of the server, and one that may act as the owner is refused', async () => {
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`CREATE ROLE ${role} LOGIN`)
    try {
      await bindServer(owner.url, withUser(owner.url, role))
      const bound = new pg.Client({ connectionString: withUser(owner.url, role) })
      await bound.connect()
      await bound.query('SELECT FROM ledger')
      await expect(bound.query('DELETE FROM ledger')).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE })
      await bound.end()
      await expect(bindServer(owner.url, owner.url)).rejects.toThrow('nothing would bind it')
      await admin.query(`GRANT postgres TO ${role}`)
      await expect(bindServer(owner.url, withUser(owner.url, role))).rejects.toThrow('nothing would bind it')
    } finally {
      await owner.pool.query(`DROP OWNED BY ${role}`)
      await admin.query(`DROP ROLE ${role}`)
      await admin.end()
    }
  })
})
