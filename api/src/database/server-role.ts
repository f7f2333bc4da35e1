import type pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { singleConnection, withUser } from './connect.ts'
import { bookkeeping, migrationLock } from './migrate.ts'
import { inTransaction } from './transaction.ts'

/** As whom the server works on the embedded database, which its superuser owns. */
export const EMBEDDED_SERVER_ROLE = 'veterinary_anesthesia'

/** What the server only reads and adds to. */
const APPEND_ONLY = ['ledger', 'logged-actions']
/** What it may call: the first runs as the owner. */
const FUNCTIONS = ['remove_demonstration', 'slow_down']

/**
 * Makes the server's role on the embedded database, also on one of a version that had none, and lets it do what the server does.
 * @returns the address at which the server works
 */
export async function bindEmbeddedServer(ownerUrl: string): Promise<string> {
  await asOwner(ownerUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [EMBEDDED_SERVER_ROLE])
    if (rowCount === 0) await client.query(`CREATE ROLE ${EMBEDDED_SERVER_ROLE}`)
    await client.query(
      `ALTER ROLE ${EMBEDDED_SERVER_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS`,
    )
    await grantServer(client, EMBEDDED_SERVER_ROLE)
  })
  return withUser(ownerUrl, EMBEDDED_SERVER_ROLE)
}

/**
 * Lets the role of `url` do what the server does, as the owner of the tables.
 * @throws CannotStart where that role could do all that the owner can
 */
export async function bindServer(ownerUrl: string, url: string): Promise<void> {
  const server = singleConnection(url)
  try {
    const { rows } = await server.query<{ role: string; unbound: boolean }>(
      `SELECT current_user AS role, EXISTS (
         SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND pg_has_role(relowner, 'MEMBER')
       ) AS unbound`,
    )
    const [{ role, unbound } = { role: '', unbound: true }] = rows
    if (unbound) {
      throw new CannotStart(
        `The role ${role} of DATABASE_URL is, or may act as, the owner of the tables, so nothing would bind it. Give the server ` +
          'a role of its own there, or leave out DATABASE_OWNER_URL.',
      )
    }
    await asOwner(ownerUrl, (client) => grantServer(client, role))
  } finally {
    await server.end()
  }
}

async function asOwner(ownerUrl: string, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const owner = singleConnection(ownerUrl)
  try {
    await inTransaction(owner, async (client) => {
      // One at a time, and none while a backup is restored.
      await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`)
      await work(client)
    })
  } finally {
    await owner.end()
  }
}

/** Nothing where the role, or what is to be guarded, is not there. */
export async function grantServer(client: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ grants: string | null }>(
    `SELECT format('GRANT USAGE ON SCHEMA public TO %I;', rolname) || string_agg(format(
       'REVOKE ALL ON public.%1$I FROM %2$I; GRANT %3$s ON public.%1$I TO %2$I', relname, rolname,
       CASE WHEN relname = ANY ($2) THEN 'SELECT' WHEN relname = ANY ($3) THEN 'SELECT, INSERT'
         WHEN relname = 'organizations' THEN 'SELECT, INSERT, UPDATE'
         ELSE 'SELECT, INSERT, UPDATE, DELETE' END), ';') || coalesce((
         SELECT string_agg(format('; GRANT EXECUTE ON FUNCTION %s TO %I', oid::regprocedure, rolname), '') FROM pg_proc
         WHERE pronamespace = 'public'::regnamespace AND proname = ANY ($4)
       ), '') AS grants
     FROM pg_roles CROSS JOIN pg_class
     WHERE rolname = $1 AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
     GROUP BY rolname`,
    [role, bookkeeping, APPEND_ONLY, FUNCTIONS],
  )
  const [row] = rows
  if (row?.grants) await client.query(row.grants)
}
