import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { FieldMessage } from './field-message.tsx'
import './choice-button.css'

interface ChoiceButtonProps {
  label: string
  /** The name of what is chosen. */
  value: ReactNode
  placeholder: string
  error?: string | undefined
  onPress: () => void
  buttonRef?: Ref<HTMLButtonElement>
}

/** Opens a picker; says what is chosen. */
export function ChoiceButton(props: ChoiceButtonProps) {
  const { label, value, placeholder, error, onPress, buttonRef } = props
  const errorId = useId()
  return (
    <div>
      <button
        type="button"
        ref={buttonRef}
        className={error === undefined ? 'choice-button' : 'choice-button choice-wrong'}
        data-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onClick={onPress}
      >
        <span className="choice-words">
          <span className="choice-label">{label}</span>{' '}
          <span className={value === undefined ? 'choice-value quiet' : 'choice-value'}>
            {value ?? placeholder}
          </span>
        </span>
        <ChevronRight aria-hidden />
      </button>
      {error !== undefined && <FieldMessage id={errorId} text={error} alert />}
    </div>
  )
}
