import { localDay } from './local-day.ts'

const HOUR_MS = 3_600_000
/** No clock is further from UTC than this. */
const FURTHEST_MS = 30 * HOUR_MS

/**
 * The first instant (ISO 8601, UTC) that the clinic's calendar calls `day` (YYYY-MM-DD) or later, in its IANA time zone: midnight,
 * or one o'clock where the clock is put forward at midnight.
 * @throws RangeError for an unknown time zone or a day that is none
 */
export function dayStart(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const isBefore = (ms: number) => localDay(new Date(ms).toISOString(), timeZone) < day
  let before = utc - FURTHEST_MS
  let from = utc + FURTHEST_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (isBefore(middle)) before = middle
    else from = middle
  }
  return new Date(from).toISOString()
}

/** The day after `day`, both YYYY-MM-DD. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10)
