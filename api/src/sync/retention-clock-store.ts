import { sql } from 'kysely'
import type pg from 'pg'
import { queriesOn } from '../database/queries.ts'
import { retentionClockText as text } from './retention-clock-text.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** After each of these the clock of what is old follows the computer's. A little less, for a timer that comes early. */
const LOOK_MS = HOUR_MS - 60_000
/** By so much at most: two days for each hour that the server runs. */
const STEP_MS = 2 * DAY_MS
/** So near to the computer's it agrees. */
const NEAR_MS = DAY_MS
/** From so far on a person is told. */
const FAR_MS = 30 * DAY_MS

/**
 * A clock that is years ahead must not make the server forget what is not old. So the installation has one of its own, which follows
 * the computer's only as the server is seen running. Called each hour; of several processes one moves it.
 */
export async function moveRetentionClock(pool: pg.Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LOOK_MS)
  const after = new Date(now.getTime() + LOOK_MS)
  await queriesOn(pool)
    .updateTable('installation')
    .set(({ ref }) => ({
      retention_clock: sql<Date>`least(${now}::timestamptz, ${ref('retention_clock')} + ${`${STEP_MS} ms`}::interval)`,
      retention_clock_moved_at: now,
    }))
    .where(({ eb, or }) =>
      or([
        eb('retention_clock_moved_at', 'is', null),
        eb('retention_clock_moved_at', '<=', before),
        // That clock was ahead.
        eb('retention_clock_moved_at', '>=', after),
      ]),
    )
    .execute()
}

export interface RetentionClock {
  /** Whether what this computer's clock calls old may be forgotten. */
  agrees: boolean
  /** For a person, where they are far apart. */
  said: string | undefined
}

export async function retentionClock(pool: pg.Pool, now: Date): Promise<RetentionClock> {
  const row = await queriesOn(pool).selectFrom('installation').select('retention_clock').executeTakeFirst()
  const seen = row?.retention_clock ?? null
  if (seen === null) return { agrees: false, said: undefined }
  const ahead = now.getTime() - seen.getTime()
  return { agrees: ahead <= NEAR_MS, said: saidOf(now, ahead) }
}

function saidOf(now: Date, ahead: number): string | undefined {
  const days = Math.floor(Math.abs(ahead) / DAY_MS)
  if (Math.abs(ahead) <= FAR_MS) return undefined
  return ahead > 0 ? text.ahead(now, days) : text.behind(now, days)
}
