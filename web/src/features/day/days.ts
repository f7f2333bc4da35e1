const DAY_MS = 86_400_000

/** The day so many days later, YYYY-MM-DD. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day as an address says it; null for what is no day. */
export function dayOf(said: string | null): string | null {
  if (said === null || !DAY.test(said)) return null
  const at = Date.parse(`${said}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== said ? null : said
}
