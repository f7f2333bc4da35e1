import { TextField } from '../../../ui/text-field.tsx'
import { createText as text } from './create-text.ts'
import { useFormError } from './session-context.ts'

interface ReasonFieldProps {
  value: string
  onTyped: (reason: string) => void
  onEnter: () => void
}

/** Why the balance on record is another; it stands on the row. */
export function ReasonField({ value, onTyped, onEnter }: ReasonFieldProps) {
  const { error, input } = useFormError('reason')
  return (
    <div className="create-reason">
      <TextField
        label={text.reason}
        name="reason"
        value={value}
        error={error}
        hint={text.reasonHint}
        inputRef={input}
        onChange={onTyped}
        onEnter={onEnter}
      />
      <div className="usual-reasons">
        {text.usualReasons.map((reason) => (
          <button
            key={reason}
            type="button"
            className="usual-reason"
            aria-pressed={value.trim() === reason}
            onClick={() => onTyped(reason)}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  )
}
