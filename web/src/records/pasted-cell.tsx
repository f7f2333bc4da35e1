import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { typedText } from '../ui/typed-text.ts'
import './pasted-cell.css'

interface PastedCellProps {
  label: string
  value: string
  /** Why it cannot be taken as it stands. */
  doubt?: string | undefined
  /** The id of the words that say so elsewhere. */
  doubtId?: string | undefined
  /** The cell may hold several lines. */
  lines?: boolean
  onChange: (value: string) => void
}

/** A cell of a pasted table, which is corrected in its place. */
export function PastedCell({ label, value, doubt, doubtId, lines = false, onChange }: PastedCellProps) {
  const own = useId()
  const said = doubt === undefined ? doubtId : own
  const Cell = lines ? 'textarea' : 'input'
  return (
    <>
      <Cell
        className="paste-cell"
        aria-label={label}
        aria-invalid={said !== undefined || undefined}
        aria-describedby={said}
        value={value}
        {...(!lines && { size: Math.max(3, Math.min(value.length, 24)) })}
        onChange={(event) => onChange(typedText(event.target.value))}
      />
      {doubt !== undefined && (
        <p className="field-error" id={own}>
          <CircleAlert aria-hidden />
          <span>{doubt}</span>
        </p>
      )}
    </>
  )
}
