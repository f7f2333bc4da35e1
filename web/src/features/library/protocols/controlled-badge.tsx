import { Badge } from '../../../ui/badge.tsx'
import { protocolsText as text } from './protocols-text.ts'

export function ControlledBadge({ schedule }: { schedule: string | undefined }) {
  return (
    <Badge kind="controlled">
      {schedule === undefined ? text.controlled : text.controlledSchedule(schedule)}
    </Badge>
  )
}
