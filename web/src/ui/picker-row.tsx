import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import { pickerText as text } from './picker-text.ts'

export interface PickerRowProps {
  name: ReactNode
  /** Quiet lines below the name. */
  lines: readonly ReactNode[]
  label?: ReactNode
  pending?: boolean
  chosen?: boolean
  /** How often it was added; 0 shows nothing. */
  times?: number
  /** It keeps the focus: the press that fills a list must not throw the keyboard out of it. */
  disabled?: boolean
  onChoose: () => void
}

export function PickerRow(props: PickerRowProps) {
  const { name, lines, label, pending = false, chosen = false, times = 0, disabled = false, onChoose } = props
  return (
    <button
      type="button"
      className="picker-row"
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onChoose()
      }}
    >
      <span className="picker-words">
        <span className="picker-name">{name}</span>{' '}
        {lines.map((line, index) => (
          <span key={index} className="quiet small">
            {line}
          </span>
        ))}
      </span>
      {label}
      {pending && <Badge>{text.pending}</Badge>}
      {times > 0 && <Badge kind="controlled">{text.times(times)}</Badge>}
      {chosen && (
        <span className="picker-chosen">
          <Check aria-hidden />
          {text.chosen}
        </span>
      )}
    </button>
  )
}
