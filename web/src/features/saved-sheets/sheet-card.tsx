import { Trash2, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { savedSheetsText as text } from './saved-sheets-text.ts'

export interface SheetCardProps {
  entry: ListEntry
  timeZone: string
  selected: boolean
  /** Another sheet was saved from the same open sheet. */
  twice: boolean
  /** Its author, or a holder of 2. */
  mayDelete: boolean
  onSelect: (id: string) => void
  onOpen: (id: string) => void
  onDelete: (entry: ListEntry) => void
}

export const SheetCard = memo(function SheetCard(props: SheetCardProps) {
  const { entry, timeZone, selected, twice, mayDelete, onSelect, onOpen, onDelete } = props
  return (
    <Card
      meta={text.created(formatDateTime(entry.date_created, timeZone))}
      title={entry.name}
      lines={[
        <span key="facts" className="sheet-card-facts">
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
          {entry.flags?.includes('volume_differs') && <Badge kind="attention">{text.volumesDiffer}</Badge>}
          {entry.flags?.includes('time_unconfirmed') && (
            <Badge kind="attention">{text.timeUnconfirmed}</Badge>
          )}
          {entry.pending && <Badge kind="attention">{text.pending}</Badge>}
        </>
      }
      selected={selected}
      onPress={() => onOpen(entry._id)}
      leading={
        <Checkbox
          label={text.select(entry.name)}
          hideLabel
          checked={selected}
          onChange={() => onSelect(entry._id)}
        />
      }
      trailing={
        mayDelete && (
          <IconButton label={text.remove(entry.name)} icon={<Trash2 />} onClick={() => onDelete(entry)} />
        )
      }
    />
  )
})
