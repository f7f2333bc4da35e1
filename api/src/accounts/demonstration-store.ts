import type pg from 'pg'
import { inTransaction } from '../database/transaction.ts'
import { tellWhoMayListen } from '../live/notify-store.ts'

/** What the database's own function answers where somebody means a clinic. */
const RESTRICT_VIOLATION = '23001'

/**
 * Removes the demonstration as a whole, which the database does for nothing else, and remembers that for the next starts. What
 * is pushed at this moment is taken before or refused.
 * @returns how many rows went; undefined where it is not the demonstration, or somebody was faster
 */
export async function removeDemonstration(pool: pg.Pool, orgId: string): Promise<number | undefined> {
  try {
    return await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ removed: number }>(
        'SELECT sum(removed)::int AS removed FROM remove_demonstration($1)',
        [orgId],
      )
      await tellWhoMayListen(client, orgId)
      return rows[0]?.removed
    })
  } catch (error) {
    if ((error as { code?: string }).code === RESTRICT_VIOLATION) return undefined
    throw error
  }
}
