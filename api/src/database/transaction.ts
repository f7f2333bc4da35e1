import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { isDistributed } from './distribution.ts'

export interface TransactionOptions {
  isolation?: 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE'
  /** How often it is tried in all when the database asks for a repetition. */
  attempts?: number
  /**
   * For the few large statements of the push path, which look everything up by its key. Planning them costs ten times as much
   * as running them, so each is planned once on a connection, and while tables are still small never for reading them whole.
   */
  byKey?: boolean
}

// Of the transaction and not of the session, which behind a pooler is another's too. Where nothing may be read whole, a plan
// that has no other way is estimated so high that PostgreSQL compiles it anew at each run, unless it is told not to.
const BY_KEY = `; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL jit = off`

const repeatable = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction that is on disk when this resolves, and again from the start after a
 * serialization failure or a deadlock; so `work` must have no effect outside the database.
 * @throws what `work` threw, or NotCommitted when the database rolled back instead.
 */
export function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return inTransactionOpenedBy(pool, async () => undefined, work, options)
}

/**
 * The same, and what `opening` asks travels with the beginning of the transaction. It must only lock and read: nothing else
 * may be asked before it is certain that the transaction began.
 */
export async function inTransactionOpenedBy<Opened, T>(
  pool: pg.Pool,
  opening: (client: pg.PoolClient) => Promise<Opened>,
  work: (client: pg.PoolClient, opened: Opened) => Promise<T>,
  { isolation = 'READ COMMITTED', attempts = 5, byKey = false }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const begun = client.query(
        `BEGIN ISOLATION LEVEL ${isolation}; SET LOCAL synchronous_commit = on${byKey && !isDistributed(client) ? BY_KEY : ''}`,
      )
      const [, opened] = await bothOf(begun, opening(client))
      const result = await work(client, opened)
      // After a failed statement that `work` swallowed, COMMIT succeeds as a ROLLBACK.
      const { command } = await client.query('COMMIT')
      // @rule commit
      if (command !== 'COMMIT') throw new NotCommitted(command)
      return result
    } catch (error) {
      broken = await rollBack(client)
      if (attempt >= attempts || !repeatable.has((error as { code?: string }).code ?? '')) throw error
    } finally {
      client.release(broken)
    }
    await pause(Math.random() * 10 * 2 ** attempt)
  }
}

/** Both, or the first that failed; when neither is under way any more. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

export class NotCommitted extends Error {
  constructor(command: string) {
    super(`The database answered ${command} to COMMIT: a statement had failed before.`)
  }
}

/** The error when even that fails: such a connection must not go back into the pool. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (error) {
    return error as Error
  }
}
