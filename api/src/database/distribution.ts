import type pg from 'pg'
import { bookkeeping } from './migrate.ts'

/**
 * The connections and pools that lead to a database whose tables are distributed by the organization (Citus). A connection asks
 * once, when it is opened, so that nothing else has to be told.
 */
const distributed = new WeakSet<object>()

/** Whether the tables that this connection or pool leads to are distributed; of a pool once it has had a connection. */
export const isDistributed = (connection: object): boolean => distributed.has(connection)

/** Asks a connection, and remembers it of the connection and its pool. */
export async function learnDistribution(client: pg.ClientBase, pool: object): Promise<void> {
  if (!(await distributedTables(client)).includes('records')) return
  distributed.add(client)
  distributed.add(pool)
}

/** The tables of this database that are distributed, or stand on each node; none where it lacks the extension. */
export async function distributedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows: known } = await client.query<{ knows: boolean }>(
    "SELECT to_regclass('pg_dist_partition') IS NOT NULL AS knows",
  )
  if (known[0]?.knows !== true) return []
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE relnamespace = 'public'::regnamespace ORDER BY relname`,
  )
  return rows.map(({ name }) => name)
}

/** Whole on each node: no organization owns them, and what is asked of one organization joins them. */
export const ON_EACH_NODE: readonly string[] = ['installation', 'sign_in_directory']
/** On the node that the server is connected to: nothing that is asked of an organization joins them. */
export const ON_ONE_NODE: readonly string[] = ['slowdowns', 'warnings', ...bookkeeping]
