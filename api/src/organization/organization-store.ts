import type { PoolClient } from 'pg'
import type { Organization, OrganizationUser } from 'sync-protocol/wire/organization'
import type { Speaker } from 'sync-protocol/wire/store'
import { logAction } from '../action-log/action-log-store.ts'
import { endEverySession } from '../accounts/session-store.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'

export type OrganizationStore = ReturnType<typeof organizationStore>

/** An organization that is locked: whoever changes its users stands in one line. */
export interface LockedOrganization {
  client: PoolClient
  maximum_users: number
  users: readonly OrganizationUser[]
}

const USER = `user_id as "_id", name, email, perms as org_perms`

/** An organization and its users. Times are ISO instants. */
export function organizationStore({ pool }: Database) {
  return {
    async information(orgId: string): Promise<Organization | undefined> {
      const { rows } = await pool.query<Organization>(
        `select org_id as "_id", name, key, maximum_users, next_key, time_zone, demo, offline_sign_in
         from organizations where org_id = $1`,
        [orgId],
      )
      return rows[0]
    },

    /** Says whether people may sign in without a network; false when it was so already. */
    async allowOfflineSignIn(client: PoolClient, orgId: string, allowed: boolean): Promise<boolean> {
      const changed = await client.query(
        'update organizations set offline_sign_in = $2 where org_id = $1 and offline_sign_in <> $2',
        [orgId, allowed],
      )
      return changed.rowCount === 1
    },

    users: (orgId: string) => liveUsers(pool, orgId),

    /** Runs `change` with the organization's row locked and its users as they are now. */
    async locked<T>(orgId: string, change: (organization: LockedOrganization) => Promise<T>): Promise<T> {
      return inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ maximum_users: number }>(
          'select maximum_users from organizations where org_id = $1 for update',
          [orgId],
        )
        const users = await liveUsers(client, orgId)
        return change({ client, maximum_users: rows[0]?.maximum_users ?? 0, users })
      })
    },

    /** Writes down in the same transaction who changed what. */
    log: (client: PoolClient, speaker: Speaker, message: string, now: Date) =>
      logAction(client, speaker, message, now),

    async setPermissions(client: PoolClient, orgId: string, userId: string, perms: readonly number[]) {
      await client.query('update users set perms = $3 where org_id = $1 and user_id = $2', [
        orgId,
        userId,
        perms,
      ])
      await tellWhoMayListen(client, orgId)
    },

    /** The user can do nothing any more; the row stays, and the e-mail is free again. */
    async remove(client: PoolClient, orgId: string, userId: string, now: Date) {
      const key = [orgId, userId]
      await client.query('update users set removed_at = $3 where org_id = $1 and user_id = $2', [...key, now])
      await client.query('delete from sign_in_directory where org_id = $1 and user_id = $2', key)
      await endEverySession(client, orgId, userId, now)
    },
  }
}

async function liveUsers(client: Pick<PoolClient, 'query'>, orgId: string): Promise<OrganizationUser[]> {
  const { rows } = await client.query<OrganizationUser>(
    `select ${USER} from users where org_id = $1 and removed_at is null order by lower(name), user_id`,
    [orgId],
  )
  return rows
}
