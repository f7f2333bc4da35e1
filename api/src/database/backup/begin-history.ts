import { randomUUID } from 'node:crypto'
import type pg from 'pg'
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
    const present = await client.query<{ epoch: string }>('SELECT epoch FROM public.installation FOR UPDATE')
    if (ended !== undefined && present.rows[0]?.epoch !== ended) return undefined
    // Every writer of records holds a row of it until its commit: what the ended history still takes is in it.
    await client.query('LOCK TABLE public.organizations IN EXCLUSIVE MODE')
    const newest = await client.query<{ at: Date | null }>(
      'SELECT max(received_at)::timestamptz AS at FROM public."logged-actions"',
    )
    const endsAt = new Date(newest.rows[0]?.at ?? now).toISOString()
    const epoch = randomUUID()
    const ledgers = await enterNewHistory(client, { epoch, endsAt, now: now.toISOString() })
    await client.query('UPDATE public.installation SET epoch = $1', [epoch])
    return { epoch, endsAt, ledgers }
  })
}
