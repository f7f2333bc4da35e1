import { Fragment, memo } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { DrugName } from '../../ui/drug-name.tsx'
import { VolumeNumber } from '../../ui/volume-number.tsx'
import type { EntryParts } from './entry-words.ts'
import type { ShownEntry } from './ledger-entries.ts'
import { ledgerText as text } from './ledger-text.ts'

interface LedgerRowProps {
  entry: ShownEntry
  broken: boolean
  timeZone: string
}

/** Number, what, when, who. */
export const LedgerRow = memo(function LedgerRow({ entry, broken, timeZone }: LedgerRowProps) {
  const { n, at, who, what, parts } = entry
  return (
    <article className={broken ? 'ledger-row ledger-row-broken' : 'ledger-row'} tabIndex={-1} data-item-focus>
      <span className="ledger-number">{n}</span>
      {parts === null ? (
        <p className="ledger-what">
          <DrugName name={what} />
        </p>
      ) : (
        <Parts {...parts} />
      )}
      <p className="ledger-who">
        {at !== null && <time dateTime={at}>{formatDateTime(at, timeZone)}</time>} <span>{who}</span>
        {broken && <Badge kind="harm">{text.brokenHere}</Badge>}
      </p>
    </article>
  )
})

const Parts = ({ volume, drug, strength, facts }: EntryParts) => (
  <>
    <span className="ledger-volume volume-column">{volume !== '' && <VolumeNumber value={volume} />}</span>
    <p className="ledger-drug">
      <b>
        <DrugName name={drug} />
      </b>{' '}
      <span className="ledger-strength">{text.strength(strength)}</span>
    </p>
    <p className="ledger-facts">
      {facts.map((fact, at) => (
        <Fragment key={at}>
          {at > 0 && ' '}
          <span className="ledger-fact">
            {fact}
            {at < facts.length - 1 && ' ·'}
          </span>
        </Fragment>
      ))}
    </p>
  </>
)
