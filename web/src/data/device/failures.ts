import { deviceDatabase, type SyncFailure } from './device-database.ts'

/** The last so many are kept, over all organizations of this tablet. */
const KEPT = 50

/** Writes down that sending or reading failed: when, what, status and code, and nothing of what was sent. */
export async function keepFailure(failure: SyncFailure): Promise<void> {
  const database = deviceDatabase()
  await database.transaction('rw', [database.failures], async () => {
    await database.failures.add(failure)
    const over = (await database.failures.count()) - KEPT
    if (over > 0) await database.failures.orderBy('order').limit(over).delete()
  })
}

/** The newest last. */
export const failuresOf = (orgId: string): Promise<SyncFailure[]> =>
  deviceDatabase()
    .failures.orderBy('order')
    .filter(({ org_id }) => org_id === orgId)
    .toArray()
