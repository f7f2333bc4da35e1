import { useLiveQuery } from 'dexie-react-hooks'
import { FileText, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { mayChange } from 'sync-protocol/rules/permissions'
import { useStore } from 'zustand'
import { listIndex } from '../../data/lists/list-index.ts'
import { rememberedQuery, rememberQuery } from '../../data/lists/list-memory.ts'
import { searchList } from '../../data/lists/list-search.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import { savedTwiceIds } from '../../data/attention/saved-twice.ts'
import { currentUser } from '../../data/people/session.ts'
import { isFilling, syncStatus } from '../../data/database/sync-status.ts'
import { clinicOnPaper } from '../../exports/clinic-on-paper.ts'
import { paths, speciesOfPath } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { choicesOf } from '../../ui/choices-of.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Message } from '../../ui/question.tsx'
import { recordListText } from '../../ui/record-list-text.ts'
import { RecordList } from '../../ui/record-list.tsx'
import { useKept } from '../../ui/use-kept.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { savedSheetsText as text } from './saved-sheets-text.ts'
import './saved-sheets.css'
import { SheetCard } from './sheet-card.tsx'
import { SheetModal } from './sheet-modal.tsx'
import type { RenderExport } from './sheet-modal.tsx'

const FIELDS = choicesOf(text.fields)
const SORTS = choicesOf(text.sorts)
const ORDERS = choicesOf(text.orders)

const idOf = ({ _id }: ListEntry) => _id
const remembered = (place: string) => rememberedQuery(place, text)

type Asked = { delete: readonly ListEntry[] } | { open: string; name: string } | 'ownership conflict' | null

/** All saved sheets of a species (`spec 2 §2`). */
export function SavedSheetsScreen({ renderExport }: { renderExport: RenderExport }) {
  const species = speciesOfPath(useParams()['species']) ?? 0
  const [user] = useState(currentUser)
  const navigate = useNavigate()
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const filling = useStore(syncStatus, isFilling)
  const { items, status, again } = useLiveList(() => listIndex('sheets'))
  const twice = useLiveQuery(savedTwiceIds)
  const place = `${user._id}/sheets/${species}`
  const [query, setQuery] = useKept(place, remembered, rememberQuery)
  const [asked, setAsked] = useState<Asked>(null)

  const shown = useMemo(() => searchList(items, { ...query, species }), [items, query, species])
  const selected = useSelection(shown)
  const mayDelete = (entry: ListEntry) =>
    mayChange(
      { user_id: user._id, perms: user.org_perms },
      { collection: 'sheets', content: null, meta: { author_id: entry.author_id } },
    )
  const onOpen = useCallback(
    (id: string) => setAsked({ open: id, name: items.find((entry) => entry._id === id)?.name ?? '' }),
    [items],
  )
  const onDelete = useCallback((entry: ListEntry) => setAsked({ delete: [entry] }), [])
  const deleteSelected = () => {
    const entries = selected.entries()
    setAsked(entries.every(mayDelete) ? { delete: entries } : 'ownership conflict')
  }
  const close = () => setAsked(null)

  return (
    <>
      <RecordList
        label={text.list}
        items={shown}
        itemKey={idOf}
        renderCard={(entry) => (
          <SheetCard
            entry={entry}
            timeZone={user.time_zone}
            selected={selected.has(entry._id)}
            twice={twice?.has(entry._id) === true}
            mayDelete={mayDelete(entry)}
            onSelect={selected.onSelect}
            onOpen={onOpen}
            onDelete={onDelete}
          />
        )}
        status={status}
        onAgain={again}
        search={{
          value: query.text,
          onChange: (value) => setQuery({ text: value }),
          placeholder: text.placeholders[query.field],
        }}
        searchBy={{ value: query.field, options: FIELDS, onChange: (field) => setQuery({ field }) }}
        sort={{ value: query.sort, options: SORTS, onChange: (sort) => setQuery({ sort }) }}
        order={{ value: query.order, options: ORDERS, onChange: (order) => setQuery({ order }) }}
        notice={
          filling &&
          items.length > 0 && (
            <Banner kind="attention" title={text.loadingTitle}>
              {text.loadingSome}
            </Banner>
          )
        }
        selection={selected}
        counted={text.counted(shown.length)}
        bulk={
          <IconButton
            kind="danger"
            label={recordListText.deleteSelected}
            icon={<Trash2 />}
            onClick={deleteSelected}
          />
        }
        empty={
          loaded ? (
            <EmptyState
              title={text.emptyTitle(text.speciesNames[species].toLowerCase())}
              text={text.emptyText}
              icon={<FileText />}
              action={{ label: text.emptyAction, onPress: () => void navigate(paths.newSheet) }}
            />
          ) : (
            <EmptyState title={text.loadingTitle} text={text.loadingText} icon={<FileText />} />
          )
        }
        scrollKey={[place, query.field, query.sort, query.order, query.text].join('/')}
      />
      {asked === 'ownership conflict' && (
        <Message title={text.conflictTitle} text={text.conflict} onClose={close} />
      )}
      {asked !== null && typeof asked === 'object' && 'delete' in asked && (
        <DeleteQuestion
          sheets={asked.delete}
          onClose={close}
          onDeleted={() => {
            selected.clear()
            close()
          }}
        />
      )}
      {asked !== null && typeof asked === 'object' && 'open' in asked && (
        <SheetModal
          id={asked.open}
          name={asked.name}
          clinic={clinicOnPaper(user)}
          renderExport={renderExport}
          onClose={close}
        />
      )}
    </>
  )
}
