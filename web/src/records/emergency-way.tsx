import { Siren } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import './emergency-way.css'
import { emergencyWayText as text } from './emergency-way-text.ts'
import { useCodeRunning } from './use-code-running.ts'

interface EmergencyWayProps {
  className?: string
  /** Of its word; without one its sign stands alone, as beside the title of a question. */
  labelClass?: string
}

/**
 * To the emergency doses of the patient on the table; a code that goes on is said by it. Over a sheet the bar cannot be pressed,
 * and answering every question first takes too long: one press from each.
 */
export function EmergencyWay({ className = '', labelClass }: EmergencyWayProps) {
  const isRunning = useCodeRunning()
  return (
    <Link
      to={paths.emergencyNow}
      className={`emergency-way ${className}`}
      aria-label={isRunning ? text.codeRunning : text.emergency}
      data-running={isRunning || undefined}
    >
      <Siren aria-hidden />
      {labelClass !== undefined && (
        <span className={labelClass}>{isRunning ? text.code : text.emergency}</span>
      )}
    </Link>
  )
}
