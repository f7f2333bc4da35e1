import { newId } from '../database/ids.ts'
import type { ClinicDatabase } from '../database/clinic-database.ts'

export type SessionEvent = 'session.log_in' | 'session.log_in_failed' | 'session.log_out'

/** What is only for the action log, and no change of anybody's records. */
export const isSessionEvent = (action: string): boolean => action.startsWith('session.')

/**
 * Writes down for the action log that somebody signed in or out, in their own lane; sent like any change. `event` is the
 * name under which the server may have heard of it too. Never rejects: nobody stays in or out because it cannot be stored.
 */
export async function tellOfSession(
  clinic: ClinicDatabase,
  userId: string,
  action: SessionEvent,
  event: string = newId(),
): Promise<void> {
  const saver = { user_id: userId, deviceNow: Date.now, newId: () => event }
  try {
    // What saves is fetched after the first screen.
    const { queueMutation, durableTransaction } = await import('./save.ts')
    await durableTransaction(clinic, () => queueMutation(clinic, saver, { action, ops: [] }))
  } catch (error) {
    console.error(`${action} was not written down.`, error)
  }
}
