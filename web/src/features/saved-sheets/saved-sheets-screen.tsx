import { FileText, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { mayChange } from 'sync-protocol/rules/permissions'
import { useStore } from 'zustand'
import { listIndex } from '../../data/list-index.ts'
import { defaultQuery, searchList } from '../../data/list-search.ts'
import type { ListEntry } from '../../data/list-search.ts'
import { allToggled, NOTHING_SELECTED, selectedOf, selectionState, toggled } from '../../data/selection.ts'
import { currentUser } from '../../data/session.ts'
import { isFilling, syncStatus } from '../../data/sync-status.ts'
import { clinicOnPaper } from '../../exports/clinic-on-paper.ts'
import { paths, speciesOfPath } from '../../paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Message } from '../../ui/question.tsx'
import { recordListText } from '../../ui/record-list-text.ts'
import { RecordList } from '../../ui/record-list.tsx'
import { useLiveList } from '../../ui/use-live-list.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { savedSheetsText as text } from './saved-sheets-text.ts'
import './saved-sheets.css'
import { SheetCard } from './sheet-card.tsx'
import { SheetModal } from './sheet-modal.tsx'
import type { RenderExport } from './sheet-modal.tsx'

const listed = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))
const FIELDS = listed(text.fields)
const SORTS = listed(text.sorts)
const ORDERS = listed(text.orders)

const idOf = ({ _id }: ListEntry) => _id

type SheetField = keyof typeof text.fields
type SheetSort = keyof typeof text.sorts
type Asked = { delete: readonly ListEntry[] } | { open: string; name: string } | 'ownership conflict' | null

/** All saved sheets of a species (`spec 2 §2`). */
export function SavedSheetsScreen({ renderExport }: { renderExport: RenderExport }) {
  const species = speciesOfPath(useParams()['species']) ?? 0
  const [user] = useState(currentUser)
  const navigate = useNavigate()
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const filling = useStore(syncStatus, isFilling)
  const { items, status, again } = useLiveList(() => listIndex('sheets'))
  const [query, setQuery] = useState(defaultQuery)
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const [asked, setAsked] = useState<Asked>(null)

  const shown = useMemo(() => searchList(items, { ...query, species }), [items, query, species])
  const selected = useMemo(() => selectedOf(selection, shown), [selection, shown])
  const mayDelete = (entry: ListEntry) =>
    mayChange(
      { user_id: user._id, perms: user.org_perms },
      { collection: 'sheets', content: null, meta: { author_id: entry.author_id } },
    )
  const onSelect = useCallback((id: string) => setSelection((now) => toggled(now, id)), [])
  const onOpen = useCallback(
    (id: string) => setAsked({ open: id, name: items.find((entry) => entry._id === id)?.name ?? '' }),
    [items],
  )
  const onDelete = useCallback((entry: ListEntry) => setAsked({ delete: [entry] }), [])
  const deleteSelected = () => {
    const chosen = new Set(selected)
    const entries = shown.filter((entry) => chosen.has(entry._id))
    setAsked(entries.every(mayDelete) ? { delete: entries } : 'ownership conflict')
  }
  const close = () => setAsked(null)
  const field = query.field as SheetField

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
            selected={selection.has(entry._id)}
            mayDelete={mayDelete(entry)}
            onSelect={onSelect}
            onOpen={onOpen}
            onDelete={onDelete}
          />
        )}
        status={status}
        onAgain={again}
        search={{
          value: query.text,
          onChange: (value) => setQuery({ ...query, text: value }),
          placeholder: text.placeholders[field],
        }}
        searchBy={{
          value: field,
          options: FIELDS,
          onChange: (chosen) => setQuery({ ...query, field: chosen }),
        }}
        sort={{
          value: query.sort as SheetSort,
          options: SORTS,
          onChange: (sort) => setQuery({ ...query, sort }),
        }}
        order={{ value: query.order, options: ORDERS, onChange: (order) => setQuery({ ...query, order }) }}
        notice={
          filling &&
          items.length > 0 && (
            <Banner kind="attention" title={text.loadingTitle}>
              {text.loadingSome}
            </Banner>
          )
        }
        selection={{
          state: selectionState(selected.length, shown.length),
          count: selected.length,
          onToggleAll: () => setSelection(allToggled(selection, shown)),
        }}
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
        scrollKey={['sheets', species, query.field, query.sort, query.order, query.text].join('/')}
      />
      {asked === 'ownership conflict' && (
        <Message title={text.conflictTitle} text={text.conflict} onClose={close} />
      )}
      {asked !== null && typeof asked === 'object' && 'delete' in asked && (
        <DeleteQuestion
          sheets={asked.delete}
          onClose={close}
          onDeleted={() => {
            setSelection(NOTHING_SELECTED)
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
