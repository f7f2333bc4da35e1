import { RotateCw } from 'lucide-react'
import { protocolsText as text } from './protocols-text.ts'

interface CycleCellProps {
  label: string
  value: string
  readOnly: boolean
  onPress: () => void
}

/** One of a short list; each press goes one on, and it cannot be pressed where nothing can be edited (`spec 2 §4`). */
export function CycleCell({ label, value, readOnly, onPress }: CycleCellProps) {
  return (
    <div className="field protocol-cell">
      <span className="field-label" aria-hidden={!readOnly}>
        {label}
      </span>
      {readOnly ? (
        <span className="protocol-value">{value}</span>
      ) : (
        <button type="button" className="field-box" aria-label={text.cycled(label, value)} onClick={onPress}>
          <span aria-live="polite">{value}</span>
          <RotateCw aria-hidden />
        </button>
      )}
    </div>
  )
}
