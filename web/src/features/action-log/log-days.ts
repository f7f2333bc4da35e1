import { localDay } from 'sync-protocol/rules/local-day'
import { formatDate, formatWeekday } from '../../ui/format.ts'
import { actionLogText as text } from './action-log-text.ts'

/** What stands above an entry, as in 'Monday, 11/30/2026': its day in the clinic, where that day begins; else undefined. */
export function dayAbove(
  entries: readonly { at: string }[],
  index: number,
  timeZone: string,
  today: string,
): string | undefined {
  const dayAt = (row: number) => {
    const entry = entries[row]
    return entry && localDay(entry.at, timeZone)
  }
  const day = dayAt(index)
  if (day === undefined || day === dayAt(index - 1)) return undefined
  return `${day === today ? text.today : formatWeekday(day)}, ${formatDate(day)}`
}

/** The days of a filter in words; each YYYY-MM-DD, or empty. */
export function daysSaid({ from, to }: { from: string; to: string }): string {
  if (from === '' && to === '') return text.allDays
  if (to === '') return text.since(formatDate(from))
  return from === '' ? text.until(formatDate(to)) : text.between(formatDate(from), formatDate(to))
}
