import { dayStart, nextDay } from 'sync-protocol/rules/day-start'
import type { LogFilter } from 'sync-protocol/wire/action-log'

export interface LogPeriod {
  /** Instants, ISO in UTC; `until` is not included any more. */
  since: string | null
  until: string | null
}

/** The instants between which the filter's local days lie. */
export const periodOf = ({ from, to }: LogFilter, timeZone: string): LogPeriod => ({
  since: from === undefined ? null : dayStart(from, timeZone),
  until: to === undefined ? null : dayStart(nextDay(to), timeZone),
})

/** The words of a search, as patterns of plain text: what a pattern gives a meaning has none. */
export const likePatterns = (search = ''): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
