import { useId, type Ref } from 'react'
import { boxClass, Field } from './field.tsx'
import { typedText } from './typed-text.ts'

interface GrowingFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  suffix: string
  error: string | undefined
  inputRef: Ref<HTMLTextAreaElement>
  onEnter: () => void
}

/** One line of text that is read whole also where it is longer than the screen is wide: it takes as many lines as it needs. */
export function GrowingField(props: GrowingFieldProps) {
  const { label, value, onChange, suffix, error, inputRef, onEnter } = props
  const suffixId = useId()
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={boxClass(error)}>
          <textarea
            {...control}
            aria-describedby={[suffixId, control['aria-describedby']].filter(Boolean).join(' ')}
            rows={1}
            autoComplete="off"
            ref={inputRef}
            className="field-input field-grows"
            value={value}
            onChange={({ target }) => onChange(typedText(target.value.replace(/\s*\n\s*/g, ' ')))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              onEnter()
            }}
          />
          <span className="field-suffix" id={suffixId}>
            {suffix}
          </span>
        </div>
      )}
    </Field>
  )
}
