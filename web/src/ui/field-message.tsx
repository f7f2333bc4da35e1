import { CircleAlert } from 'lucide-react'
import './field.css'

interface FieldMessageProps {
  id: string | undefined
  text: string
  /** Read out at once: it stands in no region that is listened to. */
  alert?: boolean
}

/** What is wrong with a field, below it. */
export function FieldMessage({ id, text, alert = false }: FieldMessageProps) {
  return (
    <div className="field-error" id={id} role={alert ? 'alert' : undefined}>
      <CircleAlert aria-hidden />
      <span>{text}</span>
    </div>
  )
}
