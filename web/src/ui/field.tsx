import { useId, type ReactNode } from 'react'
import { controlText } from './control-text.ts'
import { FieldMessage } from './field-message.tsx'
import './field.css'

export interface FieldTexts {
  label: string
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
  hideLabel?: boolean
  /** Id of what is said of it somewhere else. */
  describedBy?: string | undefined
}

interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps extends FieldTexts {
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label, control, hint and message of one field, tied together by ids. */
export function Field({
  label,
  error,
  hint,
  optional = false,
  hideLabel = false,
  describedBy,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [error !== undefined && errorId, hint !== undefined && hintId, describedBy]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label className={hideLabel ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
        {optional && <span className="field-optional"> {controlText.optional}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': described || undefined,
      })}
      {hint !== undefined && (
        <div className="field-hint" id={hintId}>
          {hint}
        </div>
      )}
      <div aria-live="polite">{error !== undefined && <FieldMessage id={errorId} text={error} />}</div>
    </div>
  )
}

export function boxClass(error: string | undefined): string {
  return error === undefined ? 'field-box' : 'field-box field-wrong'
}
