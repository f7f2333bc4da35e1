import type { ReactNode } from 'react'
import type { Collection } from 'sync-protocol/records/envelope'
import type { Field } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import type { Species } from '../../../paths.ts'
import { formatDate } from '../../../ui/format.ts'
import { libraryText as text } from './library-text.ts'

interface Cards {
  /** Description lines of a card, before the texts that its kind shows there. */
  lines: (entry: ListEntry, species: Species) => readonly ReactNode[]
  /** Beside a card's title, such as the badge of a controlled drug. */
  label?: (entry: ListEntry, species: Species) => ReactNode
}

/** What one library is called and how its cards look. */
export interface LibraryKind extends Cards {
  collection: Collection
  /** The first half of its actions' names: `injection` makes `injection.create`, `.update`, `.delete`, `.restore`. */
  subject: string
  /** In small letters, as in 'anesthesia protocols'. */
  one: string
  many: string
}

const valueIn = ({ plain, unit }: Field, said: string) =>
  plain === 'day' ? formatDate(said) : unit === undefined ? said : `${said} ${unit}`

export function libraryKind(collection: Collection, { lines, label }: Partial<Cards> = {}): LibraryKind {
  const {
    nouns: [one, many],
    subjects: [subject = collection],
    fields,
  } = kinds[collection]
  const textsOf = ({ card: { texts } }: ListEntry) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const said = texts?.[name]
      const shown = said === undefined ? field.card : valueIn(field, said)
      return shown ? [field.plain === undefined ? shown : text.named(field.label, shown)] : []
    })
  return {
    collection,
    subject,
    one,
    many,
    lines: (entry, species) => [...(lines?.(entry, species) ?? []), ...textsOf(entry)],
    ...(label && { label }),
  }
}
