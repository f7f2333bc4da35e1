import { EllipsisVertical, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import type { Species } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatDate } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'

/** One more thing that can be done with a record, in the menu of its card. */
export interface CardAction {
  id: string
  label: string
  icon?: ReactNode
  onPress: (entry: ListEntry) => void
}

export interface LibraryCardProps {
  kind: LibraryKind
  species: Species
  entry: ListEntry
  timeZone: string
  selected: boolean
  /** Two versions of it wait for a decision. */
  contested: boolean
  /** Its author, or a holder of 2. */
  mayChange: boolean
  /** With these the card has a menu. */
  actions: readonly CardAction[]
  onSelect: (id: string) => void
  onOpen: (id: string) => void
  onDelete: (entry: ListEntry) => void
}

export const LibraryCard = memo(function LibraryCard(props: LibraryCardProps) {
  const { kind, species, entry, timeZone, selected, contested, onSelect, onOpen } = props
  const dates = [
    text.created(formatDate(entry.day)),
    ...(entry.date_edited === undefined
      ? []
      : [text.edited(formatDate(localDay(entry.date_edited, timeZone)))]),
  ]
  return (
    <Card
      meta={
        <span className="library-card-meta">
          <span>{dates.join(' · ')}</span>
          <span>{entry.author_name.toUpperCase()}</span>
        </span>
      }
      title={entry.name}
      {...(kind.lines !== undefined && { lines: kind.lines(entry, species) })}
      label={
        <>
          {kind.label?.(entry, species)}
          {contested && <Badge kind="attention">{text.contested}</Badge>}
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
      trailing={<CardTools {...props} />}
    />
  )
})

/** The deletion stands on every card at the same place; what else can be done is in the menu beside it. */
function CardTools({ entry, mayChange, actions, onDelete }: LibraryCardProps) {
  return (
    <span className="library-card-tools">
      {actions.length > 0 && (
        <MenuButton
          label={text.more(entry.name)}
          items={actions.map(({ id, label, icon }) => ({ id, label, icon }))}
          onAction={(id) => actions.find((action) => action.id === id)?.onPress(entry)}
        >
          <EllipsisVertical />
        </MenuButton>
      )}
      {mayChange && (
        <IconButton label={text.remove(entry.name)} icon={<Trash2 />} onClick={() => onDelete(entry)} />
      )}
    </span>
  )
}
