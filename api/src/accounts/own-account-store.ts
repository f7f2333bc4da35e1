import type { OwnSession } from 'sync-protocol/wire/own-account'
import type { Speaker } from 'sync-protocol/wire/store'
import { logAction, logActionAlone } from '../action-log/action-log-store.ts'
import type { Database } from '../database/connect.ts'
import { queriesOn, type Queries, type Row } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { called } from '../devices/device-name.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'
import { accountLog } from './account-log-text.ts'
import { endEverySession, endingTokens, type KeptSession } from './session-store.ts'

export type OwnAccountStore = ReturnType<typeof ownAccountStore>

type User = Pick<Speaker, 'org_id' | 'user_id'>
type ListedSession = Pick<Row<'sessions'>, 'session_id' | 'device' | 'created_at' | 'expires_at'> &
  Pick<Row<'devices'>, 'name' | 'platform'> & { last_seen: Date | null }

/** What somebody does with their own account. */
export function ownAccountStore({ pool }: Database) {
  return {
    /**
     * The sessions of a user that are not over, the newest first. A tablet says nothing of its session when it is heard of: what
     * it says under this user counts for the newest one there.
     */
    async sessions({ org_id, user_id }: User, present: string, now: Date): Promise<OwnSession[]> {
      const { rows } = await pool.query<ListedSession>(
        `select s.session_id, s.device, d.name, d.platform, s.created_at, s.expires_at,
           case when s.device is null then null
             when row_number() over (partition by s.device order by s.created_at desc, s.session_id) > 1 then s.created_at
             else greatest(s.created_at, l.last_seen, case when d.last_user = s.user_id then d.last_seen end)
           end as last_seen
         from sessions s
         left join devices d on d.org_id = s.org_id and d.device_id = s.device
         left join lanes l on l.org_id = s.org_id and l.lane_id = s.lane
         where s.org_id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $3
         order by s.created_at desc, s.session_id`,
        [org_id, user_id, now],
      )
      return rows.map(({ session_id, device, name, platform, created_at, last_seen, expires_at }) => ({
        _id: session_id,
        device: device === null ? null : { _id: device, name, platform },
        created_at: created_at.toISOString(),
        last_seen: last_seen?.toISOString() ?? null,
        expires_at: expires_at.toISOString(),
        here: session_id === present,
      }))
    },

    /** Ends one session of the speaker; false where it is none, or over. */
    endOne: (speaker: Speaker, sessionId: string, now: Date) =>
      inTransaction(pool, async (client) => {
        const db = queriesOn(client)
        const [ended] = await ending(db, speaker, now).where('session_id', '=', sessionId).execute()
        if (!ended) return false
        await endTokensOf(db, speaker, [ended], now)
        await logAction(
          client,
          speaker,
          accountLog.endedSession(await nameOf(db, speaker, ended.device)),
          now,
        )
        await tellWhoMayListen(client, speaker.org_id)
        return true
      }),

    /** Ends all sessions of the speaker but one. */
    endOthers: (speaker: Speaker, kept: string, now: Date) =>
      inTransaction(pool, async (client) => {
        const db = queriesOn(client)
        const ended = await ending(db, speaker, now).where('session_id', '!=', kept).execute()
        if (ended.length === 0) return
        await endTokensOf(db, speaker, ended, now)
        await logAction(client, speaker, accountLog.endedOthers(ended.length), now)
        await tellWhoMayListen(client, speaker.org_id)
      }),

    /**
     * Changes the password that has this hash, and ends all else that was opened with it: every other session, every right to
     * push on other tablets, and a link that somebody asked for. False where the password is another by now.
     */
    changePassword: (speaker: Speaker, from: string, to: string, kept: KeptSession, now: Date) =>
      inTransaction(pool, async (client) => {
        const db = queriesOn(client)
        const { org_id, user_id } = speaker
        const changed = await db
          .updateTable('users')
          .set({ password_hash: to })
          .where(({ and }) => and({ org_id, user_id, password_hash: from, removed_at: null }))
          .executeTakeFirst()
        if (changed.numUpdatedRows !== 1n) return false
        await db
          .deleteFrom('password_resets')
          .where(({ and }) => and({ org_id, user_id }))
          .execute()
        await endEverySession(client, org_id, user_id, now, kept)
        await logAction(client, speaker, accountLog.changedPassword, now)
        return true
      }),

    /** Writes down that somebody tried to change a password without knowing it; what they typed is not kept. */
    logFailedChange: (speaker: Speaker, address: string, now: Date) =>
      logActionAlone(pool, speaker, accountLog.failedPasswordChange(address), now),
  }
}

const ending = (db: Queries, { org_id, user_id }: User, now: Date) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(({ and }) => and({ org_id, user_id, revoked_at: null }))
    .where('expires_at', '>', now)
    .returning('device')

/** The rights to push of tablets on which the user has no session any more. */
async function endTokensOf(
  db: Queries,
  { org_id, user_id }: User,
  ended: readonly { device: string | null }[],
  now: Date,
): Promise<void> {
  const devices = ended.flatMap(({ device }) => device ?? [])
  if (devices.length === 0) return
  await endingTokens(db, { org_id, user_id }, now)
    .where('device', 'in', devices)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions as s')
            .select('s.session_id')
            .where(({ and }) => and({ 's.org_id': org_id, 's.user_id': user_id, 's.revoked_at': null }))
            .where('s.expires_at', '>', now)
            .whereRef('s.device', '=', 'push_tokens.device'),
        ),
      ),
    )
    .execute()
}

async function nameOf(db: Queries, { org_id }: User, device: string | null): Promise<string | null> {
  if (device === null) return null
  const known = await db
    .selectFrom('devices')
    .select(['device_id as _id', 'name', 'platform'])
    .where(({ and }) => and({ org_id, device_id: device }))
    .executeTakeFirst()
  return called(known ?? { _id: device, name: null, platform: null })
}
