import { useId, type ReactNode, type Ref } from 'react'
import { boxClass, Field, type FieldTexts } from './field.tsx'
import { typedText } from './typed-text.ts'

export interface TextFieldProps extends FieldTexts {
  value: string
  onChange: (value: string) => void
  suffix?: ReactNode
  inputMode?: 'none' | 'text' | 'decimal' | 'numeric' | 'email' | 'search'
  type?: 'text' | 'password' | 'email'
  autoComplete?: string
  placeholder?: string
  name?: string
  disabled?: boolean
  readOnly?: boolean
  autoFocus?: boolean
  onEnter?: () => void
  onBlur?: () => void
  onClick?: () => void
  inputRef?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, error, hint, optional, hideLabel, describedBy, ...others } = props
  const { value, onChange, suffix, onEnter, inputRef, ...input } = others
  const { type = 'text', autoComplete = 'off', ...rest } = input
  const suffixId = useId()
  const texts = {
    label,
    error,
    hint,
    describedBy,
    ...(optional && { optional }),
    ...(hideLabel && { hideLabel }),
  }
  return (
    <Field {...texts}>
      {(control) => (
        <div className={boxClass(error)}>
          <input
            {...control}
            {...rest}
            aria-describedby={
              [typeof suffix === 'string' && suffixId, control['aria-describedby']]
                .filter(Boolean)
                .join(' ') || undefined
            }
            type={type}
            autoComplete={autoComplete}
            ref={inputRef}
            className="field-input"
            value={value}
            onChange={({ target }) => onChange(type === 'password' ? target.value : typedText(target.value))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || onEnter === undefined || event.nativeEvent.isComposing) return
              event.preventDefault()
              onEnter()
            }}
          />
          {suffix !== undefined && (
            <span className="field-suffix" id={suffixId}>
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
