import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { ListCard, type CardOf } from '../../records/list-card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { savedSheetsText as text } from './saved-sheets-text.ts'

export interface SheetCardProps extends CardOf {
  timeZone: string
  /** Another sheet was saved from the same open sheet. */
  twice: boolean
  /** CPR was recorded for the patient. */
  hasCode: boolean
}

export const SheetCard = memo(function SheetCard({ timeZone, twice, hasCode, ...card }: SheetCardProps) {
  const { entry } = card
  return (
    <ListCard
      {...card}
      called={entry.name}
      meta={text.created(formatDateTime(entry.date_created, timeZone))}
      lines={[
        <span key="facts" className="list-card-facts">
          <span>
            {text.author} <b>{entry.author_name.toUpperCase()}</b>
          </span>
          <span>
            {text.procedure} <b>{entry.procedure ?? ''}</b>
          </span>
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
