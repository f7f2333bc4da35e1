import type pg from 'pg'
import { inTransaction } from '../database/transaction.ts'
import { lockOrganization } from './organization-lock-store.ts'

/** How long tombstones, and who made which version, are kept (sync contract L5, M6). */
const KEPT_DAYS = 180
/** How long a call with an Idempotency-Key is answered as before; a day is promised. */
const ANSWERS_KEPT_DAYS = 2
const DAY_MS = 86_400_000

export async function organizationIds(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ org_id: string }>('SELECT org_id FROM organizations')
  return rows.map(({ org_id }) => org_id)
}

/**
 * Forgets the tombstones of all organizations that are older than that. A cursor below what was forgotten has expired: its
 * reader may still hold a record whose end it was never told. After `stop` no further organization is begun.
 */
export async function forgetExpired(pool: pg.Pool, now: Date, stop?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const answeredBefore = new Date(now.getTime() - ANSWERS_KEPT_DAYS * DAY_MS).toISOString()
  for (const org_id of await organizationIds(pool)) {
    if (stop?.aborted) return
    await inTransaction(pool, async (client) => {
      await lockOrganization(client, org_id)
      await client.query(
        `WITH gone AS (
           DELETE FROM records WHERE org_id = $1 AND deleted AND changed_at < $2 RETURNING seq
         )
         UPDATE organizations SET tombstone_floor = greatest(tombstone_floor, (SELECT max(seq) FROM gone))
         WHERE org_id = $1`,
        [org_id, before],
      )
      await client.query('DELETE FROM record_changes WHERE org_id = $1 AND changed_at < $2', [org_id, before])
      await client.query('DELETE FROM idempotent_answers WHERE org_id = $1 AND answered_at < $2', [
        org_id,
        answeredBefore,
      ])
    })
  }
}
