/** A device clock closer to the server's than this is left as it is, in ms. */
const CLOSE_ENOUGH_MS = 60_000

/**
 * The time of a mutation: its device's, corrected by the clock's offset (server less device, ms) when that exceeds a
 * minute; `confirmed` is false when no offset was ever known (sync contract, section 7).
 */
export function correctedTime(at: string, clockOffsetMs: number | null): { at: string; confirmed: boolean } {
  if (clockOffsetMs === null) return { at, confirmed: false }
  if (Math.abs(clockOffsetMs) <= CLOSE_ENOUGH_MS) return { at, confirmed: true }
  return { at: new Date(Date.parse(at) + clockOffsetMs).toISOString(), confirmed: true }
}

/** Whether a corrected time is later than the moment that it was received at, by more than a clock may be off. */
export const isAhead = (at: string, receivedAt: string): boolean =>
  Date.parse(at) - Date.parse(receivedAt) > CLOSE_ENOUGH_MS

/** The device's time that `correctedTime` makes into this one. */
export function uncorrectedTime(at: string, clockOffsetMs: number | null): string {
  if (clockOffsetMs === null || Math.abs(clockOffsetMs) <= CLOSE_ENOUGH_MS) return at
  return new Date(Date.parse(at) - clockOffsetMs).toISOString()
}
