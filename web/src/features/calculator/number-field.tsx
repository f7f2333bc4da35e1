import { useState, type ReactNode, type Ref } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { isBegun, typedNumber } from './typed-number.ts'

interface NumberFieldProps {
  label: string
  value: string
  suffix: string | undefined
  onChange: (value: string) => void
  name: string
  hint?: ReactNode
  /** Wrong though it is a number. */
  error?: string | null
  optional?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A number above 0 that is only computed with. On the way to '0.5' nothing is said of its zero. */
export function NumberField(props: NumberFieldProps) {
  const { value, suffix, onChange, error, optional, inputRef, ...rest } = props
  const [isTyped, setTyped] = useState(false)
  const { message } = typedNumber(value, props.label)
  const said = isTyped && isBegun(value) ? null : message
  return (
    <TextField
      {...rest}
      value={value}
      {...(suffix !== undefined && { suffix })}
      {...(optional && { optional })}
      {...(inputRef !== undefined && { inputRef })}
      inputMode="decimal"
      error={said ?? error ?? undefined}
      onChange={(next) => {
        setTyped(true)
        onChange(next)
      }}
      onBlur={() => setTyped(false)}
    />
  )
}
