import { CalendarDays, ClipboardList, Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { balanceFacts } from '../../../data/balance-facts.ts'
import { listIndex } from '../../../data/list-index.ts'
import { searchList } from '../../../data/list-search.ts'
import { allToggled, NOTHING_SELECTED, selectedOf, selectionState, toggled } from '../../../data/selection.ts'
import { currentUser } from '../../../data/session.ts'
import { syncStatus } from '../../../data/sync-status.ts'
import { Button } from '../../../ui/button.tsx'
import { DateRangeFields } from '../../../ui/date-range.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RecordList } from '../../../ui/record-list.tsx'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { AskedDialog, type Asked } from './asked-dialog.tsx'
import { BalanceCard } from './balance-card.tsx'
import { isBalanceEntry, type BalanceEntry } from './balance-entry.ts'
import './balance-list.css'
import { balanceListText as text } from './balance-list-text.ts'
import { ListFilters } from './list-filters.tsx'
import { useBalanceQuery } from './use-balance-query.ts'
import { mayDelete, maySeeVoided } from './who-may.ts'

const listed = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))
const FIELDS = listed(text.fields)
const SORTS = listed(text.sorts)
const ORDERS = listed(text.orders)

const idOf = ({ _id }: BalanceEntry) => _id

interface ControlledSubstancesProps {
  onCreate: () => void
  onOpen: (id: string) => void
}

/** All balance sheets of the clinic (`spec 2 §2`). */
export function ControlledSubstancesScreen({ onCreate, onOpen }: ControlledSubstancesProps) {
  const [user] = useState(currentUser)
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const { items, status, again } = useLiveList(() => listIndex('balances'))
  const [query, setQuery] = useBalanceQuery(user._id)
  const [selection, setSelection] = useState(NOTHING_SELECTED)
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    DateRangeFields.fetchAhead().catch((error: unknown) => console.warn('No calendar yet.', error))
  }, [])

  const shown = useMemo(() => searchList(items, query).filter(isBalanceEntry), [items, query])
  // A voided sheet is there to be read: nothing is done with it.
  const standing = useMemo(() => shown.filter(({ voided }) => !voided), [shown])
  const selected = useMemo(() => selectedOf(selection, standing), [selection, standing])
  const onSelect = useCallback((id: string) => setSelection((now) => toggled(now, id)), [])
  const onDelete = useCallback((entry: BalanceEntry) => setAsked({ delete: [entry] }), [])
  const chosen = () => {
    const byId = new Map(standing.map((entry) => [entry._id, entry]))
    return selected.flatMap((id) => byId.get(id) ?? [])
  }
  const deleteSelected = () => {
    const entries = chosen()
    setAsked(entries.every((entry) => mayDelete(user, entry)) ? { delete: entries } : { conflict: entries })
  }
  const clearRange = () => setQuery({ used: undefined })
  const { used, voided = false } = query

  return (
    <>
      <RecordList
        label={text.list}
        items={shown}
        itemKey={idOf}
        renderCard={(entry) => (
          <BalanceCard
            entry={entry}
            timeZone={user.time_zone}
            selected={selection.has(entry._id)}
            mayDelete={mayDelete(user, entry)}
            onSelect={onSelect}
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
        besideSearch={
          <IconButton
            label={text.range}
            icon={<CalendarDays />}
            pressed={used !== undefined}
            onClick={() => setAsked('date range')}
          />
        }
        notice={
          <ListFilters
            range={used}
            onClearRange={clearRange}
            voided={
              maySeeVoided(user) ? { shown: voided, onChange: (on) => setQuery({ voided: on }) } : undefined
            }
          />
        }
        selection={{
          state: selectionState(selected.length, standing.length),
          count: selected.length,
          onToggleAll: () => setSelection(allToggled(selection, standing)),
        }}
        counted={text.counted(shown.length)}
        bulk={
          <IconButton kind="danger" label={text.deleteSelected} icon={<Trash2 />} onClick={deleteSelected} />
        }
        actions={
          <Button kind="primary" icon={<Plus />} onClick={onCreate}>
            {text.create}
          </Button>
        }
        empty={
          <NoSheets
            loaded={loaded}
            isRange={used !== undefined}
            onClearRange={clearRange}
            onCreate={onCreate}
          />
        }
        scrollKey={['balances', query.field, query.sort, query.order, query.text, used?.from, used?.to].join(
          '/',
        )}
      />
      <AskedDialog
        asked={asked}
        user={user}
        range={used}
        facts={balanceFacts(items)}
        onRange={(range) => setQuery({ used: range })}
        onClose={() => setAsked(null)}
        onDone={() => setSelection(NOTHING_SELECTED)}
      />
    </>
  )
}

interface NoSheetsProps {
  loaded: boolean
  isRange: boolean
  onClearRange: () => void
  onCreate: () => void
}

/** A range without a sheet must not look like a place without records. */
function NoSheets({ loaded, isRange, onClearRange, onCreate }: NoSheetsProps) {
  const icon = <ClipboardList />
  if (!loaded) return <EmptyState title={text.loadingTitle} text={text.loadingText} icon={icon} />
  if (isRange) {
    const action = { label: text.clearRangeButton, onPress: onClearRange }
    return <EmptyState title={text.nothingInRange} icon={icon} action={action} />
  }
  const action = { label: text.create, onPress: onCreate }
  return <EmptyState title={text.emptyTitle} text={text.emptyText} icon={icon} action={action} />
}
