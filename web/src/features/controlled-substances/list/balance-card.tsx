import { memo } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import { ListCard, type CardOf } from '../../../records/list-card.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { DiscrepancyLines } from '../discrepancies/discrepancy-lines.tsx'
import { substanceText } from '../controlled-substances-text.ts'
import { SubstanceTitle } from '../substance-title.tsx'
import { balanceListText as text } from './balance-list-text.ts'
import { daysOf, titleOf, type BalanceEntry } from './balance-entry.ts'
import { ClosingNumber } from './closing-number.tsx'

export interface BalanceCardProps extends CardOf<BalanceEntry> {
  timeZone: string
  discrepancies: Discrepancies
}

/** When and in which form it was used, who made it and when: no fact is parted from its word. */
function Facts({ entry, timeZone }: { entry: BalanceEntry; timeZone: string }) {
  const { date_created, date_edited, day, card } = entry
  const edited = localDay(date_edited ?? date_created, timeZone)
  const { date_start, date_end, drug_form } = card.balance
  // Where there is little room, a day says nothing that the one before it does not say.
  const sameAs = (one: string, other: string) => (one === other ? 'balance-card-same' : undefined)
  return (
    <span className="list-card-facts balance-card-facts">
      <span>
        {text.dateUsed} <b>{daysOf(entry)}</b>
      </span>
      <span>
        <span className="list-card-word">{text.form} </span>
        {substanceText.forms[drug_form]}
      </span>
      <span className={date_start === date_end ? sameAs(day, date_start) : undefined}>
        {text.created(formatDate(day))}
      </span>
      <span className={sameAs(edited, day)}>{text.edited(formatDate(edited))}</span>
      <span>{entry.author_name.toUpperCase()}</span>
    </span>
  )
}

export const BalanceCard = memo(function BalanceCard(props: BalanceCardProps) {
  const { timeZone, discrepancies, ...rest } = props
  const { entry } = rest
  const { card, voiding } = entry
  const struck = voiding !== undefined
  return (
    <ListCard
      {...rest}
      called={`${titleOf(entry)}, ${daysOf(entry)}`}
      meta={<Facts entry={entry} timeZone={timeZone} />}
      title={<SubstanceTitle drug={entry.name} concentration={card.balance.drug_concentration} />}
      label={
        <>
          {card.balance.combined && <Badge>{text.combined}</Badge>}
          {entry.flags?.includes('sums_differ') && <Badge kind="attention">{text.sumsDiffer}</Badge>}
        </>
      }
      lines={[
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
      beside={<ClosingNumber balance={card.balance} struck={struck} />}
    />
  )
})
