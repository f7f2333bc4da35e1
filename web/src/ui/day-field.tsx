import type { CalendarDate } from '@internationalized/date'
import { CircleAlert } from 'lucide-react'
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import './field.css'
import { boxClass } from './field.tsx'

interface DayFieldProps {
  name: string
  label: string
  value: CalendarDate | null
  onChange: (day: CalendarDate | null) => void
  error: string | undefined
}

/** The year of MM/DD/YY is one of this century. */
const CENTURY = 2000
const wholeYear = (day: CalendarDate): CalendarDate =>
  day.year < 100 ? day.set({ year: CENTURY + day.year }) : day

/** One day as MM/DD/YYYY: digits go on to the next part by themselves, arrows count. */
export function DayField({ name, label, value, onChange, error }: DayFieldProps) {
  return (
    <DateField
      className="field day-field"
      data-field={name}
      granularity="day"
      shouldForceLeadingZeros
      value={value}
      onChange={onChange}
      onBlur={() => {
        if (value !== null && wholeYear(value) !== value) onChange(wholeYear(value))
      }}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className="field-label">{label}</Label>
      <DateInput className={`${boxClass(error)} day-field-box`}>
        {(segment) => <DateSegment segment={segment} className="day-field-part" />}
      </DateInput>
      <FieldError className="field-error">
        <CircleAlert aria-hidden />
        <span>{error}</span>
      </FieldError>
    </DateField>
  )
}
