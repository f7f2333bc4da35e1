import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { readable } from 'sync-protocol/log/readable'
import type { Speaker } from 'sync-protocol/wire/store'
import { columnsOf, oneStatement } from '../database/one-statement.ts'
import { queriesOn } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import type { LoggedAction } from './log-entries.ts'

/** A year that PostgreSQL can hold; a clock beyond that says nothing. */
const isDatable = (at: string) => /^\d{4}-/.test(at) && at >= '0001'

type Organization = { org_id: string; name: string }

type Row = Omit<LoggedAction, 'once'> & { org_name: string }

export const logRow = (
  { entry_id, at, user_id, user_name, message }: LoggedAction,
  { name: org_name }: Organization,
  receivedAt: string,
): Row => ({
  entry_id,
  at: isDatable(at) ? at : receivedAt,
  user_id,
  user_name,
  org_name,
  message: readable(message),
})

/** Adds entries to the organization's action log, and says which were not there yet. */
export const LOG_PART = {
  name: 'a',
  text: `INSERT INTO "logged-actions" (org_id, entry_id, at, received_at, user_id, user_name, org_name, message)
         SELECT {org}, entry_id, at, {now}, user_id, user_name, org_name, message
         FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[])
           AS r (entry_id, at, user_id, user_name, org_name, message)
         ON CONFLICT (org_id, entry_id) DO NOTHING RETURNING entry_id`,
  answer: "SELECT count(*)::int AS count, coalesce(string_agg(entry_id::text, ' '), '') AS ids FROM a",
}
export const LOG_CELLS = [
  ({ entry_id }: Row) => entry_id,
  ({ at }: Row) => at,
  ({ user_id }: Row) => user_id,
  ({ user_name }: Row) => user_name,
  ({ org_name }: Row) => org_name,
  ({ message }: Row) => message,
]

/** The entries that were added. */
export interface Added {
  count: number
  ids: string
}

/**
 * An id that is taken hides nothing: only an entry that may have been told of before is left out then, any other gets an id
 * of its own.
 */
export async function logAgain(
  client: Pick<pg.ClientBase, 'query'>,
  org: Organization,
  entries: readonly LoggedAction[],
  [added]: readonly Added[],
  receivedAt: string,
): Promise<void> {
  if (entries.length === 0 || added?.count === entries.length) return
  const there = new Set(added?.ids.split(' '))
  const hidden = entries.filter(({ entry_id, once = false }) => !once && !there.has(entry_id))
  const renamed = hidden.map((entry) => ({ ...entry, entry_id: randomUUID() }))
  if (renamed.length > 0) await logActions(client, org, renamed, receivedAt)
}

/** Adds entries to the organization's action log, in the caller's transaction where there is one. */
export async function logActions(
  client: Pick<pg.ClientBase, 'query'>,
  org: Organization,
  entries: readonly LoggedAction[],
  receivedAt: string,
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => logRow(entry, org, receivedAt))
  const columns = columnsOf(rows, ...LOG_CELLS)
  const shared = { org_id: org.org_id, lane: null, now: receivedAt }
  const { rows: added } = await client.query<Added>(oneStatement(shared, [{ ...LOG_PART, columns }]))
  await logAgain(client, org, entries, added, receivedAt)
}

/**
 * Writes down what somebody did that is no record: signing in and out, managing users. The message names people and what
 * was done, never a password or a token.
 */
export async function logAction(
  client: Pick<pg.ClientBase, 'query'>,
  speaker: Pick<Speaker, 'org_id' | 'org_name' | 'user_id' | 'user_name'>,
  message: string,
  now: Date,
  { entry_id = randomUUID(), once }: { entry_id?: string | undefined; once?: boolean } = {},
): Promise<void> {
  const at = now.toISOString()
  const { org_id, org_name, user_id, user_name } = speaker
  const entry = { entry_id, at, user_id, user_name, message, once }
  await logActions(client, { org_id, name: org_name }, [entry], at)
}

/** The same outside of any transaction; nothing where the person's organization was removed meanwhile. */
export const logActionAlone = (
  pool: pg.Pool,
  speaker: Parameters<typeof logAction>[1],
  message: string,
  now: Date,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const there = await queriesOn(client)
      .selectFrom('users')
      .select('user_id')
      .where(({ and }) => and({ org_id: speaker.org_id, user_id: speaker.user_id }))
      .forKeyShare()
      .executeTakeFirst()
    if (there) await logAction(client, speaker, message, now)
  })
