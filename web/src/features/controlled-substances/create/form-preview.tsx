import type { ReactNode } from 'react'
import { drawChange, type Adjustment } from 'sync-protocol/rules/balance-forms'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { mlText, readVolume, type Hundredths } from 'sync-protocol/rules/ledger-volume'
import type { OpenForm } from 'sync-protocol/rules/open-table'
import { createText as text } from './create-text.ts'

export interface Line {
  label: string
  volume: Hundredths
  /** How much the balance changes without a draw: with its sign, and red where it asks for a reason. */
  difference?: Adjustment
}

export const differenceLine = (adjustment: Adjustment): Line => ({
  label: text.difference,
  volume: adjustment.difference,
  difference: adjustment,
})

const typedVolume = (typed: string): Hundredths | null => {
  const volume = readVolume(typed)
  return typeof volume === 'number' ? volume : null
}

/** What the draw leaves in both bottles; what no longer is in the open ones becomes an adjustment of its own. */
function partialLines(
  { drawn, container }: OpenForm & { kind: 'partial_draw' },
  table: BalanceTable,
  adjustment: Adjustment | null,
): Line[] {
  const used = table.lastDraw?.used ?? 0
  const taken = typedVolume(drawn)
  if (taken === null || taken <= 0 || taken > used) return []
  const rest = used - taken
  const size = typedVolume(container)
  return [
    ...(adjustment === null || adjustment.difference === 0 ? [] : [differenceLine(adjustment)]),
    { label: text.fromNew, volume: rest },
    ...(size === null ? [] : [{ label: text.leftInNew, volume: size - rest }]),
  ]
}

function linesOf(form: OpenForm, table: BalanceTable, adjustment: Adjustment | null): Line[] {
  if (form.kind === 'partial_draw') return partialLines(form, table, adjustment)
  const { balance, lastDraw } = table
  const onRecord = { label: text.recorded(table.others.length + 1), volume: balance }
  if (form.kind === 'edit_balance') {
    if (adjustment === null) return [onRecord]
    const counted = { label: text.counted, volume: balance + adjustment.difference }
    return [onRecord, ...(table.others.length > 0 ? [counted] : []), differenceLine(adjustment)]
  }
  const volume = typedVolume(form.volume)
  if (form.kind === 'edit_draw') {
    const original = lastDraw?.original
    const change = drawChange(form, lastDraw)
    return [
      ...(original === undefined ? [] : [{ label: text.chosenAs, volume: original }]),
      ...(change === null || change.difference === 0
        ? []
        : [{ ...differenceLine(change), label: text.changedBy }]),
      ...(volume === null ? [] : [{ label: text.becomes, volume: balance + (lastDraw?.used ?? 0) - volume }]),
    ]
  }
  return volume === null ? [onRecord] : [onRecord, { label: text.becomes, volume: balance + volume }]
}

/** What a form begins from, before it asks. */
export function FormFacts({ form, table }: Omit<FormPreviewProps, 'adjustment'>): ReactNode {
  if (form.kind !== 'partial_draw' || table.lastDraw === null) return null
  const { title, used, balance, bottle_number } = table.lastDraw
  return (
    <p>
      {text.partialText(title, mlText(used ?? 0), bottle_number)}{' '}
      {text.shouldHold([...table.others, bottle_number], mlText(balance + (used ?? 0)))}
    </p>
  )
}

interface FormPreviewProps {
  form: OpenForm
  table: BalanceTable
  adjustment: Adjustment | null
}

const isRed = ({ volume, difference }: Line) => (difference === undefined ? volume < 0 : difference.asks)

export function PreviewLines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="create-preview">
      {lines.map((line) => (
        <div key={line.label} className={isRed(line) ? 'create-below' : undefined}>
          <dt>{line.label}</dt>
          <dd className="tabular">
            {line.difference !== undefined && line.volume > 0 && '+'}
            {mlText(line.volume)} {text.ml}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What SAVE will write, worked out while it is typed. */
export function FormPreview({ form, table, adjustment }: FormPreviewProps) {
  return <PreviewLines lines={linesOf(form, table, adjustment)} />
}
