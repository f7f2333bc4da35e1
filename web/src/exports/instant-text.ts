import { localDay } from 'sync-protocol/rules/local-day'

/** MM/DD/YYYY of a local day. */
export function dayText(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

/** MM/DD/YYYY of an instant, as the clinic's calendar shows it. */
export const instantDayText = (instant: string, timeZone: string): string =>
  dayText(localDay(instant, timeZone))

/** 'MM/DD/YYYY, 3:05 PM' of an instant, by the clinic's clock. */
export function momentText(instant: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone,
  }).format(new Date(instant))
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return `${instantDayText(instant, timeZone)}, ${time.replace(/\s/g, ' ')}`
}

/** '3:05:07 PM' of an instant, by the clinic's clock. */
export const clockOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
    timeZone,
  })
    .format(new Date(instant))
    .replace(/\s/g, ' ')
