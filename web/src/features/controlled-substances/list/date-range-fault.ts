import type { DateRange, DateRangeFault } from '../../../ui/date-range-fields.tsx'
import { balanceListText as text } from './balance-list-text.ts'

/** A whole range of days, both YYYY-MM-DD and within it. */
export interface Days {
  from: string
  to: string
}

/** What is wrong first, in the order of `spec 2 §5`; a range of one day is one. */
export function dateRangeFault({ from, to }: DateRange): DateRangeFault | null {
  if (from === null) return { field: 'from', message: text.startMissing }
  if (to === null) return { field: 'to', message: text.endMissing }
  return from > to ? { field: 'from', message: text.startAfterEnd } : null
}

export const isWhole = (range: DateRange): range is Days => dateRangeFault(range) === null
