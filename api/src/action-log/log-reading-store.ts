import { sql } from 'kysely'
import type { LogEntry, LogFilter, LogPerson } from 'sync-protocol/wire/action-log'
import type { Database } from '../database/connect.ts'
import { instant, instantText, queriesOn, type Queries } from '../database/queries.ts'
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

/** The entries that a filter means but for its words, newest first. */
function meant(db: Queries, orgId: string, filter: LogFilter, timeZone: string, reading: LogReading) {
  const { since, until } = periodOf(filter, timeZone)
  const { received_since, received_until, cursor } = reading
  const [at, entryId] = cursor?.split('_') ?? []
  let entries = db.selectFrom('logged-actions').where('org_id', '=', orgId)
  if (since !== null) entries = entries.where('at', '>=', instant(since))
  if (until !== null) entries = entries.where('at', '<', instant(until))
  if (filter.user !== undefined) entries = entries.where('user_id', '=', filter.user)
  if (received_since !== undefined) entries = entries.where('received_at', '>=', instant(received_since))
  if (received_until !== undefined) entries = entries.where('received_at', '<=', instant(received_until))
  if (at !== undefined && entryId !== undefined)
    entries = entries.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('at', 'entry_id'), '<', tuple(instant(at), entryId)),
    )
  return entries.orderBy('logged-actions.at', 'desc').orderBy('entry_id', 'desc')
}

/** Reads the action log of one organization, newest first. */
export function logReadingStore({ pool }: Pick<Database, 'pool'>, lookedAt = LOOKED_AT) {
  const db = queriesOn(pool)
  return {
    async timeZone(orgId: string): Promise<string> {
      const organization = await db
        .selectFrom('organizations')
        .select('time_zone')
        .where('org_id', '=', orgId)
        .executeTakeFirst()
      return organization?.time_zone ?? 'UTC'
    },

    /** One page. Entries that come in meanwhile move nothing: a page begins after the last entry of the one before. */
    async page(orgId: string, filter: LogFilter, timeZone: string, reading: LogReading): Promise<LogPage> {
      const entriesMeant = meant(db, orgId, filter, timeZone, reading)
      const patterns = likePatterns(filter.search)
      const entries = await db
        .selectFrom(entriesMeant.selectAll().limit(lookedAt).as('looked'))
        .select(({ ref }) => [
          'entry_id as _id',
          instantText(ref('at'), 'US').as('at'),
          instantText(ref('received_at'), 'US').as('received_at'),
          'user_id',
          'user_name',
          'org_name',
          'message',
        ])
        .where(
          sql<boolean>`lower(user_name || ' ' || message) LIKE ALL (SELECT lower(p) FROM unnest(${patterns}::text[]) p)`,
        )
        .orderBy('looked.at', 'desc')
        .orderBy('entry_id', 'desc')
        .limit(reading.limit)
        .execute()
      // The last of the entries that were looked at, when there may be more behind it.
      const last =
        entries.length === reading.limit
          ? entries.at(-1)
          : await entriesMeant
              .select(({ ref }) => ['entry_id as _id', instantText(ref('at'), 'US').as('at')])
              .offset(lookedAt - 1)
              .limit(1)
              .executeTakeFirst()
      return { entries, cursor: last ? `${last.at}_${last._id}` : null, searched_to: last?.at ?? null }
    },

    /** Everybody that the organization has or had. */
    people: (orgId: string): Promise<LogPerson[]> =>
      db
        .selectFrom('users')
        .select(({ eb, fn }) => [
          'user_id as _id',
          'name',
          // A program has none.
          fn<string>('coalesce', [
            eb.case().when('program', 'is', null).then(eb.ref('email')).end(),
            eb.val(''),
          ]).as('email'),
          eb('removed_at', 'is not', null).$castTo<boolean>().as('removed'),
        ])
        .where('org_id', '=', orgId)
        .orderBy(({ eb }) => eb('removed_at', 'is not', null))
        .orderBy(({ fn }) => fn('lower', ['name']))
        .orderBy('user_id')
        .execute(),

    /** When the oldest entry was made. */
    async oldest(orgId: string): Promise<string | undefined> {
      const entry = await db
        .selectFrom('logged-actions')
        .select(({ ref }) => instantText(ref('at'), 'US').as('at'))
        .where('org_id', '=', orgId)
        .orderBy('logged-actions.at')
        .orderBy('entry_id')
        .limit(1)
        .executeTakeFirst()
      return entry?.at
    },
  }
}
