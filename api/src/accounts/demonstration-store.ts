import type pg from 'pg'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import { VISITOR_EMAIL } from 'sync-protocol/wire/accounts'
import { queriesOn } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'
import { countClinics, insertClinic, type NewOrganization, type NewUser } from './account-store.ts'
import { LIBRARY_DEVICE } from './starting-library.ts'

/** What the database's own function answers where somebody means a clinic. */
const RESTRICT_VIOLATION = '23001'

/**
 * Removes the demonstration as a whole, which the database does for nothing else, and remembers that for the next starts. What
 * is pushed at this moment is taken before or refused.
 * @returns how many rows went; undefined where it is not the demonstration, or somebody was faster
 */
export const removeDemonstration = (pool: pg.Pool, orgId: string): Promise<number | undefined> =>
  unlessGone(pool, async (client) => {
    const { rows } = await client.query<{ removed: number }>(
      'SELECT sum(removed)::int AS removed FROM remove_demonstration($1)',
      [orgId],
    )
    await tellWhoMayListen(client, orgId)
    return rows[0]?.removed
  })

/**
 * Removes the demonstration and founds it anew, as another organization without its library, in one change: no tablet sees the
 * server without one.
 * @returns false where there is none, a real clinic works on this server, or somebody was faster
 */
export async function resetDemonstration(
  pool: pg.Pool,
  anew: { organization: NewOrganization; users: readonly NewUser[] },
  now: Date,
): Promise<boolean> {
  const done = await unlessGone(pool, async (client) => {
    const db = queriesOn(client)
    await db.selectFrom('installation').select('only_row').forUpdate().execute()
    const { demoId, real } = await countClinics(db)
    if (demoId === null || real > 0) return false
    await client.query('SELECT FROM remove_demonstration($1, for_good => false)', [demoId])
    await insertClinic(client, anew.organization, anew.users, now)
    await tellWhoMayListen(client, demoId)
    return true
  })
  return done ?? false
}

export interface DemonstrationState {
  madeAt: Date
  /** When the last work of anybody came. */
  workedAt: Date | null
  /** Somebody who has its password worked in it: what they entered is more than a visitor's. */
  isUsed: boolean
}

/** How the demonstration stands; undefined where there is none, or a real clinic works beside it. */
export async function demonstrationStands(pool: pg.Pool): Promise<DemonstrationState | undefined> {
  const db = queriesOn(pool)
  const { demoId, real } = await countClinics(db)
  if (demoId === null || real > 0) return undefined
  return db
    .selectFrom('organizations as o')
    .select(({ selectFrom, exists }) => [
      'o.created_at as madeAt',
      selectFrom('mutations as m')
        .select(({ fn }) => fn.max('m.received_at').as('at'))
        .whereRef('m.org_id', '=', 'o.org_id')
        .as('workedAt'),
      exists(
        selectFrom('lanes as l')
          .innerJoin('users as u', (join) =>
            join.onRef('u.org_id', '=', 'l.org_id').onRef('u.user_id', '=', 'l.user_id'),
          )
          .whereRef('l.org_id', '=', 'o.org_id')
          .where('l.last_n', '>', 0)
          .where('l.device_id', '!=', derivedId(demoId, LIBRARY_DEVICE))
          .where('u.email', '!=', VISITOR_EMAIL),
      )
        .$castTo<boolean>()
        .as('isUsed'),
    ])
    .where('o.org_id', '=', demoId)
    .executeTakeFirst()
}

async function unlessGone<T>(
  pool: pg.Pool,
  change: (client: pg.PoolClient) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await inTransaction(pool, change)
  } catch (error) {
    if ((error as { code?: string }).code === RESTRICT_VIOLATION) return undefined
    throw error
  }
}
