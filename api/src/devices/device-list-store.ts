import type pg from 'pg'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import type { Speaker } from 'sync-protocol/wire/store'
import { LIBRARY_DEVICE } from '../accounts/starting-library.ts'
import { accountLog } from '../accounts/account-log-text.ts'
import { logAction } from '../action-log/action-log-store.ts'
import { instantText, queriesOn, type Queries } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'
import { OPERATOR } from '../admin/operator.ts'
import { called } from './device-name.ts'

/** The server's own lanes, of documented calls and of the library that a clinic starts with, are on no tablet. */
const ownDevices = (orgId: string) => [
  derivedId(orgId, 'device of documented calls'),
  derivedId(orgId, LIBRARY_DEVICE),
]

/** The organization's tablets, but for those of the server. One of an older version of the app tells nothing of itself: what its lanes say then stands in. */
const listing = (db: Queries, orgId: string) =>
  db
    .with('seen', (of) =>
      of
        .selectFrom('lanes')
        .distinctOn('device_id')
        .select(['device_id', 'user_id', 'last_seen'])
        .where('org_id', '=', orgId)
        .orderBy('device_id')
        .orderBy('last_seen', 'desc'),
    )
    .selectFrom('devices as d')
    .leftJoin('seen', 'seen.device_id', 'd.device_id')
    .leftJoin('users as u', (join) =>
      join
        .onRef('u.org_id', '=', 'd.org_id')
        .on(({ eb, fn }) => eb('u.user_id', '=', fn.coalesce('d.last_user', 'seen.user_id'))),
    )
    .leftJoin('users as r', (join) =>
      join.onRef('r.org_id', '=', 'd.org_id').onRef('r.user_id', '=', 'd.revoked_by'),
    )
    .select(({ ref, fn }) => [
      'd.device_id as _id',
      'd.name',
      'd.platform',
      'd.app_version',
      instantText(ref('d.first_seen')).as('first_seen'),
      instantText(fn<Date | null>('greatest', ['d.last_seen', 'seen.last_seen'])).as('last_seen'),
      'u.name as last_user_name',
      'd.told_unsent as unsent',
      instantText(ref('d.told_oldest')).as('oldest'),
      instantText(ref('d.revoked_at')).as('revoked_at'),
      'r.name as revoked_by_name',
      instantText(ref('d.wiped_at')).as('wiped_at'),
      'd.gave_up',
    ])
    .where('d.org_id', '=', orgId)
    .where('d.device_id', 'not in', ownDevices(orgId))

/** The organization's tablets, the one heard of last first. */
export const listDevices = (pool: pg.Pool, orgId: string): Promise<ListedDevice[]> =>
  listing(queriesOn(pool), orgId)
    .orderBy(
      ({ fn }) => fn('greatest', ['d.last_seen', 'seen.last_seen']),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('d.device_id')
    .execute()

/**
 * Revokes a tablet, or takes that back, and writes down who did; what is so already is not done again. Undefined when the
 * organization has no such tablet.
 */
export async function setRevoked(
  pool: pg.Pool,
  speaker: Pick<Speaker, 'org_id' | 'org_name' | 'user_id' | 'user_name'>,
  device: string,
  revoked: boolean,
  now: Date,
): Promise<ListedDevice | undefined> {
  const { org_id } = speaker
  // Only a user of the clinic can stand in its rows.
  const revoked_by = speaker.user_id === OPERATOR ? null : speaker.user_id
  return inTransaction(pool, async (client) => {
    const db = queriesOn(client)
    const itsRow = () => listing(db, org_id).where('d.device_id', '=', device).executeTakeFirst()
    // The server's own devices are in no list, and nobody's to revoke.
    if ((await itsRow()) === undefined) return undefined
    const changing = db.updateTable('devices').where(({ and }) => and({ org_id, device_id: device }))
    const changed = await (
      revoked
        ? changing
            .set({ revoked_at: now, revoked_by, wiped_at: null, may_give_up: true, gave_up: null })
            .where('revoked_at', 'is', null)
        : changing
            // One that lost its cookies gets a key again.
            .set({ revoked_at: null, revoked_by: null, wiped_at: null, keyed: false })
            .where('revoked_at', 'is not', null)
    ).executeTakeFirst()
    const listed = await itsRow()
    if (listed && changed.numUpdatedRows === 1n) {
      const message = (revoked ? accountLog.revokedDevice : accountLog.restoredDevice)(called(listed))
      await logAction(client, speaker, message, now)
      if (revoked) await tellWhoMayListen(client, org_id)
    }
    return listed
  })
}
