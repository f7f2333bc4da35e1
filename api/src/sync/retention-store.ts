import type pg from 'pg'
import { queriesOn } from '../database/queries.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockOrganization } from './organization-lock-store.ts'

/** How long tombstones, and who made which version, are kept (sync contract L5, M6). */
const KEPT_DAYS = 180
/** How long a call with an Idempotency-Key is answered as before; a day is promised. */
const ANSWERS_KEPT_DAYS = 2
const DAY_MS = 86_400_000

export async function organizationIds(pool: pg.Pool): Promise<string[]> {
  const rows = await queriesOn(pool).selectFrom('organizations').select('org_id').execute()
  return rows.map(({ org_id }) => org_id)
}

/**
 * Forgets the tombstones of all organizations that are older than that. A cursor below what was forgotten has expired: its
 * reader may still hold a record whose end it was never told. After `stop` no further organization is begun.
 */
export async function forgetExpired(pool: pg.Pool, now: Date, stop?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  const answeredBefore = new Date(now.getTime() - ANSWERS_KEPT_DAYS * DAY_MS)
  for (const org_id of await organizationIds(pool)) {
    if (stop?.aborted) return
    await inTransaction(pool, async (client) => {
      await lockOrganization(client, org_id)
      const db = queriesOn(client)
      await db
        .with('gone', (on) =>
          on
            .deleteFrom('records')
            .where(({ and }) => and({ org_id, deleted: true }))
            .where('changed_at', '<', before)
            .returning('seq'),
        )
        .updateTable('organizations')
        .set(({ fn, selectFrom }) => ({
          tombstone_floor: fn<number>('greatest', [
            'tombstone_floor',
            selectFrom('gone').select(fn.max('seq').as('last')),
          ]),
        }))
        .where('org_id', '=', org_id)
        .execute()
      await db
        .deleteFrom('record_changes')
        .where('org_id', '=', org_id)
        .where('changed_at', '<', before)
        .execute()
      await db
        .deleteFrom('idempotent_answers')
        .where('org_id', '=', org_id)
        .where('answered_at', '<', answeredBefore)
        .execute()
    })
  }
}
