import type { PoolClient } from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'
import { logAction, logActionAlone } from '../action-log/action-log-store.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import { accountLog } from './account-log-text.ts'
import type { Account } from './session-store.ts'

export interface NewOrganization {
  org_id: string
  name: string
  key: string
  time_zone: string
  demo: boolean
  library_due: boolean
}
export interface NewUser {
  org_id: string
  user_id: string
  name: string
  email: string
  password_hash: string
  perms: readonly number[]
}
/** The organizations of this server. */
export interface Clinics {
  demo: number
  real: number
  /** There was a demonstration, and somebody removed it. */
  demoRemoved: boolean
}
export type Candidate = Account & { password_hash: string; known: boolean }
export type AccountStore = ReturnType<typeof accountStore>

/** Organizations and who may sign in to them. Times are ISO instants. */
export function accountStore({ pool }: Database) {
  return {
    /** The account of an e-mail; `known`: it signed in from this address since then. One query, whether it exists or not. */
    async candidate(email: string, address: string, since: string): Promise<Candidate | undefined> {
      const { rows } = await pool.query<Candidate>(
        `select u.org_id, u.user_id, u.name, u.email, u.perms, u.password_hash,
           o.name as org_name, o.time_zone, o.demo, o.offline_sign_in,
           exists (select from sessions s where s.org_id = u.org_id and s.user_id = u.user_id
             and s.created_at > $3 and s.address = $2) as known
         from sign_in_directory d
         join users u on u.org_id = d.org_id and u.user_id = d.user_id and u.removed_at is null
         join organizations o on o.org_id = d.org_id
         where d.email = $1`,
        [email, address, since],
      )
      return rows[0]
    },

    /** Writes down that somebody tried to sign in to an account with a wrong password; what they typed is not kept. */
    async logFailedLogin(speaker: Omit<Speaker, 'perms'>, address: string, now: Date): Promise<void> {
      await logActionAlone(pool, speaker, accountLog.failedLogin(address), now)
    },

    async clinics(): Promise<Clinics> {
      return countClinics(pool)
    },

    /**
     * Makes an organization with its first users, when `allowed` says so of the clinics that there are; of several at once
     * each sees those before it. False when it may not.
     */
    async found(
      organization: NewOrganization,
      users: readonly NewUser[],
      now: Date,
      allowed: (clinics: Clinics) => boolean,
    ): Promise<boolean> {
      return inTransaction(pool, async (client) => {
        await client.query('select from installation for update')
        if (!allowed(await countClinics(client))) return false
        await client.query(
          `insert into organizations (org_id, name, key, time_zone, demo, library_due, created_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [
            organization.org_id,
            organization.name,
            organization.key,
            organization.time_zone,
            organization.demo,
            organization.library_due,
            now,
          ],
        )
        for (const user of users) await addUser(client, user, now)
        const [founder] = users
        if (founder) {
          const speaker = { ...founder, user_name: founder.name, org_name: organization.name }
          await logAction(client, speaker, accountLog.registered(organization.name), now)
        }
        return true
      })
    },

    /** Organizations whose starting library is still to be written, each with the user who writes it. */
    async librariesDue(): Promise<(Account & { created_at: Date })[]> {
      const { rows } = await pool.query<Account & { created_at: Date }>(
        `select distinct on (u.org_id) u.org_id, u.user_id, u.name, u.email, u.perms,
           o.name as org_name, o.time_zone, o.demo, o.offline_sign_in, o.created_at
         from organizations o
         join users u on u.org_id = o.org_id and u.perms @> array[1, 2, 3]
         where o.library_due order by u.org_id, u.created_at, u.user_id`,
      )
      return rows
    },

    async libraryWritten(orgId: string): Promise<void> {
      await pool.query('update organizations set library_due = false where org_id = $1', [orgId])
    },

    async epoch(): Promise<string> {
      const { rows } = await pool.query<{ epoch: string }>('select epoch from installation')
      if (!rows[0]) throw new Error('The database has no installation row.')
      return rows[0].epoch
    },
  }
}

async function countClinics(client: Pick<PoolClient, 'query'>): Promise<Clinics> {
  const { rows } = await client.query<Clinics>(
    `select count(*) filter (where demo)::int as demo, count(*) filter (where not demo)::int as real,
       coalesce((select demonstration_removed_at is not null from installation), false) as "demoRemoved"
     from organizations`,
  )
  return rows[0] ?? { demo: 0, real: 0, demoRemoved: false }
}

/** Adds a user who can sign in; refuses an e-mail that somebody signs in with already. */
export async function addUser(client: Pick<PoolClient, 'query'>, user: NewUser, now: Date): Promise<void> {
  const added = await client.query(
    `insert into users (org_id, user_id, name, email, password_hash, perms, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (org_id, email) where removed_at is null do nothing`,
    [user.org_id, user.user_id, user.name, user.email, user.password_hash, user.perms, now],
  )
  if (added.rowCount === 1) {
    const listed = await client.query(
      'insert into sign_in_directory (email, org_id, user_id) values ($1, $2, $3) on conflict do nothing',
      [user.email, user.org_id, user.user_id],
    )
    if (listed.rowCount === 1) return
  }
  throw new ProtocolError('conflict', 'This email is already registered.', { field: 'email' })
}
