import type pg from 'pg'

/** Whether the demonstration was removed from this database; of one that does not know of that, it was not. */
export async function demonstrationRemoved(client: pg.ClientBase): Promise<boolean> {
  const { rows: columns } = await client.query<{ there: boolean }>(
    `SELECT count(*) = 1 AS there FROM pg_attribute
     WHERE attrelid = to_regclass('public.installation') AND attname = 'demonstration_removed_at'`,
  )
  if (columns[0]?.there !== true) return false
  const { rows } = await client.query<{ removed: boolean }>(
    'SELECT demonstration_removed_at IS NOT NULL AS removed FROM public.installation',
  )
  return rows[0]?.removed === true
}

/** Whether a restore brought back what had been removed. */
export async function demonstrationAgain(client: pg.ClientBase, removedBefore: boolean): Promise<boolean> {
  if (!removedBefore) return false
  return (await client.query('SELECT FROM public.organizations WHERE demo')).rowCount !== 0
}
