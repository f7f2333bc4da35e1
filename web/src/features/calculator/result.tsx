import { GuardLines, type GuardLine } from '../../ui/guard-lines.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import { calculatorText as text } from './calculator-text.ts'

interface ResultProps {
  title: string
  /** Null while it cannot be computed. */
  value: string | null
  unit: string
  /** What it follows from. */
  line: string
  lines?: readonly GuardLine[]
  /** The number that is set or drawn up. */
  main?: boolean
}

/** A number as it is read, the line that it follows from, and what is to be said of it. */
export function Result({ title, value, unit, line, lines = [], main = false }: ResultProps) {
  const isFlagged = lines.some(({ level }) => level !== 'quiet')
  return (
    <div className={main ? 'calc-result calc-result-main' : 'calc-result'}>
      <h3 className="calc-result-title">{title}</h3>
      <VolumeNumber
        value={value ?? undefined}
        unit={unit}
        state={isFlagged ? 'flagged' : 'normal'}
        label={`${title} ${value ?? ''} ${unit}`}
      />
      {line !== '' && <p className="calc-line tabular">{line}</p>}
      <GuardLines findings={lines} />
    </div>
  )
}

/** What is still missing, in place of a number; nothing where nothing is. */
export function StillNeeded({ what }: { what: readonly string[] }) {
  return what.length === 0 ? null : <p className="calc-needed">{text.stillNeeded(what)}</p>
}
