import type { CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { Heading } from 'react-aria-components/Heading'
import { dateRangeText as text } from './date-range-text.ts'

interface RangeMonthProps {
  from: CalendarDate | null
  to: CalendarDate | null
  /** YYYY-MM-DD */
  today: string
  /** A day of the month that is shown. */
  shown: CalendarDate
  onShow: (day: CalendarDate) => void
  onChange: (from: CalendarDate, to: CalendarDate) => void
}

/** A month from Monday to Sunday in which a range of days is pressed, or walked with the arrows. */
export function RangeMonth({ from, to, today, shown, onShow, onChange }: RangeMonthProps) {
  // A day that was typed shows at once, also while the other one is missing.
  const [start, end] = [from ?? to, to ?? from]
  const isRange = start !== null && end !== null && start.compare(end) <= 0
  return (
    <RangeCalendar
      className="range-month"
      aria-label={text.calendar}
      firstDayOfWeek="mon"
      value={isRange ? { start, end } : null}
      onChange={(days) => onChange(days.start, days.end)}
      focusedValue={shown}
      onFocusChange={onShow}
    >
      <div className="range-month-head">
        <Button slot="previous" className="icon-button icon-button-quiet">
          <ChevronLeft aria-hidden />
        </Button>
        <Heading level={3} className="title-3" />
        <Button slot="next" className="icon-button icon-button-quiet">
          <ChevronRight aria-hidden />
        </Button>
      </div>
      <CalendarGrid weekdayStyle="short" className="range-month-grid">
        <CalendarGridHeader>
          {(weekday) => (
            <CalendarHeaderCell className="range-month-weekday">{weekday.toUpperCase()}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(day) => (
            <CalendarCell
              date={day}
              className={day.toString() === today ? 'range-day range-day-today' : 'range-day'}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </RangeCalendar>
  )
}
