import { FieldMessage } from '../../../ui/field-message.tsx'
import { GuardLines, type GuardLine } from '../../../ui/guard-lines.tsx'

interface RowMessageProps {
  id: string
  message: string | undefined
  /** What the guard found, shown while nothing is wrong. */
  findings?: readonly GuardLine[]
}

/** What is to say about a row, over its whole width. */
export function RowMessage({ id, message, findings = [] }: RowMessageProps) {
  return (
    <div className="protocol-row-message" aria-live="polite">
      {message !== undefined && <FieldMessage id={id} text={message} />}
      {message === undefined && findings.length > 0 && (
        <div id={id}>
          <GuardLines findings={findings} />
        </div>
      )}
    </div>
  )
}
