import type { Pool, PoolClient } from 'pg'
import type { Speaker } from 'sync-protocol/wire/store'
import { logAction } from '../action-log/action-log-store.ts'
import { askedTogether } from '../database/asked-together.ts'
import type { Database } from '../database/connect.ts'
import { isDistributed } from '../database/distribution.ts'
import { queriesOn, type Queries, type Row } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'
import { accountLog } from './account-log-text.ts'

/** Somebody's account as the database knows it at this moment. */
export type Account = Pick<Row<'users'>, 'org_id' | 'user_id' | 'name' | 'email' | 'perms'> &
  Pick<Row<'organizations'>, 'time_zone' | 'demo' | 'offline_sign_in'> & { org_name: string }

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
  /** Whoever asked for it proved to be that tablet. */
  proven: boolean
}

type Bearer = Pick<Row<'push_tokens'>, 'device' | 'lane' | 'secret_hash' | 'proven'> & { silent: boolean }

/** How long a session is remembered, and a push token without a word from its lane, in milliseconds: 30 days. */
export const REMEMBERED = 30 * 24 * 3_600_000

export type SessionStore = ReturnType<typeof sessionStore>

/** The columns of an account, of a user `u` and their organization `o`. */
export const ACCOUNT = [
  'u.org_id',
  'u.user_id',
  'u.name',
  'u.email',
  'u.perms',
  'o.name as org_name',
  'o.time_zone',
  'o.demo',
  'o.offline_sign_in',
] as const
const LIVE_USER = `
  join users u on u.org_id = s.org_id and u.user_id = s.user_id and u.removed_at is null
  join organizations o on o.org_id = s.org_id`

interface AskedSession {
  org_id: string
  session_id: string
  now: string
}

type AccountOfSession = Account & Pick<Row<'sessions'>, 'device'> & { revoked: boolean }

/**
 * Every call asks this of its own session: many calls at once ask together, and the statement is planned once on a connection.
 * In the order of the questions.
 */
async function accountsOfSessions(
  pool: Pool,
  asked: readonly AskedSession[],
  clinic?: string,
): Promise<(AccountOfSession | undefined)[]> {
  const { rows } = await pool.query<AccountOfSession & { nth: number }>({
    name: clinic === undefined ? 'accounts-of-sessions' : 'accounts-of-sessions-of-clinic',
    text: `select ${ACCOUNT.join(', ')}, s.device, d.revoked_at is not null as revoked, nth::int
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality as a (org_id, session_id, now, nth)
      join sessions s on s.org_id = a.org_id and s.session_id = a.session_id
        and s.revoked_at is null and s.expires_at > a.now ${LIVE_USER}
      left join devices d on d.org_id = s.org_id and d.device_id = s.device
      ${clinic === undefined ? '' : 'where s.org_id = $4'}`,
    values: [
      asked.map(({ org_id }) => org_id),
      asked.map(({ session_id }) => session_id),
      asked.map(({ now }) => now),
      ...(clinic === undefined ? [] : [clinic]),
    ],
  })
  const found = new Map(rows.map(({ nth, ...account }) => [nth, account]))
  return asked.map((_, index) => found.get(index + 1))
}

/** The same where the tables are distributed: what names several clinics would be asked of all parts. */
async function accountsByClinic(
  pool: Pool,
  asked: readonly AskedSession[],
): Promise<(AccountOfSession | undefined)[]> {
  const found = new Map<AskedSession, AccountOfSession | undefined>()
  const clinics = [...new Set(asked.map(({ org_id }) => org_id))]
  await Promise.all(
    clinics.map(async (clinic) => {
      const own = asked.filter(({ org_id }) => org_id === clinic)
      const accounts = await accountsOfSessions(pool, own, clinic)
      for (const [index, one] of own.entries()) found.set(one, accounts[index])
    }),
  )
  return asked.map((one) => found.get(one))
}

