import type pg from 'pg'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import type { Speaker } from 'sync-protocol/wire/store'
import { LIBRARY_DEVICE } from '../accounts/starting-library.ts'
import { accountLog } from '../accounts/account-log-text.ts'
import { logAction } from '../action-log/action-log-store.ts'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'
import { called } from './device-name.ts'

/** Times as JSON has them: PostgreSQL's own text is no ISO instant. */
const instantOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A tablet of an older version of the app tells nothing of itself: what its lanes say then stands in. */
const LIST = `
  with seen as (
    select distinct on (device_id) device_id, user_id, last_seen from lanes where org_id = $1
    order by device_id, last_seen desc
  )
  select d.device_id as "_id", d.name, d.platform, d.app_version,
    ${instantOf('d.first_seen')} as first_seen,
    ${instantOf('greatest(d.last_seen, seen.last_seen)')} as last_seen,
    u.name as last_user_name, d.told_unsent as unsent, ${instantOf('d.told_oldest')} as oldest,
    ${instantOf('d.revoked_at')} as revoked_at, r.name as revoked_by_name,
    ${instantOf('d.wiped_at')} as wiped_at, d.gave_up
  from devices d
  left join seen on seen.device_id = d.device_id
  left join users u on u.org_id = d.org_id and u.user_id = coalesce(d.last_user, seen.user_id)
  left join users r on r.org_id = d.org_id and r.user_id = d.revoked_by
  where d.org_id = $1 and not d.device_id = any($2)`

/** The server's own lanes, of documented calls and of the library that a clinic starts with, are on no tablet. */
const ownDevices = (orgId: string) => [
  derivedId(orgId, 'device of documented calls'),
  derivedId(orgId, LIBRARY_DEVICE),
]

/** The organization's tablets, the one heard of last first. */
export async function listDevices(pool: pg.Pool, orgId: string): Promise<ListedDevice[]> {
  const { rows } = await pool.query<ListedDevice>(
    `${LIST} order by greatest(d.last_seen, seen.last_seen) desc nulls last, d.device_id`,
    [orgId, ownDevices(orgId)],
  )
  return rows
}

async function deviceOf(
  client: Pick<pg.ClientBase, 'query'>,
  orgId: string,
  device: string,
): Promise<ListedDevice | undefined> {
  const { rows } = await client.query<ListedDevice>(`${LIST} and d.device_id = $3`, [
    orgId,
    ownDevices(orgId),
    device,
  ])
  return rows[0]
}

/**
 * Revokes a tablet, or takes that back, and writes down who did; what is so already is not done again. Undefined when the
 * organization has no such tablet.
 */
export async function setRevoked(
  pool: pg.Pool,
  speaker: Speaker,
  device: string,
  revoked: boolean,
  now: Date,
): Promise<ListedDevice | undefined> {
  const { org_id, user_id } = speaker
  return inTransaction(pool, async (client) => {
    const changed = await client.query(
      revoked
        ? `update devices set revoked_at = $3, revoked_by = $4, wiped_at = null, may_give_up = true, gave_up = null
           where org_id = $1 and device_id = $2 and revoked_at is null`
        : `update devices set revoked_at = null, revoked_by = null, wiped_at = null
           where org_id = $1 and device_id = $2 and revoked_at is not null`,
      revoked ? [org_id, device, now, user_id] : [org_id, device],
    )
    const listed = await deviceOf(client, org_id, device)
    if (listed && changed.rowCount === 1) {
      const message = (revoked ? accountLog.revokedDevice : accountLog.restoredDevice)(called(listed))
      await logAction(client, speaker, message, now)
      if (revoked) await tellWhoMayListen(client, org_id)
    }
    return listed
  })
}
