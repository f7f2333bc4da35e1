import { logAction } from '../action-log/action-log-store.ts'
import { accountLog } from '../accounts/account-log-text.ts'
import { accountsIn, directoryEntry } from '../accounts/account-store.ts'
import { endEverySession } from '../accounts/session-store.ts'
import type { Database } from '../database/connect.ts'
import { queriesOn, type Queries } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import type { ResetLink } from './reset-link.ts'

export type PasswordResetStore = ReturnType<typeof passwordResetStore>

/** Whose link it is. */
export interface LinkedPerson {
  org_id: string
  org_name: string
  user_id: string
  user_name: string
  email: string
}
type LinkedBy = Parameters<typeof logAction>[1] & { message: string }

const PERSON = ['u.org_id', 'o.name as org_name', 'u.user_id', 'u.name as user_name', 'u.email'] as const

/** The links with which passwords are changed. Times are the app's. */
export function passwordResetStore({ pool }: Database) {
  return {
    /**
     * Gives the user of this e-mail a link, the only one from now on; undefined where there is no such user. `noted`: what the
     * action log keeps of it; undefined for a request that is in it already.
     */
    async issue(
      email: string,
      secretHash: string,
      now: Date,
      until: Date,
      noted: ((person: LinkedPerson) => LinkedBy) | undefined,
    ) {
      return inTransaction(pool, async (client) => {
        const db = queriesOn(client)
        const person = await accountsIn(db, email, await directoryEntry(db, email))
          .select(PERSON)
          .executeTakeFirst()
        if (!person) return undefined
        const { org_id, user_id } = person
        const link = { secret_hash: secretHash, created_at: now, expires_at: until }
        await db
          .insertInto('password_resets')
          .values({ org_id, user_id, ...link })
          .onConflict((on) => on.columns(['org_id', 'user_id']).doUpdateSet(link))
          .execute()
        if (noted) {
          const { message, ...speaker } = noted(person)
          await logAction(client, speaker, message, now)
        }
        return person
      })
    },

    async isOpen(link: ResetLink, now: Date): Promise<boolean> {
      return (await personOf(queriesOn(pool), link, now)) !== undefined
    },

    /** Uses the link up and changes the password, once however many try at once; the user who can sign in with it now. */
    async change(link: ResetLink, passwordHash: string, now: Date) {
      return inTransaction(pool, async (client) => {
        const db = queriesOn(client)
        const person = await personOf(db, link, now)
        const used = await db
          .deleteFrom('password_resets')
          .where(({ and }) => and({ org_id: link.org_id, secret_hash: link.secret_hash }))
          .executeTakeFirst()
        if (!person || used.numDeletedRows !== 1n) return undefined
        await db
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where(({ and }) => and({ org_id: person.org_id, user_id: person.user_id }))
          .execute()
        await endEverySession(client, person.org_id, person.user_id, now)
        await logAction(client, person, accountLog.resetPassword, now)
        return person
      })
    },
  }
}

/** Whose link this is; undefined when it is not, not any more, or the user was removed. */
const personOf = (db: Queries, { org_id, secret_hash }: ResetLink, now: Date) =>
  db
    .selectFrom('password_resets as r')
    .innerJoin('users as u', (join) =>
      join.onRef('u.org_id', '=', 'r.org_id').onRef('u.user_id', '=', 'r.user_id'),
    )
    .innerJoin('organizations as o', 'o.org_id', 'r.org_id')
    .select(PERSON)
    .where(({ and }) => and({ 'r.org_id': org_id, 'r.secret_hash': secret_hash, 'u.removed_at': null }))
    .where('r.expires_at', '>', now)
    .executeTakeFirst()
