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

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Whether the corrected time of a mutation lies in the years 1 to 9999. Others no instant's text has, no database or no screen,
 * and no clock of a device says: the offset of one that says year 1 leads into ours.
 */
export function isInCalendar(at: string, clockOffsetMs: number | null): boolean {
  const ms = Date.parse(at) + (clockOffsetMs ?? 0)
  return ms >= FIRST_MS && ms <= LAST_MS
}

/** Whether a corrected time is later than the moment that it was received at, by more than a clock may be off. */
export const isAhead = (at: string, receivedAt: string): boolean =>
  Date.parse(at) - Date.parse(receivedAt) > CLOSE_ENOUGH_MS

/** The device's time that `correctedTime` makes into this one. */
export function uncorrectedTime(at: string, clockOffsetMs: number | null): string {
  if (clockOffsetMs === null || Math.abs(clockOffsetMs) <= CLOSE_ENOUGH_MS) return at
  return new Date(Date.parse(at) - clockOffsetMs).toISOString()
}
