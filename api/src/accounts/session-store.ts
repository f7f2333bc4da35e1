import type { Pool, PoolClient } from 'pg'
import type { Speaker } from 'sync-protocol/wire/store'
import { logAction } from '../action-log/action-log-store.ts'
import { askedTogether } from '../database/asked-together.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'
import { accountLog } from './account-log-text.ts'

/** Somebody's account as the database knows it at this moment. */
export interface Account {
  org_id: string
  user_id: string
  name: string
  email: string
  perms: number[]
  org_name: string
  time_zone: string
  demo: boolean
  offline_sign_in: boolean
}

export interface OpenSession {
  session_id: string
  /** Of the password that was right. */
  password_hash: string
  address: string
  device: string | null
  lane: string | null
  /** What the action log calls this sign-in; absent: a name of its own. */
  event?: string | undefined
  /** It goes on with a sign-in without the network, which is an entry of its own. */
  continues?: boolean | undefined
}

export interface PushToken {
  token_id: string
  device: string
  lane: string
  secret_hash: string
}

type Bearer = Pick<PushToken, 'device' | 'lane' | 'secret_hash'> & { silent: boolean }

/** How long a session is remembered, and a push token without a word from its lane, in milliseconds: 30 days. */
export const REMEMBERED = 30 * 24 * 3_600_000

export type SessionStore = ReturnType<typeof sessionStore>

const ACCOUNT = `u.org_id, u.user_id, u.name, u.email, u.perms, o.name as org_name, o.time_zone, o.demo, o.offline_sign_in`
const LIVE_USER = `
  join users u on u.org_id = s.org_id and u.user_id = s.user_id and u.removed_at is null
  join organizations o on o.org_id = s.org_id`

interface AskedSession {
  org_id: string
  session_id: string
  now: string
}

type AccountOfSession = Account & { device: string | null; revoked: boolean }

/** Every call asks this of its own session: many calls at once ask together. In the order of the questions. */
async function accountsOfSessions(
  pool: Pool,
  asked: readonly AskedSession[],
): Promise<(AccountOfSession | undefined)[]> {
  const { rows } = await pool.query<AccountOfSession & { nth: number }>({
    name: 'accounts-of-sessions',
    text: `select ${ACCOUNT}, s.device, d.revoked_at is not null as revoked, nth::int
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality as a (org_id, session_id, now, nth)
      join sessions s on s.org_id = a.org_id and s.session_id = a.session_id
        and s.revoked_at is null and s.expires_at > a.now ${LIVE_USER}
      left join devices d on d.org_id = s.org_id and d.device_id = s.device`,
    values: [
      asked.map(({ org_id }) => org_id),
      asked.map(({ session_id }) => session_id),
      asked.map(({ now }) => now),
    ],
  })
  const found = new Map(rows.map(({ nth, ...account }) => [nth, account]))
  return asked.map((_, index) => found.get(index + 1))
}

