import { parseDate, type CalendarDate } from '@internationalized/date'
import { useEffect, useRef, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { DayField } from './day-field.tsx'
import './date-range.css'
import { dateRangeText as text } from './date-range-text.ts'
import { RangeMonth } from './range-month.tsx'

/** Days as YYYY-MM-DD; null while none, or only part of one, was entered. */
export interface DateRange {
  from: string | null
  to: string | null
}
export interface DateRangeFault {
  field: 'from' | 'to'
  message: string
}

export interface DateRangeFieldsProps {
  value: DateRange
  onChange: (range: DateRange) => void
  /** A new object takes the focus to its field, also when it says the same again. */
  fault: DateRangeFault | null
  /** YYYY-MM-DD */
  today: string
  onEnter: () => void
}

const dayOf = (day: string | null): CalendarDate | null => (day === null ? null : parseDate(day))

/** FROM and TO. The months are those of the clinic's calendar, whatever the device prefers. */
export function DateRangeFields({ value, onChange, fault, today, onEnter }: DateRangeFieldsProps) {
  const [shown, setShown] = useState(() => parseDate(value.from ?? value.to ?? today))
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault === null) return
    const field = fields.current?.querySelector(`[data-field="${fault.field}"]`)
    field?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus()
  }, [fault])

  const change = (field: keyof DateRange, day: CalendarDate | null) => {
    if (day !== null) setShown(day)
    onChange({ ...value, [field]: day?.toString() ?? null })
  }
  const messageAt = (field: keyof DateRange) => (fault?.field === field ? fault.message : undefined)
  return (
    <I18nProvider locale="en-US">
      <div className="date-range" ref={fields}>
        <div
          className="date-range-fields"
          // The parts of a date keep their keys to themselves.
          onKeyDownCapture={(event) => {
            if (event.key === 'Enter') onEnter()
          }}
        >
          {(['from', 'to'] as const).map((field) => (
            <DayField
              key={field}
              name={field}
              label={text[field]}
              value={dayOf(value[field])}
              onChange={(day) => change(field, day)}
              error={messageAt(field)}
            />
          ))}
        </div>
        <p className="quiet small">{text.howTo}</p>
        <RangeMonth
          from={dayOf(value.from)}
          to={dayOf(value.to)}
          today={today}
          shown={shown}
          onShow={setShown}
          onChange={(from, to) => onChange({ from: from.toString(), to: to.toString() })}
        />
      </div>
    </I18nProvider>
  )
}
