import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DiscrepancyLines } from '../discrepancies/discrepancy-lines.tsx'
import { substanceText } from '../controlled-substances-text.ts'
import { balanceListText as text } from './balance-list-text.ts'
import { daysOf, titleOf, type BalanceEntry } from './balance-entry.ts'
import { ClosingNumber } from './closing-number.tsx'

export interface BalanceCardProps {
  entry: BalanceEntry
  timeZone: string
  discrepancies: Discrepancies
  selected: boolean
  /** Its author, or a holder of 2. */
  mayDelete: boolean
  onSelect: (id: string) => void
  onOpen: (id: string) => void
  onDelete: (entry: BalanceEntry) => void
}

function dates({ date_created, date_edited, day }: ListEntry, timeZone: string): string {
  const edited = localDay(date_edited ?? date_created, timeZone)
  return `${text.created(formatDate(day))} · ${text.edited(formatDate(edited))}`
}

export const BalanceCard = memo(function BalanceCard(props: BalanceCardProps) {
  const { entry, timeZone, discrepancies, selected, mayDelete, onSelect, onOpen, onDelete } = props
  const { card, voiding } = entry
  const title = titleOf(entry)
  const days = daysOf(entry)
  return (
    <Card
      meta={
        <span className="balance-card-meta">
          <span>{dates(entry, timeZone)}</span>
          <span>{entry.author_name.toUpperCase()}</span>
        </span>
      }
      title={title}
      label={
        <>
          {card.balance.combined && <Badge>{text.combined}</Badge>}
          {voiding !== undefined && <Badge kind="harm">{text.voided}</Badge>}
          {entry.flags?.includes('sums_differ') && <Badge kind="attention">{text.sumsDiffer}</Badge>}
          {entry.flags?.includes('time_unconfirmed') && (
            <Badge kind="attention">{text.timeUnconfirmed}</Badge>
          )}
          {entry.pending && <Badge kind="attention">{text.pending}</Badge>}
        </>
      }
      lines={[
        <ClosingNumber
          key="closing"
          place="line"
          closing={card.balance.closing}
          struck={voiding !== undefined}
        />,
        <span key="facts" className="balance-card-facts">
          <span>
            {text.dateUsed} <b>{days}</b>
          </span>
          <span>
            {text.form} <b>{substanceText.forms[card.balance.drug_form]}</b>
          </span>
        </span>,
        ...(discrepancies.found.has(entry._id)
          ? [<DiscrepancyLines key="discrepancies" id={entry._id} discrepancies={discrepancies} />]
          : []),
        ...(voiding === undefined
          ? []
          : [
              <span key="voiding" className="balance-card-voiding">
                {text.voidedBy(voiding.by_name, formatDateTime(voiding.at, timeZone))}.{' '}
                {text.voidReason(voiding.reason)}
              </span>,
            ]),
      ]}
      struck={voiding !== undefined}
      selected={selected}
      onPress={() => onOpen(entry._id)}
      leading={
        voiding !== undefined ? (
          <span className="card-no-choice" />
        ) : (
          <Checkbox
            label={text.select(title, days)}
            hideLabel
            checked={selected}
            onChange={() => onSelect(entry._id)}
          />
        )
      }
      trailing={
        <>
          <ClosingNumber place="side" closing={card.balance.closing} struck={voiding !== undefined} />
          {mayDelete && voiding === undefined && (
            <IconButton label={text.remove(title, days)} icon={<Trash2 />} onClick={() => onDelete(entry)} />
          )}
        </>
      }
    />
  )
})
