import { CalendarDays, ChartLine, Combine, Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { currentUser } from '../../../data/people/session.ts'
import { syncStatus } from '../../../data/database/sync-status.ts'
import { Button } from '../../../ui/button.tsx'
import { choicesOf } from '../../../ui/choices-of.ts'
import { DateRangeFields } from '../../../ui/date-range.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RecordList } from '../../../ui/record-list.tsx'
import { AskedDialog, type Asked } from './asked-dialog.tsx'
import { BalanceCard } from './balance-card.tsx'
import type { BalanceEntry } from './balance-entry.ts'
import './balance-list.css'
import { balanceListText as text } from './balance-list-text.ts'
import { hasFilters, ListFilters } from './list-filters.tsx'
import { ListNotice } from './list-notice.tsx'
import { NoSheets } from './no-sheets.tsx'
import { useBalances } from './use-balances.ts'
import { mayDelete } from './who-may.ts'

const FIELDS = choicesOf(text.fields)
const SORTS = choicesOf(text.sorts)
const ORDERS = choicesOf(text.orders)

const idOf = ({ _id }: BalanceEntry) => _id

export interface ControlledSubstancesProps {
  onCreate: () => void
  onOpen: (id: string) => void
  /** Goes on with an open balance table. */
  onContinue: (id: string) => void
  /** Shows the balance of a substance over time. */
  onChart: () => void
  /** Shows these sheets first, and no others until a person asks for all. */
  only: readonly string[] | undefined
}

/** All balance sheets of the clinic (`spec 2 §2`). */
export function ControlledSubstancesScreen(props: ControlledSubstancesProps) {
  const { onCreate, onOpen, onContinue, onChart, only: first } = props
  const [user] = useState(currentUser)
  const loaded = useStore(syncStatus, (status) => status.loaded)
  const [asked, setAsked] = useState<Asked | null>(null)
  const balances = useBalances(user, first && new Set(first))
  const { shown, query, setQuery, selected, discrepancies, only, showOnly } = balances
  useEffect(() => {
    DateRangeFields.fetchAhead().catch((error: unknown) => console.warn('No calendar yet.', error))
  }, [])

  const onDelete = useCallback((entry: BalanceEntry) => setAsked({ delete: [entry] }), [])
  const deleteSelected = () => {
    const entries = selected.entries()
    setAsked(entries.every((entry) => mayDelete(user, entry)) ? { delete: entries } : { conflict: entries })
  }
  const isFiltered = query.used !== undefined || only !== undefined
  const clearFilter = () => (query.used === undefined ? showOnly(undefined) : setQuery({ used: undefined }))
  const { used } = query
  const filter = [only === 'discrepancies' ? only : only?.size, used?.from, used?.to]

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
            discrepancies={discrepancies}
            selected={selected.has(entry._id)}
            mayDelete={mayDelete(user, entry)}
            onSelect={selected.onSelect}
            onOpen={onOpen}
            onDelete={onDelete}
          />
        )}
        status={balances.status}
        onAgain={balances.again}
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
        notice={<ListNotice balances={balances} user={user} onContinue={onContinue} />}
        filters={hasFilters({ balances, user }) ? <ListFilters balances={balances} user={user} /> : undefined}
        selection={selected}
        counted={text.counted(shown.length)}
        bulk={
          <>
            {selected.count > 1 && (
              <Button icon={<Combine />} onClick={() => setAsked({ combine: selected.entries() })}>
                {text.combine}
              </Button>
            )}
            <IconButton
              kind="danger"
              label={text.deleteSelected}
              icon={<Trash2 />}
              onClick={deleteSelected}
            />
          </>
        }
        actions={
          <>
            <IconButton label={text.chart} icon={<ChartLine />} onClick={onChart} />
            <Button kind="primary" icon={<Plus />} onClick={onCreate}>
              {text.create}
            </Button>
          </>
        }
        empty={
          <NoSheets
            loaded={loaded}
            isRange={used !== undefined}
            onClear={isFiltered ? clearFilter : undefined}
            onCreate={onCreate}
          />
        }
        scrollKey={['balances', query.field, query.sort, query.order, query.text, ...filter].join('/')}
      />
      <AskedDialog
        asked={asked}
        user={user}
        range={used}
        items={balances.items}
        onRange={(range) => setQuery({ used: range })}
        onOpen={onOpen}
        onClose={() => setAsked(null)}
        onDone={selected.clear}
      />
    </>
  )
}
