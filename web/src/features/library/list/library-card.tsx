import { EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import type { Species } from '../../../paths.ts'
import { ListCard, type CardOf } from '../../../records/list-card.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DrugName } from '../../../ui/drug-name.tsx'
import { formatDate } from '../../../ui/format.ts'
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

export interface LibraryCardProps extends CardOf {
  kind: LibraryKind
  species: Species
  timeZone: string
  /** Two versions of it wait for a decision. */
  contested: boolean
  /** With any the card has a menu. */
  actionsOf: (entry: ListEntry, mayChange: boolean) => readonly CardAction[]
}

/** Whose records are named as drugs are. */
const DRUGS: readonly string[] = ['drugs', 'injections']

/** The deletion stands on every card at the same place; what else can be done is in the menu beside it. */
export const LibraryCard = memo(function LibraryCard(props: LibraryCardProps) {
  const { kind, species, timeZone, contested, actionsOf, ...card } = props
  const { entry } = card
  const actions = actionsOf(entry, card.mayDelete)
  const dates = [
    text.created(formatDate(entry.day)),
    ...(entry.date_edited === undefined
      ? []
      : [text.edited(formatDate(localDay(entry.date_edited, timeZone)))]),
  ]
  return (
    <ListCard
      {...card}
      called={entry.name}
      title={DRUGS.includes(kind.collection) ? <DrugName name={entry.name} /> : entry.name}
      meta={
        <span className="list-card-meta">
          <span>{dates.join(' · ')}</span>
          <span>{entry.author_name.toUpperCase()}</span>
        </span>
      }
      lines={kind.lines(entry, species)}
      label={
        <>
          {kind.label?.(entry, species)}
          {contested && <Badge kind="attention">{text.contested}</Badge>}
        </>
      }
      renderTools={(deletion) => (
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
          {deletion}
        </span>
      )}
    />
  )
})
