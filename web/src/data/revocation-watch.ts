import { liveQuery } from 'dexie'
import { createStore } from 'zustand/vanilla'
import { revocations } from './revocation.ts'
import type { Revocation } from './tablet-database.ts'

/** Organizations that revoked this tablet, as every screen sees it. */
export const revoked = createStore<{ rows: readonly Revocation[] }>(() => ({ rows: [] }))

/** Keeps `revoked` true, in this tab whoever wrote it, and calls `onWiping` for each that is to be removed. */
export function watchRevocations(onWiping: (orgId: string) => void): () => void {
  const watching = liveQuery(revocations).subscribe({
    next(rows) {
      revoked.setState({ rows })
      for (const { org_id, state } of rows) if (state === 'wiping') onWiping(org_id)
    },
    error: (error: unknown) => console.error('It cannot be seen whether this tablet was revoked.', error),
  })
  return () => watching.unsubscribe()
}
