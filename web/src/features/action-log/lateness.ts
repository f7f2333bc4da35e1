/** A tablet that has a network sends within seconds. */
const LATE_MS = 5 * 60_000
/** A clock that a contact with the server corrected is closer than this. */
const AHEAD_MS = 60_000

/** Whether an action reached the server long after it happened, or seems to have happened after it arrived. */
export function lateness(at: string, receivedAt: string): 'late' | 'ahead' | null {
  const waited = Date.parse(receivedAt) - Date.parse(at)
  if (waited > LATE_MS) return 'late'
  return waited < -AHEAD_MS ? 'ahead' : null
}
