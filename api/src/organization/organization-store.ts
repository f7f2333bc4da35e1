import type { PoolClient } from 'pg'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { Organization, OrganizationUser } from 'sync-protocol/wire/organization'
import type { Speaker } from 'sync-protocol/wire/store'
import { logAction } from '../action-log/action-log-store.ts'
import { endEverySession } from '../accounts/session-store.ts'
import type { Database } from '../database/connect.ts'
import { queriesOn, type Queries } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'

export type OrganizationStore = ReturnType<typeof organizationStore>

/** An organization that is locked: whoever changes its users stands in one line. */
export interface LockedOrganization {
  client: PoolClient
  maximum_users: number
  users: readonly OrganizationUser[]
}

/** An organization and its users. Times are ISO instants. */
export function organizationStore({ pool }: Database) {
  const db = queriesOn(pool)
  return {
    information: (orgId: string): Promise<Organization | undefined> =>
      db
        .selectFrom('organizations')
        .select([
          'org_id as _id',
          'name',
          'key',
          'maximum_users',
          'next_key',
          'time_zone',
          'demo',
          'offline_sign_in',
        ])
        .where('org_id', '=', orgId)
        .executeTakeFirst(),

    /** Says whether people may sign in without a network; false when it was so already. */
    async allowOfflineSignIn(client: PoolClient, orgId: string, allowed: boolean): Promise<boolean> {
      const changed = await queriesOn(client)
        .updateTable('organizations')
        .set({ offline_sign_in: allowed })
        .where(({ and }) => and({ org_id: orgId, offline_sign_in: !allowed }))
        .executeTakeFirst()
      return changed.numUpdatedRows === 1n
    },

    users: (orgId: string) => liveUsers(db, orgId),

    /** The clinic's settings; undefined where nobody decided anything yet. */
    async policies(orgId: string): Promise<SyncRecord | undefined> {
      const found = await db
        .selectFrom('records')
        .select('body')
        .where(({ and }) => and({ org_id: orgId, collection: 'policies', record_id: orgId }))
        .executeTakeFirst()
      return found && (found.body as SyncRecord)
    },

    /** Runs `change` with the organization's row locked and its users as they are now. */
    async locked<T>(orgId: string, change: (organization: LockedOrganization) => Promise<T>): Promise<T> {
      return inTransaction(pool, async (client) => {
        const own = queriesOn(client)
        const organization = await own
          .selectFrom('organizations')
          .select('maximum_users')
          .where('org_id', '=', orgId)
          .forUpdate()
          .executeTakeFirst()
        const users = await liveUsers(own, orgId)
        return change({ client, maximum_users: organization?.maximum_users ?? 0, users })
      })
    },

    /** Writes down in the same transaction who changed what. */
    log: (client: PoolClient, speaker: Speaker, message: string, now: Date) =>
      logAction(client, speaker, message, now),

    async setPermissions(client: PoolClient, orgId: string, userId: string, perms: readonly number[]) {
      await queriesOn(client)
        .updateTable('users')
        .set({ perms })
        .where(({ and }) => and({ org_id: orgId, user_id: userId }))
        .execute()
      await tellWhoMayListen(client, orgId)
    },

    /** The user can do nothing any more; the row stays, and the e-mail is free again. */
    async remove(client: PoolClient, orgId: string, userId: string, now: Date) {
      const key = { org_id: orgId, user_id: userId }
      const own = queriesOn(client)
      await own
        .updateTable('users')
        .set({ removed_at: now })
        .where(({ and }) => and(key))
        .execute()
      await own
        .deleteFrom('sign_in_directory')
        .where(({ and }) => and(key))
        .execute()
      await endEverySession(client, orgId, userId, now)
    },
  }
}

const liveUsers = (db: Queries, org_id: string): Promise<OrganizationUser[]> =>
  db
    .selectFrom('users')
    .select(['user_id as _id', 'name', 'email', 'perms as org_perms'])
    .where(({ and }) => and({ org_id, removed_at: null, program: null }))
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('user_id')
    .execute()
