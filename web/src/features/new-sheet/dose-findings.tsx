import { useState } from 'react'
import { typedDoseReason } from 'sync-protocol/records/dose-reason'
import { dosagesOf, redKinds, type DoseRow } from 'sync-protocol/rules/sheet-guard'
import { doseLines, lackingLimitLines } from '../../records/dose-lines.ts'
import { Button } from '../../ui/button.tsx'
import { GuardLines } from '../../ui/guard-lines.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useHalfTyped } from './half-typed.ts'
import { sheetText } from './sheet-text.ts'
import './dose-findings.css'

/** Keeps a reason for a dose; an empty one takes it away. */
export type GiveReason = (row: DoseRow, reason: string) => void

interface DoseFindingsProps {
  row: DoseRow
  /** What is said of the volume already: that it cannot be measured. */
  tooSmall: boolean
  /** Absent where nothing is entered. */
  onReason: GiveReason | undefined
}

/** What the guard says of a dose, below its row, and why it is given where that is red. */
export function DoseFindings({ row, tooSmall, onReason }: DoseFindingsProps) {
  const { guard, explained } = row
  const lines = doseLines(row, tooSmall)
  if (lines.length === 0) return null
  return (
    <tr className="dose-below">
      <td colSpan={3}>
        <GuardLines findings={lines} />
        {guard.level === 'red' && onReason !== undefined && (
          <Reason key={ofWhat(row)} row={row} onReason={onReason} />
        )}
        {guard.level === 'red' && onReason === undefined && explained !== undefined && (
          <div className="dose-reason">{sheetText.reasonSaid(explained.reason, explained.by)}</div>
        )}
      </td>
    </tr>
  )
}

/** A reason that is being typed is for this drug, at these dosages, and for what is red of it. */
const ofWhat = ({ drug, guard }: DoseRow) => JSON.stringify([drug.name, dosagesOf(drug), redKinds(guard)])

function Reason({ row, onReason }: { row: DoseRow; onReason: GiveReason }) {
  const half = useHalfTyped(ofWhat(row))
  const [typing, setTyping] = useState(half.text !== undefined)
  const { drug, explained } = row
  const done = () => {
    half.keep(undefined)
    setTyping(false)
  }
  if (typing) return <ReasonForm {...{ row, onReason, half }} onDone={done} />
  return (
    <div className="dose-reason">
      {explained !== undefined && <span>{sheetText.reasonSaid(explained.reason, explained.by)}</span>}
      <Button aria-label={sheetText.explainFor(drug.name)} onClick={() => setTyping(true)}>
        {explained === undefined ? sheetText.explain : sheetText.changeReason}
      </Button>
    </div>
  )
}

interface ReasonFormProps {
  row: DoseRow
  onReason: GiveReason
  half: ReturnType<typeof useHalfTyped>
  onDone: () => void
}

function ReasonForm({ row, onReason, half, onDone }: ReasonFormProps) {
  const { drug, explained } = row
  const [typed, setTyped] = useState(half.text ?? explained?.reason ?? '')
  const [error, setError] = useState<string>()
  const keep = (reason: string) => {
    const read = typedDoseReason.safeParse(reason)
    if (!read.success) return setError(read.error.issues[0]?.message)
    onReason(row, reason)
    onDone()
  }
  return (
    <div className="dose-reason-form">
      <TextField
        label={sheetText.reasonFor(drug.name)}
        hideLabel
        placeholder={sheetText.reason}
        value={typed}
        error={error}
        inputRef={takeFocus}
        onChange={(next) => {
          setTyped(next)
          half.keep(next)
          setError(undefined)
        }}
        onEnter={() => keep(typed)}
      />
      <div className="dose-reason-choices">
        {sheetText.reasons.map((reason) => (
          <Button key={reason} onClick={() => keep(reason)}>
            {reason}
          </Button>
        ))}
        {explained !== undefined && (
          <Button
            onClick={() => {
              onReason(row, '')
              onDone()
            }}
          >
            {sheetText.noReason}
          </Button>
        )}
        <Button onClick={onDone}>{sheetText.cancelReason}</Button>
        <Button kind="primary" onClick={() => keep(typed)}>
          {sheetText.keepReason}
        </Button>
      </div>
    </div>
  )
}

/** Of which drugs of these rows nobody recorded limits. */
export function LackingLimits({ rows }: { rows: readonly DoseRow[] }) {
  return <GuardLines findings={lackingLimitLines(rows)} />
}
