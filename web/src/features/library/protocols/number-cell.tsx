import { useId } from 'react'
import { readQuantity } from 'sync-protocol/rules/typed-quantity'
import { boxClass } from '../../../ui/field.tsx'
import { protocolsText as text } from './protocols-text.ts'

interface NumberCellProps {
  /** Path of the field, by which a wrong one is found and focused. */
  name: string
  label: string
  unit: string
  value: string
  readOnly: boolean
  /** The message about it stands below the row and has this id. */
  errorId: string | undefined
  /** Id of what else is said below the row. */
  describedBy?: string | undefined
  onChange: (value: string) => void
}

/** A typed number with its unit in a drug's row; its message is too long for its column and stands below. */
export function NumberCell(props: NumberCellProps) {
  const { name, label, unit, value, readOnly, errorId, describedBy, onChange } = props
  const id = useId()
  if (readOnly)
    return (
      <div className="field protocol-cell">
        <span className="field-label">{label}</span>
        <span className="protocol-value tabular">
          {value} <span className="quiet">{unit}</span>
        </span>
      </div>
    )
  const read = readQuantity(value, '')
  const rounded = read.fault === null ? read.rounded : null
  const hintId = rounded === null ? undefined : `${id}-hint`
  const described = [errorId, describedBy, hintId].filter(Boolean).join(' ')
  return (
    <div className="field protocol-cell">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className={boxClass(errorId)}>
        <input
          id={id}
          name={name}
          className="field-input"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={errorId !== undefined || undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className="field-suffix">{unit}</span>
      </div>
      {rounded !== null && (
        <div className="field-hint" id={hintId}>
          {text.savedAs(rounded, unit)}
        </div>
      )}
    </div>
  )
}
