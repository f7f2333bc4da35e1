import { useEffect, useId, useRef } from 'react'
import './checkbox.css'

export interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  description?: string
  indeterminate?: boolean
  disabled?: boolean
  hideLabel?: boolean
  error?: string | undefined
  name?: string
}

export function Checkbox(props: CheckboxProps) {
  const {
    label,
    checked,
    onChange,
    description,
    indeterminate = false,
    disabled,
    hideLabel = false,
    error,
    name,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate
  }, [indeterminate])
  const described = [description !== undefined && `${id}-text`, error !== undefined && `${id}-error`].filter(
    Boolean,
  )
  return (
    <div className="checkbox">
      <label className="checkbox-row">
        <input
          ref={input}
          type="checkbox"
          className="checkbox-input"
          name={name}
          checked={checked}
          disabled={disabled}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described.join(' ') || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={hideLabel ? 'visually-hidden' : 'checkbox-label'}>{label}</span>
      </label>
      {description !== undefined && (
        <div id={`${id}-text`} className="checkbox-text">
          {description}
        </div>
      )}
      {error !== undefined && (
        <div id={`${id}-error`} className="checkbox-text checkbox-error">
          {error}
        </div>
      )}
    </div>
  )
}
