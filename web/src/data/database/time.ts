import { clockWentBack } from './server-contact.ts'

/** Only an offset above this is corrected (sync contract, section 7). */
const MINUTE = 60_000
let offset: number | null = null
/** When the server last told its time, by the device's clock in ms. */
let told: number | undefined

/** The server's clock less this device's, in ms, null before any contact; and when that was told, by the device's. */
export function setClock(ms: number | null, toldAt?: number): void {
  offset = ms
  told = toldAt
}

/** The server told its time then, by the device's clock in ms. */
export function noteTold(at: number): void {
  told = at
}

/**
 * The present time in ms, the device's clock put right as far as it is known to be wrong: as the time of a mutation is, so that
 * a fact's day is the day of its time.
 */
export function now(): number {
  const device = Date.now()
  if (offset === null || Math.abs(offset) <= MINUTE) return device
  if (clockWentBack(told, device)) return device
  return device + offset
}
