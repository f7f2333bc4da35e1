import { useLiveQuery } from 'dexie-react-hooks'
import { Plus, Trash2 } from 'lucide-react'
import { Fragment, useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { mayChange } from 'sync-protocol/rules/permissions'
import { useStore } from 'zustand'
import { contestedRecords, NONE_CONTESTED } from '../../../data/attention/contested.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { rememberedQuery, rememberQuery } from '../../../data/lists/list-memory.ts'
import { searchList } from '../../../data/lists/list-search.ts'
import type { ListEntry, ListQuery } from '../../../data/lists/list-search.ts'
import { syncStatus } from '../../../data/database/sync-status.ts'
import type { Species } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { choicesOf } from '../../../ui/choices-of.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Message } from '../../../ui/question.tsx'
import { recordListText } from '../../../ui/record-list-text.ts'
import { RecordList } from '../../../ui/record-list.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { openKept } from '../editor/opening.ts'
import type { Opening } from '../editor/opening.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { KeptOffer } from './kept-offer.tsx'
import { LibraryCard } from './library-card.tsx'
import type { CardAction } from './library-card.tsx'
import type { LibraryKind } from './library-kind.ts'
import { libraryText as text } from './library-text.ts'
import './library.css'
import { useOpenedForm } from './use-opened-form.ts'
import { usePerson } from './use-person.ts'

const FIELDS = choicesOf(text.fields)
const SORTS = choicesOf(text.sorts)
const ORDERS = choicesOf(text.orders)
const NO_ACTIONS: readonly CardAction[] = []
const EVERYTHING: Scope = {}
const idOf = ({ _id }: ListEntry) => _id
const remembered = (place: string) => rememberedQuery(place, text)

type Scope = Pick<ListQuery, 'section_key' | 'not_sections'>
type Asked = { delete: readonly ListEntry[] } | 'ownership conflict' | null

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
  scope?: Scope
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

/** The list that all libraries share (`spec 2 §2`). */
export function LibraryScreen(props: LibraryScreenProps) {
  const { kind, species, icon, scope = EVERYTHING, tools, renderEditor, cardActions } = props
  const person = usePerson()
  const loaded = useStore(syncStatus, (status) => status.libraryLoaded)
  const part = scope.section_key ?? (scope.not_sections === undefined ? 'all' : 'rest')
  const place = [person._id, kind.collection, species, part].join('/')
  const { items, status, again } = useLiveList(() => listIndex(kind.collection))
  const contested = useLiveQuery(() => contestedRecords(kind.collection), [kind.collection]) ?? NONE_CONTESTED
  const [query, setQuery] = useKept(place, remembered, rememberQuery)
  const [asked, setAsked] = useState<Asked>(null)
  const form = useOpenedForm(kind, species)

  const shown = useMemo(
    () => searchList(items, { ...query, ...scope, species }),
    [items, query, species, scope],
  )
  const beyond = useMemo(
    () => (shown.length > 0 || query.text.trim() === '' ? [] : searchList(items, { ...query, species })),
    [items, query, species, shown],
  )
  const found = beyond.length === 0 ? null : (props.elsewhere?.(beyond) ?? null)
  const goThere = ({ part: there, onPress }: Elsewhere) => {
    rememberQuery([person._id, kind.collection, species, there].join('/'), query)
    onPress()
  }
  const selected = useSelection(shown)
  const may = (entry: ListEntry) =>
    mayChange(
      { user_id: person._id, perms: person.org_perms },
      { collection: kind.collection, content: null, meta: { author_id: entry.author_id } },
    )
  const onDelete = useCallback((entry: ListEntry) => setAsked({ delete: [entry] }), [])
  const deleteSelected = () => {
    const entries = selected.entries()
    setAsked(entries.every(may) ? { delete: entries } : 'ownership conflict')
  }
  const close = () => setAsked(null)
  const speciesName = text.speciesNames[species].toLowerCase()

  return (
    <>
      <RecordList
        label={text.list(kind)}
        items={shown}
        itemKey={idOf}
        renderCard={(entry) => (
          <LibraryCard
            kind={kind}
            species={species}
            entry={entry}
            timeZone={person.time_zone}
            selected={selected.has(entry._id)}
            contested={contested.has(entry._id)}
            mayChange={may(entry)}
            actions={cardActions?.(entry, may(entry), { show: form.show }) ?? NO_ACTIONS}
            onSelect={selected.onSelect}
            onOpen={form.openRecord}
            onDelete={onDelete}
          />
        )}
        status={status}
        onAgain={again}
        tools={tools}
        notice={
          form.opening === null && (
            <KeptOffer kind={kind} species={species} onOpen={(kept) => form.show(openKept(kept))} />
          )
        }
        search={{
          value: query.text,
          onChange: (value) => setQuery({ text: value }),
          placeholder: text.placeholders(kind)[query.field],
        }}
        searchBy={{ value: query.field, options: FIELDS, onChange: (field) => setQuery({ field }) }}
        sort={{ value: query.sort, options: SORTS, onChange: (sort) => setQuery({ sort }) }}
        order={{ value: query.order, options: ORDERS, onChange: (order) => setQuery({ order }) }}
        selection={selected}
        counted={text.counted(shown.length, kind)}
        bulk={
          <IconButton
            kind="danger"
            label={recordListText.deleteSelected}
            icon={<Trash2 />}
            onClick={deleteSelected}
          />
        }
        actions={
          <Button kind="primary" icon={<Plus />} onClick={form.add}>
            {text.add}
          </Button>
        }
        empty={
          loaded ? (
            <EmptyState
              title={props.emptyTitle ?? text.emptyTitle(kind, speciesName)}
              text={text.emptyText(text.purposes[kind.collection])}
              icon={icon}
              action={{ label: text.add, onPress: form.add }}
            />
          ) : (
            <EmptyState title={text.loadingTitle(kind)} text={text.loadingText} icon={icon} />
          )
        }
        elsewhere={
          found ? { text: found.text, label: found.label, onPress: () => goThere(found) } : undefined
        }
        scrollKey={[place, query.field, query.sort, query.order, query.text].join('/')}
      />
      {asked === 'ownership conflict' && (
        <Message title={text.conflictTitle(kind)} text={text.conflict(kind)} onClose={close} />
      )}
      {asked !== null && asked !== 'ownership conflict' && (
        <DeleteQuestion
          kind={kind}
          records={asked.delete}
          onClose={close}
          onDeleted={() => {
            selected.clear()
            close()
          }}
        />
      )}
      {form.opening !== null && (
        // What was left unsaved is another form than the record as it stands, also when that is open.
        <Fragment key={form.opening.kept?.at}>{renderEditor(form.opening, form.close)}</Fragment>
      )}
    </>
  )
}
