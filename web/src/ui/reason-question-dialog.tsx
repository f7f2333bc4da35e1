import { useEffect, useRef, useState } from 'react'
import { Alert, Answers, Asked, type QuestionProps } from './question-dialog.tsx'
import { reasonText as text } from './reason-text.ts'
import { TextField } from './text-field.tsx'

export interface ReasonQuestionProps extends Omit<QuestionProps, 'onYes' | 'danger'> {
  /** Reasons that one press fills in. */
  usual?: readonly string[]
  onYes: (reason: string) => void
}

const REASON_MAX = 200

function messageOf(reason: string): string | undefined {
  if (reason === '') return text.missing
  return reason.length > REASON_MAX ? text.tooLong : undefined
}

export function ReasonQuestionDialog(props: ReasonQuestionProps) {
  const { title, text: asked, second, usual = [], onNo, onYes, busy = false } = props
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const type = (value: string) => {
    setTyped(value)
    setError(undefined)
  }
  const answer = () => {
    if (busy !== false) return
    const reason = typed.trim()
    const wrong = messageOf(reason)
    setError(wrong)
    if (wrong === undefined) onYes(reason)
    else input.current?.focus()
  }
  return (
    <Alert
      title={title}
      onClose={busy === false ? onNo : () => undefined}
      buttons={<Answers {...props} busy={busy} danger focused={false} onYes={answer} />}
    >
      {asked !== undefined && <Asked text={asked} />}
      <TextField
        label={text.label}
        value={typed}
        onChange={type}
        error={error}
        readOnly={busy !== false}
        onEnter={answer}
        inputRef={input}
      />
      {usual.length > 0 && (
        <div className="usual-reasons">
          {usual.map((reason) => (
            <button
              key={reason}
              type="button"
              className="usual-reason"
              disabled={busy !== false}
              onClick={() => type(reason)}
            >
              {reason}
            </button>
          ))}
        </div>
      )}
      {second !== undefined && <p className="quiet">{second}</p>}
    </Alert>
  )
}
