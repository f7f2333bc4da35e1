import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { kinds } from 'sync-protocol/records/kinds'
import { useStore } from 'zustand'
import { isFilling, syncStatus } from '../data/database/sync-status.ts'
import type { ListEntry, ListQuery } from '../data/lists/list-search.ts'
import type { Species } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { choicesOf } from '../ui/choices-of.ts'
import { EmptyState, type EmptyStateProps } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Message } from '../ui/question.tsx'
import { recordListText } from '../ui/record-list-text.ts'
import { RecordList, type RecordListProps } from '../ui/record-list.tsx'
import { useSameFunction } from '../ui/use-same-function.ts'
import type { CardOf } from './list-card.tsx'
import './list.css'
import { listText as text } from './list-text.ts'
import type { List } from './use-list.ts'
import { useOtherSpecies } from './use-other-species.ts'

const ORDERS = choicesOf(text.orders)
const idOf = ({ _id }: ListEntry) => _id

type AsInList = Pick<
  RecordListProps<ListEntry, string, string, string>,
  'actions' | 'besideSearch' | 'bulk' | 'elsewhere' | 'filters' | 'notice' | 'tools'
>

interface ListScreenProps<F extends ListQuery['field'], S extends ListQuery['sort']> extends AsInList {
  list: List<F, S>
  icon: ReactNode
  renderCard: (card: CardOf) => ReactNode
  onOpen: (entry: ListEntry) => void
  /** Asks whether these are to be deleted. */
  renderDeletion: (entries: readonly ListEntry[], ends: DeletionEnds) => ReactNode
  /** More to say where some of these are not this person's to delete. */
  renderConflictNote?: (entries: readonly ListEntry[]) => ReactNode
  /** Of a place without a record. */
  empty: Omit<EmptyStateProps, 'icon'>
  /** Of the same list of another species: a search that finds nothing here tells what that has. */
  pathOf?: (species: Species) => string
  /** Whoever looks after the records may have the voided ones listed too. */
  showsVoided?: boolean
  /** What else the rows are arranged by. */
  arrangement?: readonly unknown[]
}

export interface DeletionEnds {
  onClose: () => void
  onDeleted: () => void
}

/** The list of records that every library and every kind of fact has (`spec 2 §2`), with its questions. */
export function ListScreen<F extends ListQuery['field'], S extends ListQuery['sort']>(
  props: ListScreenProps<F, S>,
) {
  const { list, icon, renderCard, renderDeletion, renderConflictNote, empty, arrangement = [] } = props
  const { kind, items, shown, query, setQuery, selected, asked, mayDelete, close } = list
  const { words } = kind
  // Or each change of the list would draw all cards anew.
  const onOpen = useSameFunction(props.onOpen)
  const isLibrary = kinds[kind.collection].sort === 'library'
  const underOther = useOtherSpecies(list, props.pathOf)
  const loaded = useStore(syncStatus, (status) => (isLibrary ? status.libraryLoaded : status.loaded))
  const filling = useStore(syncStatus, isFilling)
  return (
    <>
      <RecordList
        label={words.list}
        items={shown}
        itemKey={idOf}
        renderCard={(entry) =>
          renderCard({
            entry,
            selected: selected.has(entry._id),
            mayDelete: mayDelete(entry),
            onSelect: selected.onSelect,
            onOpen,
            onDelete: list.askDelete,
          })
        }
        status={list.status}
        onAgain={list.again}
        tools={props.tools}
        notice={
          <>
            {!isLibrary && filling && items.length > 0 && (
              <Banner kind="attention" title={words.loadingTitle}>
                {text.loadingSome}
              </Banner>
            )}
            {props.notice}
          </>
        }
        filters={props.filters}
        folds={
          props.showsVoided === true && list.seesVoided
            ? { choice: <ShowVoided list={list} />, said: list.voided ? text.withVoided : undefined }
            : undefined
        }
        search={{
          value: query.text,
          onChange: (value) => setQuery({ ...query, text: value }),
          placeholder: words.placeholders[query.field],
        }}
        searchBy={{
          value: query.field,
          options: choicesOf(words.fields),
          onChange: (field) => setQuery({ ...query, field }),
        }}
        sort={{
          value: query.sort,
          options: choicesOf(words.sorts),
          onChange: (sort) => setQuery({ ...query, sort }),
        }}
        order={{
          value: query.order,
          options: ORDERS,
          onChange: (order) => setQuery({ ...query, order }),
        }}
        besideSearch={props.besideSearch}
        selection={selected}
        counted={words.counted(shown.length)}
        bulk={
          <>
            {props.bulk}
            <IconButton
              kind="danger"
              label={recordListText.deleteSelected}
              icon={<Trash2 />}
              onClick={list.askDeleteSelected}
            />
          </>
        }
        actions={props.actions}
        empty={
          loaded ? (
            <EmptyState icon={icon} {...empty} />
          ) : (
            <EmptyState icon={icon} title={words.loadingTitle} text={text.loadingText} />
          )
        }
        elsewhere={props.elsewhere ?? underOther}
        scrollKey={[list.scrollKey, ...arrangement].join('/')}
      />
      {asked !== null &&
        (asked.every(mayDelete) ? (
          renderDeletion(asked, {
            onClose: close,
            onDeleted: () => {
              selected.clear()
              close()
            },
          })
        ) : (
          <Message
            title={text.conflictTitle(words.many)}
            text={
              <>
                {text.conflict(words.many)}
                {renderConflictNote && <> {renderConflictNote(asked)}</>}
              </>
            }
            onClose={close}
          />
        ))}
    </>
  )
}

function ShowVoided<F extends ListQuery['field'], S extends ListQuery['sort']>({
  list,
}: {
  list: List<F, S>
}) {
  const { query, setQuery } = list
  return (
    <Checkbox
      label={text.showVoided}
      checked={list.voided}
      onChange={(voided) => setQuery({ ...query, voided })}
    />
  )
}
