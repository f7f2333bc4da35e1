import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { queriesOn } from '../queries.ts'
import { inTransaction } from '../transaction.ts'
import { enterNewHistory } from './ledger-restore.ts'
import type { RestoredLedger } from './operator-text.ts'

export interface BegunHistory {
  epoch: string
  /** Nothing in the database is newer. */
  endsAt: string
  ledgers: RestoredLedger[]
}

/**
 * Begins a new history of the server where the database stands: it was put back to what it was by another way than a restore,
 * which tablets cannot know while its history keeps its name. Undefined where `ended` is given, and is not the present one any
 * more: somebody else began another.
 */
export function beginHistory(pool: pg.Pool, now: Date): Promise<BegunHistory>
export function beginHistory(pool: pg.Pool, now: Date, ended: string): Promise<BegunHistory | undefined>
export function beginHistory(pool: pg.Pool, now: Date, ended?: string): Promise<BegunHistory | undefined> {
  return inTransaction(pool, async (client) => {
    const db = queriesOn(client)
    const present = await db.selectFrom('installation').select('epoch').forUpdate().executeTakeFirst()
    if (ended !== undefined && present?.epoch !== ended) return undefined
    // Every writer of records holds a row of it until its commit: what the ended history still takes is in it.
    await client.query('LOCK TABLE public.organizations IN EXCLUSIVE MODE')
    const newest = await db
      .selectFrom('logged-actions')
      .select(({ fn }) => fn.max('received_at').as('at'))
      .executeTakeFirst()
    const endsAt = (newest?.at ?? now).toISOString()
    const epoch = randomUUID()
    const ledgers = await enterNewHistory(client, { epoch, endsAt, now: now.toISOString() })
    await db.updateTable('installation').set({ epoch }).execute()
    return { epoch, endsAt, ledgers }
  })
}
