import type { Ref } from 'react'
import { boxClass, Field, type FieldTexts } from './field.tsx'
import { typedText } from './typed-text.ts'

export interface TextAreaProps extends FieldTexts {
  value: string
  onChange: (value: string) => void
  rows?: number
  placeholder?: string
  name?: string
  disabled?: boolean
  readOnly?: boolean
  autoFocus?: boolean
  onBlur?: () => void
  inputRef?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { label, error, hint, optional, hideLabel, onChange, rows = 4, inputRef, ...rest } = props
  const texts = { label, error, hint, ...(optional && { optional }), ...(hideLabel && { hideLabel }) }
  return (
    <Field {...texts}>
      {(control) => (
        <div className={boxClass(error)}>
          <textarea
            {...control}
            {...rest}
            rows={rows}
            ref={inputRef}
            className="field-input"
            onChange={(event) => onChange(typedText(event.target.value))}
          />
        </div>
      )}
    </Field>
  )
}
