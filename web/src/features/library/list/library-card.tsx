import { memo } from 'react'
import { localDay } from 'sync-protocol/rules/local-day'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import type { Species } from '../../../paths.ts'
import { ListCard, type CardAction, type CardOf } from '../../../records/list-card.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DrugName } from '../../../ui/drug-name.tsx'
import { formatDate } from '../../../ui/format.ts'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'

export interface LibraryCardProps extends CardOf {
  kind: LibraryKind
  species: Species
  timeZone: string
  /** Two versions of it wait for a decision. */
  contested: boolean
  /** In its menu, before its deletion. */
  actionsOf: (entry: ListEntry, mayChange: boolean) => readonly CardAction[]
}

/** Whose names say all that is in them: a phone has them whole, in two lines. */
const LONG: readonly string[] = ['anesthesia_protocols', 'emergency_protocols']

const titleOf = ({ collection }: LibraryKind, name: string) =>
  LONG.includes(collection) ? (
    <span className="list-card-long">
      <DrugName name={name} />
    </span>
  ) : (
    <DrugName name={name} />
  )

export const LibraryCard = memo(function LibraryCard(props: LibraryCardProps) {
  const { kind, species, timeZone, contested, actionsOf, ...card } = props
  const { entry } = card
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
      title={titleOf(kind, entry.name)}
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
      actions={actionsOf(entry, card.mayDelete)}
    />
  )
})
