import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { queriesOn } from '../queries.ts'
import { inTransaction } from '../transaction.ts'
import { enterNewEpoch } from './ledger-restore.ts'
import type { RestoredLedger } from './operator-text.ts'

export interface BegunEpoch {
  epoch: string
  /** Nothing in the database is newer. */
  endsAt: string
  ledgers: RestoredLedger[]
}

/**
 * Begins a new epoch of the server where the database stands: it was put back to what it was by another way than a restore,
 * which tablets cannot know while its epoch keeps its name. Undefined where `ended` is given, and is not the present one any
 * more: somebody else began another.
 */
export function beginEpoch(pool: pg.Pool, now: Date): Promise<BegunEpoch>
export function beginEpoch(pool: pg.Pool, now: Date, ended: string): Promise<BegunEpoch | undefined>
export function beginEpoch(pool: pg.Pool, now: Date, ended?: string): Promise<BegunEpoch | undefined> {
  return inTransaction(pool, async (client) => {
    const db = queriesOn(client)
    const present = await db.selectFrom('installation').select('epoch').forUpdate().executeTakeFirst()
    // @rule one-begins
    if (ended !== undefined && present?.epoch !== ended) return undefined
    // Every writer of records holds a row of it until its commit: what the ended epoch still takes is in it.
    await client.query('LOCK TABLE public.organizations IN EXCLUSIVE MODE')
    const newest = await db
      .selectFrom('logged-actions')
      .select(({ fn }) => fn.max('received_at').as('at'))
      .executeTakeFirst()
    const endsAt = (newest?.at ?? now).toISOString()
    const epoch = randomUUID()
    const ledgers = await enterNewEpoch(client, { epoch, endsAt, now: now.toISOString() })
    await db.updateTable('installation').set({ epoch }).execute()
    return { epoch, endsAt, ledgers }
  })
}
