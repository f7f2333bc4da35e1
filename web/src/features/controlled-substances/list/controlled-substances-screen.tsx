import { ClipboardList, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { listIndex } from '../../../data/list-index.ts'
import { searchList } from '../../../data/list-search.ts'
import { allToggled, NOTHING_SELECTED, selectedOf, selectionState, toggled } from '../../../data/selection.ts'
import { currentUser } from '../../../data/session.ts'
import { syncStatus } from '../../../data/sync-status.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RecordList } from '../../../ui/record-list.tsx'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { BalanceCard } from './balance-card.tsx'
import { isBalanceEntry, type BalanceEntry } from './balance-entry.ts'
import './balance-list.css'
import { balanceListText as text } from './balance-list-text.ts'
import { useBalanceQuery } from './use-balance-query.ts'

const listed = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))
const FIELDS = listed(text.fields)
const SORTS = listed(text.sorts)
const ORDERS = listed(text.orders)

const idOf = ({ _id }: BalanceEntry) => _id

interface ControlledSubstancesProps {
  onCreate: () => void
}

/** All balance sheets of the clinic (`spec 2 §2`). */
export function ControlledSubstancesScreen({ onCreate }: ControlledSubstancesProps) {
  const [user] = useState(currentUser)
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const { items, status, again } = useLiveList(() => listIndex('balances'))
  const [query, setQuery] = useBalanceQuery(user._id)
  const [selection, setSelection] = useState(NOTHING_SELECTED)

  const shown = useMemo(() => searchList(items, query).filter(isBalanceEntry), [items, query])
  const selected = useMemo(() => selectedOf(selection, shown), [selection, shown])
  const onSelect = useCallback((id: string) => setSelection((now) => toggled(now, id)), [])

  return (
    <RecordList
      label={text.list}
      items={shown}
      itemKey={idOf}
      renderCard={(entry) => (
        <BalanceCard
          entry={entry}
          timeZone={user.time_zone}
          selected={selection.has(entry._id)}
          mayDelete={false}
          onSelect={onSelect}
          onOpen={() => undefined}
          onDelete={() => undefined}
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
      selection={{
        state: selectionState(selected.length, shown.length),
        count: selected.length,
        onToggleAll: () => setSelection(allToggled(selection, shown)),
      }}
      counted={text.counted(shown.length)}
      actions={
        <Button kind="primary" icon={<Plus />} onClick={onCreate}>
          {text.create}
        </Button>
      }
      empty={
        loaded ? (
          <EmptyState
            title={text.emptyTitle}
            text={text.emptyText}
            icon={<ClipboardList />}
            action={{ label: text.create, onPress: onCreate }}
          />
        ) : (
          <EmptyState title={text.loadingTitle} text={text.loadingText} icon={<ClipboardList />} />
        )
      }
      scrollKey={['balances', query.field, query.sort, query.order, query.text].join('/')}
    />
  )
}
