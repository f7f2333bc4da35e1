import type { LogEntry, LogFilter, LogPerson } from 'sync-protocol/wire/action-log'
import type { Database } from '../database/connect.ts'
import { likePatterns, periodOf } from './log-period.ts'

export type LogReadingStore = ReturnType<typeof logReadingStore>

export interface LogPage {
  entries: LogEntry[]
  /** Where the next page begins; null when there is none. */
  cursor: string | null
  /** How far back this page looked; null for to the end. */
  searched_to: string | null
}

export interface LogReading {
  cursor?: string | undefined
  received_since?: string | undefined
  /** Entries received later than that are left out: an export is of one moment. */
  received_until?: string | undefined
  limit: number
}

/** So many entries one call looks at: a search for a rare word answers in bounded time, however long the log is. */
const LOOKED_AT = 50_000

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const ENTRY = `entry_id AS "_id", ${iso('at')} AS at, ${iso('received_at')} AS received_at,
  user_id, user_name, org_name, message`
const NEWEST = 'ORDER BY at DESC, entry_id DESC'

/** The entries that a filter means but for its words, as a condition and its values. */
function conditionOf(orgId: string, filter: LogFilter, timeZone: string, reading: LogReading) {
  const { since, until } = periodOf(filter, timeZone)
  const [at, entryId] = reading.cursor?.split('_') ?? []
  const values: unknown[] = [orgId]
  const terms = ['org_id = $1']
  const add = (term: (place: string) => string, value: unknown) => {
    if (value === undefined || value === null) return
    values.push(value)
    terms.push(term(`$${values.length}`))
  }
  add((place) => `at >= ${place}`, since)
  add((place) => `at < ${place}`, until)
  add((place) => `user_id = ${place}`, filter.user)
  add((place) => `received_at >= ${place}`, reading.received_since)
  add((place) => `received_at <= ${place}`, reading.received_until)
  if (at !== undefined && entryId !== undefined) {
    values.push(at, entryId)
    terms.push(`(at, entry_id) < ($${values.length - 1}, $${values.length}::uuid)`)
  }
  return { condition: terms.join(' AND '), values }
}

/** Reads the action log of one organization, newest first. */
export function logReadingStore({ pool }: Pick<Database, 'pool'>, lookedAt = LOOKED_AT) {
  return {
    async timeZone(orgId: string): Promise<string> {
      const { rows } = await pool.query<{ time_zone: string }>(
        'SELECT time_zone FROM organizations WHERE org_id = $1',
        [orgId],
      )
      return rows[0]?.time_zone ?? 'UTC'
    },

    /** One page. Entries that come in meanwhile move nothing: a page begins after the last entry of the one before. */
    async page(orgId: string, filter: LogFilter, timeZone: string, reading: LogReading): Promise<LogPage> {
      const { condition, values } = conditionOf(orgId, filter, timeZone, reading)
      const patterns = likePatterns(filter.search)
      const looked = `SELECT * FROM "logged-actions" WHERE ${condition} ${NEWEST} LIMIT ${lookedAt}`
      const { rows } = await pool.query<LogEntry>(
        `SELECT ${ENTRY} FROM (${looked}) l
         WHERE lower(user_name || ' ' || message) LIKE ALL (SELECT lower(p) FROM unnest($${values.length + 1}::text[]) p)
         ${NEWEST} LIMIT $${values.length + 2}`,
        [...values, patterns, reading.limit],
      )
      const last = rows.length === reading.limit ? rows.at(-1) : await furthest(condition, values)
      return {
        entries: rows,
        cursor: last ? `${last.at}_${last._id}` : null,
        searched_to: last?.at ?? null,
      }
    },

    /** Everybody that the organization has or had. */
    async people(orgId: string): Promise<LogPerson[]> {
      const { rows } = await pool.query<LogPerson>(
        `SELECT user_id AS "_id", name, email, removed_at IS NOT NULL AS removed
         FROM users WHERE org_id = $1 ORDER BY removed_at IS NOT NULL, lower(name), user_id`,
        [orgId],
      )
      return rows
    },

    /** When the oldest entry was made. */
    async oldest(orgId: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ at: string }>(
        `SELECT ${iso('at')} AS at FROM "logged-actions" WHERE org_id = $1 ORDER BY at, entry_id LIMIT 1`,
        [orgId],
      )
      return rows[0]?.at
    },
  }

  /** The last of the entries that were looked at, when there may be more behind it. */
  async function furthest(condition: string, values: unknown[]) {
    const { rows } = await pool.query<Pick<LogEntry, '_id' | 'at'>>(
      `SELECT entry_id AS "_id", ${iso('at')} AS at FROM "logged-actions" WHERE ${condition}
       ${NEWEST} OFFSET ${lookedAt - 1} LIMIT 1`,
      values,
    )
    return rows[0]
  }
}