/** Sessions and push tokens: opened, looked up at every call, revoked. Times are ISO instants. */
export function sessionStore({ pool }: Database) {
  const db = queriesOn(pool)
  const sessionAsked = askedTogether((asked: readonly AskedSession[]) =>
    isDistributed(pool) ? accountsByClinic(pool, asked) : accountsOfSessions(pool, asked),
  )
  return {
    /** The account of a session that is neither over nor revoked, and whether its tablet was revoked. */
    accountOfSession: (orgId: string, sessionId: string, now: string) =>
      sessionAsked({ org_id: orgId, session_id: sessionId, now }),

    /** Those of these sessions that may call, at this moment, what asks for a permission: asked at each event. */
    async sessionsHolding(orgId: string, sessionIds: readonly string[], permission: number, now: string) {
      const { rows } = await pool.query<Pick<Row<'sessions'>, 'session_id'>>({
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
        text: `select ${ACCOUNT.join(', ')}, s.device, s.lane, s.secret_hash, s.proven,
            greatest(s.created_at, l.last_seen) < $3::timestamptz as silent
          from push_tokens s ${LIVE_USER} left join lanes l on l.org_id = s.org_id and l.lane_id = s.lane
          where s.org_id = $1 and s.token_id = $2 and s.revoked_at is null`,
        values: [orgId, tokenId, new Date(now.getTime() - REMEMBERED)],
      })
      const [found] = rows
      // @rule silent-token
      if (!found?.silent) return found
      await db
        .updateTable('push_tokens')
        .set({ revoked_at: now })
        .where(({ and }) => and({ org_id: orgId, token_id: tokenId }))
        .execute()
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
        const own = queriesOn(client)
        const { event, continues = false, password_hash, ...row } = session
        const still = await own
          .selectFrom('users')
          .select('user_id')
          .where(({ and }) => and({ org_id, user_id, password_hash }))
          .forShare()
          .executeTakeFirst()
        if (!still) return false
        const message = continues ? accountLog.continued : accountLog.loggedIn
        await logAction(client, { org_id, user_id, ...speaker }, message, now, { entry_id: event })
        await forgetOld(own, org_id, user_id, now)
        await own
          .insertInto('sessions')
          .values({ ...row, org_id, user_id, created_at: now, expires_at: until })
          .execute()
        if (token) await keepPushToken(own, { org_id, user_id }, token, now)
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
        const own = queriesOn(client)
        const lasts = await own
          .selectFrom('sessions')
          .select('session_id')
          .where(({ and }) => and({ org_id: speaker.org_id, session_id: sessionId, revoked_at: null }))
          .forShare()
          .executeTakeFirst()
        if (!lasts) return false
        await keepPushToken(own, speaker, token, now)
        return true
      }),

    /** Ends a session, and with it the push tokens of its lane but those to keep (`true` keeps all). */
    async endSession(
      speaker: Speaker,
      sessionId: string,
      writePush: boolean | string,
      now: Date,
      event?: string,
    ) {
      const { org_id } = speaker
      await inTransaction(pool, async (client) => {
        const own = queriesOn(client)
        const ended = await own
          .updateTable('sessions')
          .set({ revoked_at: now })
          .where(({ and }) => and({ org_id, session_id: sessionId, revoked_at: null }))
          .returning(['user_id', 'lane'])
          .executeTakeFirst()
        if (!ended) return
        // The tablet's own telling of it may have arrived before.
        await logAction(client, speaker, accountLog.loggedOut, now, { entry_id: event, once: true })
        const { user_id, lane } = ended
        if (!lane || writePush === true || writePush === lane) return
        await endingTokens(own, { org_id, user_id }, now).where('lane', '=', lane).execute()
      })
    },
  }
}

type UserKey = Pick<Speaker, 'org_id' | 'user_id'>

export const endingTokens = (db: Queries, { org_id, user_id }: UserKey, now: Date) =>
  db
    .updateTable('push_tokens')
    .set({ revoked_at: now })
    .where(({ and }) => and({ org_id, user_id, revoked_at: null }))

/** Of a lane's earlier tokens the newest stays: the answer that carried this one may be lost. */
async function keepPushToken(
  db: Queries,
  { org_id, user_id }: UserKey,
  token: PushToken,
  now: Date,
): Promise<void> {
  const newest = db
    .selectFrom('push_tokens')
    .select('token_id')
    .where(({ and }) => and({ org_id, user_id, lane: token.lane, revoked_at: null }))
    .orderBy('created_at', 'desc')
    .orderBy('token_id')
    .limit(1)
  await endingTokens(db, { org_id, user_id }, now)
    .where('lane', '=', token.lane)
    .where('token_id', 'not in', newest)
    .execute()
  await db
    .insertInto('push_tokens')
    .values({ ...token, org_id, user_id, created_at: now })
    .execute()
}

/** One that goes on, and the tablet that it is on. */
export interface KeptSession {
  session_id: string
  device: string | null
}

/** Ends every session of a user, but one, and every right to push for them; what is unsent stays on its tablet. */
export async function endEverySession(
  client: Pick<PoolClient, 'query'>,
  orgId: string,
  userId: string,
  now: Date,
  but?: KeptSession,
): Promise<void> {
  const db = queriesOn(client)
  const user = { org_id: orgId, user_id: userId }
  const ending = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(({ and }) => and({ ...user, revoked_at: null }))
  await (but ? ending.where('session_id', '!=', but.session_id) : ending).execute()
  const tokens = endingTokens(db, user, now)
  await (but?.device ? tokens.where('device', '!=', but.device) : tokens).execute()
  await tellWhoMayListen(client, orgId)
}

/** What ended long ago says nothing any more: not even where somebody is known from. */
async function forgetOld(db: Queries, orgId: string, userId: string, now: Date) {
  const before = new Date(now.getTime() - REMEMBERED)
  for (const [table, column] of [
    ['sessions', 'created_at'],
    ['push_tokens', 'revoked_at'],
  ] as const) {
    await db
      .deleteFrom(table)
      .where(({ and }) => and({ org_id: orgId, user_id: userId }))
      .where(column, '<', before)
      .execute()
  }
}
