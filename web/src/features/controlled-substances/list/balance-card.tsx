import { memo } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import type { Discrepancies } from '../../../data/lists/discrepancies.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
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

/** Neither day is parted from what it is the day of. */
function Dates({ entry, timeZone }: { entry: ListEntry; timeZone: string }) {
  const { date_created, date_edited, day } = entry
  const edited = localDay(date_edited ?? date_created, timeZone)
  // On a phone it says nothing that the other day does not say.
  const later = edited === day ? 'list-card-word' : ''
  return (
    <span>
      <span className="balance-card-day">
        {text.created(formatDate(day))}
        <span className={later}> · </span>
      </span>
      <span className={`balance-card-day ${later}`}>{text.edited(formatDate(edited))}</span>
    </span>
  )
}

export const BalanceCard = memo(function BalanceCard(props: BalanceCardProps) {
  const { timeZone, discrepancies, ...rest } = props
  const { entry } = rest
  const { card, voiding } = entry
  const title = titleOf(entry)
  const days = daysOf(entry)
  const struck = voiding !== undefined
  return (
    <ListCard
      {...rest}
      called={`${title}, ${days}`}
      meta={
        <span className="list-card-meta balance-card-meta">
          <Dates entry={entry} timeZone={timeZone} />
          <span>{entry.author_name.toUpperCase()}</span>
        </span>
      }
      title={<SubstanceTitle drug={entry.name} concentration={card.balance.drug_concentration} />}
      label={
        <>
          {card.balance.combined && <Badge>{text.combined}</Badge>}
          {entry.flags?.includes('sums_differ') && <Badge kind="attention">{text.sumsDiffer}</Badge>}
        </>
      }
      lines={[
        <ClosingNumber key="closing" place="line" balance={card.balance} struck={struck} />,
        <span key="facts" className="list-card-facts">
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
      beside={<ClosingNumber place="side" balance={card.balance} struck={struck} />}
    />
  )
})
