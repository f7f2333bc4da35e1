import type { ReactNode } from 'react'
import type { BalanceTable } from 'sync-protocol/rules/balance-table'
import { mlText, readVolume, type Hundredths } from 'sync-protocol/rules/ledger-volume'
import type { OpenForm } from 'sync-protocol/rules/open-table'
import { createText as text } from './create-text.ts'

interface Line {
  label: string
  volume: Hundredths
}

const typedVolume = (typed: string): Hundredths | null => {
  const volume = readVolume(typed)
  return typeof volume === 'number' ? volume : null
}

/** What the draw leaves in both bottles; what no longer is in the old one becomes an adjustment of its own. */
function partialLines(
  { drawn, container }: OpenForm & { kind: 'partial_draw' },
  table: BalanceTable,
): Line[] {
  const used = table.lastDraw?.used ?? 0
  const held = (table.lastDraw?.balance ?? 0) + used
  const taken = typedVolume(drawn)
  if (taken === null || taken <= 0 || taken > used) return []
  const rest = used - taken
  const size = typedVolume(container)
  return [
    ...(taken === held ? [] : [{ label: text.difference, volume: taken - held }]),
    { label: text.fromNew, volume: rest },
    ...(size === null ? [] : [{ label: text.leftInNew, volume: size - rest }]),
  ]
}

function linesOf(form: OpenForm, table: BalanceTable): Line[] {
  if (form.kind === 'partial_draw') return partialLines(form, table)
  const { balance, lastDraw } = table
  const volume = typedVolume(form.volume)
  if (form.kind === 'edit_draw') {
    const original = lastDraw?.original
    return [
      ...(original === undefined ? [] : [{ label: text.chosenAs, volume: original }]),
      ...(volume === null ? [] : [{ label: text.becomes, volume: balance + (lastDraw?.used ?? 0) - volume }]),
    ]
  }
  const onRecord = { label: text.recorded, volume: balance }
  if (volume === null) return [onRecord]
  return form.kind === 'add_balance'
    ? [onRecord, { label: text.becomes, volume: balance + volume }]
    : [onRecord, { label: text.difference, volume: volume - balance }]
}

function Facts({ form, table }: FormPreviewProps): ReactNode {
  if (form.kind !== 'partial_draw' || table.lastDraw === null) return null
  const { title, used, balance, bottle_number } = table.lastDraw
  return (
    <p className="quiet">
      {text.partialText(title, mlText(used ?? 0), bottle_number)}{' '}
      {text.shouldHold(bottle_number, mlText(balance + (used ?? 0)))}
    </p>
  )
}

interface FormPreviewProps {
  form: OpenForm
  table: BalanceTable
}

/** What SAVE will write, worked out while it is typed. */
export function FormPreview({ form, table }: FormPreviewProps) {
  return (
    <>
      <Facts form={form} table={table} />
      <dl className="create-preview">
        {linesOf(form, table).map(({ label, volume }) => (
          <div key={label} className={volume < 0 && label !== text.difference ? 'create-below' : undefined}>
            <dt>{label}</dt>
            <dd className="tabular">
              {mlText(volume)} {text.ml}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
