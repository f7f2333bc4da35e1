import { useId } from 'react'
import './segmented.css'

export interface SegmentedProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  hideLabel?: boolean
  disabled?: boolean
}

export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, options, onChange, hideLabel = false, disabled = false } = props
  const name = useId()
  return (
    <fieldset className="segmented" disabled={disabled}>
      <legend className={hideLabel ? 'visually-hidden' : 'field-label'}>{label}</legend>
      <div className="segmented-track">
        {options.map((option) => (
          <label key={option.value} className="segmented-option">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
