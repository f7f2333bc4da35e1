import { RotateCw } from 'lucide-react'
import { boxClass, Field } from './field.tsx'

export interface CycleButtonProps {
  label: string
  /** The text shown, as 'N/A'. */
  value: string
  onPress: () => void
}

/** Each press goes one value on. */
export function CycleButton({ label, value, onPress }: CycleButtonProps) {
  return (
    <Field label={label}>
      {({ id, ...control }) => (
        <button
          {...control}
          id={id}
          type="button"
          className={boxClass(undefined)}
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