/** Sessions and push tokens: opened, looked up at every call, revoked. Times are ISO instants. */
export function sessionStore({ pool }: Database) {
  const sessionAsked = askedTogether((asked: readonly AskedSession[]) => accountsOfSessions(pool, asked))
  return {
    /** The account of a session that is neither over nor revoked, and whether its tablet was revoked. */
    accountOfSession: (orgId: string, sessionId: string, now: string) =>
      sessionAsked({ org_id: orgId, session_id: sessionId, now }),

    /** Those of these sessions that may call, at this moment, what asks for a permission. */
    async sessionsHolding(orgId: string, sessionIds: readonly string[], permission: number, now: string) {
      const { rows } = await pool.query<{ session_id: string }>({
        name: 'sessions-holding',
        text: `select s.session_id from sessions s ${LIVE_USER}
          left join devices d on d.org_id = s.org_id and d.device_id = s.device
          where s.org_id = $1 and s.session_id = any ($2::uuid[]) and s.revoked_at is null and s.expires_at > $4
            and $3 = any (u.perms) and d.revoked_at is null`,
        values: [orgId, sessionIds, permission, now],
      })
      return new Set(rows.map(({ session_id }) => session_id))
    },

    /**
     * The account and lane of a push token that was not revoked, with the hash that its secret must have. One whose lane was
     * not heard of for 30 days ends here, for good: a holder of 2 may then send for its user.
     */
    async accountOfPushToken(orgId: string, tokenId: string, now: Date) {
      const { rows } = await pool.query<Account & Bearer>({
        name: 'account-of-push-token',
        text: `select ${ACCOUNT}, s.device, s.lane, s.secret_hash,
            greatest(s.created_at, l.last_seen) < $3::timestamptz as silent
          from push_tokens s ${LIVE_USER} left join lanes l on l.org_id = s.org_id and l.lane_id = s.lane
          where s.org_id = $1 and s.token_id = $2 and s.revoked_at is null`,
        values: [orgId, tokenId, new Date(now.getTime() - REMEMBERED)],
      })
      const [found] = rows
      if (!found?.silent) return found
      await pool.query('update push_tokens set revoked_at = $3 where org_id = $1 and token_id = $2', [
        orgId,
        tokenId,
        now,
      ])
      return undefined
    },

    /**
     * Opens a session, and a push token with it, unless the password is another by now. Of a lane's earlier tokens the newest
     * stays: the reply that carries the new one may be lost.
     */
    async openSession(
      { org_id, user_id, ...speaker }: Speaker,
      session: OpenSession,
      token: PushToken | null,
      now: Date,
      until: Date,
    ): Promise<boolean> {
      return inTransaction(pool, async (client) => {
        const still = await client.query(
          `select from users where org_id = $1 and user_id = $2 and password_hash = $3 for share`,
          [org_id, user_id, session.password_hash],
        )
        if (still.rowCount !== 1) return false
        const { event, continues = false } = session
        const message = continues ? accountLog.continued : accountLog.loggedIn
        await logAction(client, { org_id, user_id, ...speaker }, message, now, { entry_id: event })
        await forgetOld(client, org_id, user_id, now)
        await client.query(
          `insert into sessions (org_id, session_id, user_id, address, device, lane, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [org_id, session.session_id, user_id, session.address, session.device, session.lane, now, until],
        )
        if (token) await keepPushToken(client, { org_id, user_id }, token, now)
        return true
      })
    },

    /** Gives a lane of the speaker a right to push, while the session that asks for it lasts; false when it is over. */
    addPushToken: (
      speaker: Pick<Speaker, 'org_id' | 'user_id'>,
      sessionId: string,
      token: PushToken,
      now: Date,
    ) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          'select from sessions where org_id = $1 and session_id = $2 and revoked_at is null for share',
          [speaker.org_id, sessionId],
        )
        if (rowCount !== 1) return false
        await keepPushToken(client, speaker, token, now)
        return true
      }),

    /** Ends a session, and with it the push tokens of its lane but those to keep (`true` keeps all). */
    async endSession(
      speaker: Speaker,
      sessionId: string,
      keepPush: boolean | string,
      now: Date,
      event?: string,
    ) {
      const { org_id } = speaker
      await inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ user_id: string; lane: string | null }>(
          `update sessions set revoked_at = $3 where org_id = $1 and session_id = $2 and revoked_at is null
           returning user_id, lane`,
          [org_id, sessionId, now],
        )
        if (!rows[0]) return
        // The tablet's own telling of it may have arrived before.
        await logAction(client, speaker, accountLog.loggedOut, now, { entry_id: event, once: true })
        const { user_id, lane } = rows[0]
        if (!lane || keepPush === true || keepPush === lane) return
        await client.query(
          `update push_tokens set revoked_at = $4
           where org_id = $1 and user_id = $2 and lane = $3 and revoked_at is null`,
          [org_id, user_id, lane, now],
        )
      })
    },
  }
}

/** Of a lane's earlier tokens the newest stays: the answer that carried this one may be lost. */
async function keepPushToken(
  client: Pick<PoolClient, 'query'>,
  { org_id, user_id }: Pick<Speaker, 'org_id' | 'user_id'>,
  token: PushToken,
  now: Date,
): Promise<void> {
  await client.query(
    `update push_tokens set revoked_at = $4
       where org_id = $1 and user_id = $2 and lane = $3 and revoked_at is null and token_id not in (
         select token_id from push_tokens
         where org_id = $1 and user_id = $2 and lane = $3 and revoked_at is null
         order by created_at desc, token_id limit 1)`,
    [org_id, user_id, token.lane, now],
  )
  await client.query(
    `insert into push_tokens (org_id, token_id, user_id, device, lane, secret_hash, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
    [org_id, token.token_id, user_id, token.device, token.lane, token.secret_hash, now],
  )
}

/** Ends every session of a user and every right to push for them; what is unsent stays on its tablet. */
export async function endEverySession(
  client: Pick<PoolClient, 'query'>,
  orgId: string,
  userId: string,
  now: Date,
): Promise<void> {
  for (const table of ['sessions', 'push_tokens']) {
    await client.query(
      `update ${table} set revoked_at = $3 where org_id = $1 and user_id = $2 and revoked_at is null`,
      [orgId, userId, now],
    )
  }
  await tellWhoMayListen(client, orgId)
}

/** What ended long ago says nothing any more: not even where somebody is known from. */
async function forgetOld(client: Pick<PoolClient, 'query'>, orgId: string, userId: string, now: Date) {
  const values = [orgId, userId, new Date(now.getTime() - REMEMBERED)]
  await client.query('delete from sessions where org_id = $1 and user_id = $2 and created_at < $3', values)
  await client.query('delete from push_tokens where org_id = $1 and user_id = $2 and revoked_at < $3', values)
}
