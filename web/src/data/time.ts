/** Only an offset above this is corrected (sync contract, section 7). */
const MINUTE = 60_000
let offset: number | null = null

/** The server's clock less this device's, in ms; null before any contact. */
export const clockOffset = (): number | null => offset

export function setClockOffset(ms: number | null): void {
  offset = ms
}

/** The present time in ms, the device's clock put right as far as it is known to be wrong. */
export const now = (): number => Date.now() + (offset !== null && Math.abs(offset) > MINUTE ? offset : 0)
