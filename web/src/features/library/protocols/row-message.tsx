import { TriangleAlert } from 'lucide-react'
import { FieldMessage } from '../../../ui/field-message.tsx'

interface RowMessageProps {
  id: string
  message: string | undefined
  /** Shown while nothing is wrong. */
  warning?: string | undefined
}

/** What is to say about a row, over its whole width. */
export function RowMessage({ id, message, warning }: RowMessageProps) {
  return (
    <div className="protocol-row-message" aria-live="polite">
      {message !== undefined && <FieldMessage id={id} text={message} />}
      {message === undefined && warning !== undefined && (
        <div className="protocol-look protocol-warning">
          <TriangleAlert aria-hidden />
          <span>{warning}</span>
        </div>
      )}
    </div>
  )
}
