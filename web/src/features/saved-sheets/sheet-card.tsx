import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { saidWeight } from 'sync-protocol/rules/dose'
import type { SheetCard as SheetCardFacts } from '../../data/lists/card-facts.ts'
import { ListCard, type CardOf } from '../../records/list-card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDate, formatNumber, formatTime } from '../../ui/format.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'

export interface SheetCardProps extends CardOf {
  timeZone: string
  /** Another tablet saved a sheet for the same patient (sync contract M8). */
  twice: boolean
  /** It was saved once more later, to correct it. */
  corrected: boolean
  /** CPR was recorded for the patient. */
  hasCode: boolean
}

/** '12.4 kg', or 'about 22 lb' where it was a guess. */
const weightOf = ({ weight, weight_units, estimated = false }: SheetCardFacts) =>
  saidWeight(formatNumber(weight), weight_units, estimated)?.[0] ?? ''

export const SheetCard = memo(function SheetCard({
  timeZone,
  twice,
  corrected,
  hasCode,
  ...card
}: SheetCardProps) {
  const { entry } = card
  const { sheet } = entry.card
  return (
    <ListCard
      {...card}
      called={entry.name}
      meta={
        <span className="list-card-meta">
          <span>
            <span className="list-card-word">{text.created} </span>
            {formatDate(entry.date_created, timeZone)}
            <span className="list-card-word">, {formatTime(entry.date_created, timeZone)}</span>
          </span>
          <span>
            <span className="list-card-word">{text.author} </span>
            {entry.author_name.toUpperCase()}
          </span>
        </span>
      }
      lines={[
        <span key="facts" className="list-card-facts sheet-card-facts">
          {sheet !== undefined && (
            <span>
              <span className="visually-hidden">{text.weight} </span>
              <b className="sheet-amount">{weightOf(sheet)}</b>
            </span>
          )}
          <span>
            <span className="visually-hidden">{text.procedure} </span>
            <b>{entry.procedure ?? ''}</b>
          </span>
          {sheet !== undefined && (
            <span className="sheet-card-protocol">
              <span className="visually-hidden">{text.protocol} </span>
              {sheet.protocol}
            </span>
          )}
        </span>,
        ...(twice
          ? [
              <span key="twice" className="sheet-twice">
                <TriangleAlert aria-hidden /> {text.twiceOnCard}
              </span>,
            ]
          : []),
      ]}
      label={
        <>
          {corrected && !entry.voided && <Badge kind="attention">{text.corrected}</Badge>}
          {hasCode && <Badge>{text.code}</Badge>}
          {entry.flags?.includes('volume_differs') && <Badge kind="attention">{text.volumesDiffer}</Badge>}
          {entry.flags?.includes('dose_unexplained') && (
            <Badge kind="attention">{text.doseUnexplained}</Badge>
          )}
        </>
      }
    />
  )
})
