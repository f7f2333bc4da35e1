import type { PoolClient } from 'pg'
import { logAction } from '../action-log/action-log-store.ts'
import { accountLog } from '../accounts/account-log-text.ts'
import { endEverySession } from '../accounts/session-store.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { ResetLink } from './reset-link.ts'

export type PasswordResetStore = ReturnType<typeof passwordResetStore>

interface Person {
  org_id: string
  org_name: string
  user_id: string
  user_name: string
  email: string
}

/** The links with which passwords are changed. Times are the app's. */
export function passwordResetStore({ pool }: Database) {
  return {
    /**
     * Gives the user of this e-mail a link, the only one from now on; undefined where there is no such user. `again`: for a
     * request that is in the action log already.
     */
    async issue(email: string, secretHash: string, now: Date, until: Date, again: boolean) {
      const { rows } = await pool.query<Pick<Person, 'org_id' | 'org_name' | 'email'>>(
        `with person as (
           select u.org_id, u.user_id, u.name as user_name, u.email, o.name as org_name
           from sign_in_directory d
           join users u on u.org_id = d.org_id and u.user_id = d.user_id and u.removed_at is null
           join organizations o on o.org_id = d.org_id
           where d.email = $1
         ), issued as (
           insert into password_resets (org_id, user_id, secret_hash, created_at, expires_at)
           select org_id, user_id, $2, $3, $4 from person
           on conflict (org_id, user_id) do update set secret_hash = excluded.secret_hash,
             created_at = excluded.created_at, expires_at = excluded.expires_at
         ), logged as (
           insert into "logged-actions" (org_id, entry_id, at, received_at, user_id, user_name, org_name, message)
           select org_id, gen_random_uuid(), $3, $3, user_id, user_name, org_name, $5 from person
           where not $6
         )
         select org_id, org_name, email from person`,
        [email, secretHash, now, until, accountLog.requestedReset, again],
      )
      return rows[0]
    },

    async isOpen(link: ResetLink, now: Date): Promise<boolean> {
      return (await personOf(pool, link, now)) !== undefined
    },

    /** Uses the link up and changes the password, once however many try at once; the user who can sign in with it now. */
    async change(link: ResetLink, passwordHash: string, now: Date): Promise<Person | undefined> {
      return inTransaction(pool, async (client) => {
        const person = await personOf(client, link, now)
        const used = await client.query(
          'delete from password_resets where org_id = $1 and secret_hash = $2',
          [link.org_id, link.secret_hash],
        )
        if (!person || used.rowCount !== 1) return undefined
        const key = [person.org_id, person.user_id]
        await client.query('update users set password_hash = $3 where org_id = $1 and user_id = $2', [
          ...key,
          passwordHash,
        ])
        await endEverySession(client, person.org_id, person.user_id, now)
        await logAction(client, person, accountLog.resetPassword, now)
        return person
      })
    },
  }
}

/** Whose link this is; undefined when it is not, not any more, or the user was removed. */
async function personOf(
  client: Pick<PoolClient, 'query'>,
  { org_id, secret_hash }: ResetLink,
  now: Date,
): Promise<Person | undefined> {
  const { rows } = await client.query<Person>(
    `select u.org_id, o.name as org_name, u.user_id, u.name as user_name, u.email
     from password_resets r
     join users u on u.org_id = r.org_id and u.user_id = r.user_id and u.removed_at is null
     join organizations o on o.org_id = r.org_id
     where r.org_id = $1 and r.secret_hash = $2 and r.expires_at > $3`,
    [org_id, secret_hash, now],
  )
  return rows[0]
}
