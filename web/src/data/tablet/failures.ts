import { tabletDatabase, type SyncFailure } from './tablet-database.ts'

/** The last so many are kept, over all organizations of this tablet. */
const KEPT = 50

/** Writes down that sending or reading failed: when, what, status and code, and nothing of what was sent. */
export async function keepFailure(failure: SyncFailure): Promise<void> {
  const tablet = tabletDatabase()
  await tablet.transaction('rw', [tablet.failures], async () => {
    await tablet.failures.add(failure)
    const over = (await tablet.failures.count()) - KEPT
    if (over > 0) await tablet.failures.orderBy('order').limit(over).delete()
  })
}

/** The newest last. */
export const failuresOf = (orgId: string): Promise<SyncFailure[]> =>
  tabletDatabase()
    .failures.orderBy('order')
    .filter(({ org_id }) => org_id === orgId)
    .toArray()
