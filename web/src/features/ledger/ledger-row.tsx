import { memo } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { ShownEntry } from './ledger-entries.ts'
import { ledgerText as text } from './ledger-text.ts'

interface LedgerRowProps {
  entry: ShownEntry
  broken: boolean
  timeZone: string
}

/** Number, when, who, what. */
export const LedgerRow = memo(function LedgerRow({ entry, broken, timeZone }: LedgerRowProps) {
  const { n, at, who, what } = entry
  return (
    <article className={broken ? 'ledger-row ledger-row-broken' : 'ledger-row'} tabIndex={-1} data-item-focus>
      <span className="ledger-number">{n}</span>
      <div className="ledger-what">
        <p>{what}</p>
        <p className="ledger-who">
          {at !== null && <time dateTime={at}>{formatDateTime(at, timeZone)}</time>} {who}
          {broken && <Badge kind="harm">{text.brokenHere}</Badge>}
        </p>
      </div>
    </article>
  )
})
