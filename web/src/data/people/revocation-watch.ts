import { liveQuery } from 'dexie'
import { createStore } from 'zustand/vanilla'
import { late } from './kept-session.ts'
import { revocations } from './revocation.ts'
import type { Revocation } from '../device/device-database.ts'

/** Organizations that revoked this tablet, as every screen sees it. */
export const revoked = createStore<{ rows: readonly Revocation[] }>(() => ({ rows: [] }))

/** For the first screen: a login that gave way to another screen a moment later would lose what was typed. */
export async function readRevoked(): Promise<void> {
  try {
    const rows = await Promise.race([revocations(), late()])
    if (typeof rows === 'object') revoked.setState({ rows })
  } catch (error) {
    console.error('It cannot be read whether this tablet was revoked.', error)
  }
}

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
