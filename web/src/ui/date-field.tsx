import './date-field.css'
import { boxClass, Field, type FieldTexts } from './field.tsx'

export interface DateFieldProps extends FieldTexts {
  /** YYYY-MM-DD, or empty. */
  value: string
  onChange: (day: string) => void
  readOnly?: boolean
}

/** A day, chosen in the device's own calendar or typed. */
export function DateField({ value, onChange, error, readOnly = false, ...texts }: DateFieldProps) {
  return (
    <Field {...texts} error={error}>
      {(control) => (
        <div className={boxClass(error)}>
          <input
            {...control}
            type="date"
            className="field-input date-input"
            min="1900-01-01"
            max="9999-12-31"
            value={value}
            readOnly={readOnly}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
