import { randomUUID } from 'node:crypto'
import { CannotStart } from '../cannot-start.ts'
import type { Database } from './connect.ts'

/** A statement that has a name lives as long as its connection; so says PostgreSQL of one that it has, or has not. */
const NOT_OURS = new Set(['42P05', '26000'])

/**
 * The server names its statements, so each of its connections has to lead to one process of PostgreSQL for good. Two of them
 * name what the other names too, and what it alone names, in turn: behind a pooler that lends a process for one transaction they
 * meet what is not theirs, or miss what is.
 * @throws CannotStart when DATABASE_URL leads to such a pooler
 */
export async function assertOwnConnections({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const two = await Promise.all([pool.connect(), pool.connect()])
  // Nobody else's names: what an earlier start left at the pooler says nothing of how it is set by now.
  const check = randomUUID()
  let failed: Error | undefined
  try {
    for (const turn of [two, two.toReversed(), two]) {
      for (const client of turn) {
        await client.query({ name: check, text: 'SELECT 1' })
        await client.query({ name: `${check} ${two.indexOf(client)}`, text: 'SELECT 1' })
      }
    }
  } catch (error) {
    failed = error as Error
    if (!NOT_OURS.has((error as { code?: string }).code ?? '')) throw error
    throw new CannotStart(
      'DATABASE_URL leads to a pooler that gives each transaction another connection to PostgreSQL, and prepared statements ' +
        `do not outlive that (${failed.message}). Give this database pool_mode = session in the pooler (PgBouncer: ` +
        'pgbouncer.ini), or set DATABASE_URL to PostgreSQL itself.',
      { cause: error },
    )
  } finally {
    for (const client of two) client.release(failed)
  }
}
