import { useLiveQuery } from 'dexie-react-hooks'
import { Plus } from 'lucide-react'
import { Fragment, useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Collection } from 'sync-protocol/records/envelope'
import { contestedRecords, NONE_CONTESTED } from '../../../data/attention/contested.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { paths, type Species } from '../../../paths.ts'
import type { CardAction } from '../../../records/list-card.tsx'
import { ListScreen } from '../../../records/list-screen.tsx'
import { useList, type ListScope } from '../../../records/use-list.ts'
import { Button } from '../../../ui/button.tsx'
import { openKept } from '../editor/opening.ts'
import type { Opening } from '../editor/opening.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { KeptOffer } from './kept-offer.tsx'
import { LibraryCard } from './library-card.tsx'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'
import { useOpenedForm } from './use-opened-form.ts'

const NO_ACTIONS: readonly CardAction[] = []
const EVERYTHING: ListScope = {}
/** Whose list has nothing but its species. */
const PATH_OF: Readonly<Partial<Record<Collection, (species: Species) => string>>> = {
  anesthesia_protocols: paths.anesthesia,
  emergency_protocols: paths.emergency,
  injections: paths.injections,
  procedures: paths.procedures,
}

/** What a screen around the list can ask of it. */
export interface ListControls {
  show: (opening: Opening) => void
}

export interface LibraryScreenProps {
  /** For another collection give the screen another React `key`. */
  kind: LibraryKind
  species: Species
  icon: ReactNode
  /** Lists only this part of the collection, such as a drug section; the same object for the same part. */
  scope?: ListScope
  /** Says that this part is empty, in place of the whole collection. */
  emptyTitle?: string
  /** Before the search box, such as the section dropdown. */
  tools?: ReactNode
  /** Where the scope is not all: what to say of records outside of it that a search finds, and the scope to go to. */
  elsewhere?: (found: readonly ListEntry[]) => Elsewhere | null
  renderEditor: (opening: Opening, onClose: () => void) => ReactNode
  /** More than opening and deleting; makes the menu of each card. */
  cardActions?: (entry: ListEntry, mayChange: boolean, controls: ListControls) => readonly CardAction[]
}

export interface Elsewhere {
  text: string
  label: string
  /** The key of its section; 'rest' for what belongs to none. */
  part: number | 'rest'
  onPress: () => void
}

const pathOf = (collection: Collection) => {
  const there = PATH_OF[collection]
  return there === undefined ? {} : { pathOf: there }
}

/** The list that all libraries share (`spec 2 §2`). */
export function LibraryScreen(props: LibraryScreenProps) {
  const { kind, species, icon, scope = EVERYTHING, tools, renderEditor, cardActions } = props
  const { collection } = kind
  const words = useMemo(() => text.words(kind), [kind])
  const part = scope.section_key ?? (scope.not_sections === undefined ? 'all' : 'rest')
  const list = useList({ collection, words }, { species, scope, part })
  const contested = useLiveQuery(() => contestedRecords(collection), [collection]) ?? NONE_CONTESTED
  const form = useOpenedForm(kind, species)
  const { show } = form
  const actionsOf = useCallback(
    (entry: ListEntry, mayChange: boolean) => cardActions?.(entry, mayChange, { show }) ?? NO_ACTIONS,
    [cardActions, show],
  )

  const { person, search, shown, searchAlike } = list
  const isSearched = list.query.text.trim() !== ''
  const beyond = useMemo(
    () => (shown.length > 0 || !isSearched ? [] : search(EVERYTHING)),
    [search, shown, isSearched],
  )
  const found = beyond.length === 0 ? null : (props.elsewhere?.(beyond) ?? null)
  const goThere = ({ part: there, onPress }: Elsewhere) => {
    searchAlike(there)
    onPress()
  }

  return (
    <>
      <ListScreen
        list={list}
        icon={icon}
        renderCard={(card) => (
          <LibraryCard
            {...card}
            kind={kind}
            species={species}
            timeZone={person.time_zone}
            contested={contested.has(card.entry._id)}
            actionsOf={actionsOf}
          />
        )}
        onOpen={form.openRecord}
        tools={tools}
        notice={
          form.opening === null && (
            <KeptOffer kind={kind} species={species} onOpen={(kept) => form.show(openKept(kept))} />
          )
        }
        actions={
          <Button data-act kind="primary" icon={<Plus />} onClick={form.add}>
            {text.add}
          </Button>
        }
        renderDeletion={(records, ends) => <DeleteQuestion kind={kind} records={records} {...ends} />}
        empty={{
          title: props.emptyTitle ?? text.emptyTitle(kind, text.speciesNames[species].toLowerCase()),
          text: text.emptyText(text.purposes[collection]),
          action: { label: text.add, onPress: form.add },
        }}
        {...pathOf(collection)}
        elsewhere={
          found ? { text: found.text, label: found.label, onPress: () => goThere(found) } : undefined
        }
      />
      {form.opening !== null && (
        // What was left unsaved is another form than the record as it stands, also when that is open.
        <Fragment key={form.opening.kept?.at}>{renderEditor(form.opening, form.close)}</Fragment>
      )}
    </>
  )
}
