import { RotateCw } from 'lucide-react'
import type { Ref } from 'react'
import { boxClass, Field } from './field.tsx'

export interface CycleButtonProps {
  label: string
  /** The text shown, as 'kg' or 'N/A'. */
  value: string
  onPress: () => void
  error?: string | undefined
  disabled?: boolean
  buttonRef?: Ref<HTMLButtonElement>
}

/** Each press goes one value on. */
export function CycleButton({ label, value, onPress, error, disabled, buttonRef }: CycleButtonProps) {
  return (
    <Field label={label} error={error}>
      {({ id, ...control }) => (
        <button
          {...control}
          id={id}
          type="button"
          ref={buttonRef}
          className={boxClass(error)}
          disabled={disabled}
          onClick={onPress}
          aria-label={`${label}: ${value}`}
        >
          <span aria-live="polite">{value}</span>
          <RotateCw aria-hidden />
        </button>
      )}
    </Field>
  )
}
