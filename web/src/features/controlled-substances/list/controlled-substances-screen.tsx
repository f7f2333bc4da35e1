import { CalendarDays, ChartLine, ClipboardList, Combine, Plus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { ListScreen } from '../../../records/list-screen.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateRangeFields } from '../../../ui/date-range.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { BalanceCard } from './balance-card.tsx'
import { isBalanceEntry, type BalanceEntry } from './balance-entry.ts'
import './balance-list.css'
import { balanceListText as text } from './balance-list-text.ts'
import { CombineBalances } from './combine-balances.tsx'
import { DateRangeDialog } from './date-range-dialog.tsx'
import { DeleteBalances } from './delete-balances.tsx'
import { hasFilters, ListFilters } from './list-filters.tsx'
import { ListNotice } from './list-notice.tsx'
import { useBalances } from './use-balances.ts'

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

/** Sheets that stand, and start from the closing of one of these. */
function continuing(items: readonly ListEntry[], entries: readonly ListEntry[]): number {
  const ids = new Set(entries.map(({ _id }) => _id))
  return items.filter(({ _id, voided, card }) => {
    const previous = card.balance?.previous_id
    return !voided && previous !== undefined && ids.has(previous) && !ids.has(_id)
  }).length
}

/** All balance sheets of the clinic (`spec 2 §2`). */
export function ControlledSubstancesScreen(props: ControlledSubstancesProps) {
  const { onCreate, onOpen, onContinue, onChart, only: first } = props
  const balances = useBalances(first && new Set(first))
  const { list, discrepancies, only, showOnly } = balances
  const { person, query, setQuery, selected } = list
  /** In the order of choosing. */
  const [combining, setCombining] = useState<readonly BalanceEntry[] | null>(null)
  const [choosesRange, setChoosesRange] = useState(false)
  useEffect(() => {
    DateRangeFields.fetchAhead().catch((error: unknown) => console.warn('No calendar yet.', error))
  }, [])
  const openEntry = useCallback(({ _id }: ListEntry) => onOpen(_id), [onOpen])
  const ownOf = (entries: readonly ListEntry[]) =>
    entries.filter(({ author_id }) => author_id === person._id).length
  const { used } = query

  return (
    <>
      <ListScreen
        list={list}
        icon={<ClipboardList />}
        renderCard={({ entry, ...card }) =>
          isBalanceEntry(entry) && (
            <BalanceCard {...card} entry={entry} timeZone={person.time_zone} discrepancies={discrepancies} />
          )
        }
        onOpen={openEntry}
        besideSearch={
          <IconButton
            label={text.range}
            icon={<CalendarDays />}
            pressed={used !== undefined}
            onClick={() => setChoosesRange(true)}
          />
        }
        notice={<ListNotice balances={balances} onContinue={onContinue} />}
        showsVoided
        filters={hasFilters(balances) ? <ListFilters balances={balances} /> : undefined}
        bulk={
          selected.count > 1 && (
            <Button
              icon={<Combine />}
              onClick={() => setCombining(selected.entries().filter(isBalanceEntry))}
            >
              {text.combine}
            </Button>
          )
        }
        actions={
          <>
            <IconButton label={text.chart} icon={<ChartLine />} onClick={onChart} />
            <Button data-act kind="primary" icon={<Plus />} onClick={onCreate}>
              {text.create}
            </Button>
          </>
        }
        renderDeletion={(entries, ends) => (
          <DeleteBalances
            entries={entries.filter(isBalanceEntry)}
            own={ownOf(entries)}
            continued={continuing(list.items, entries)}
            {...ends}
          />
        )}
        renderConflictNote={(entries) => (
          <span className="quiet">{text.owned(ownOf(entries), entries.length - ownOf(entries))}</span>
        )}
        // A filter without a sheet must not look like a place without records.
        empty={
          used !== undefined
            ? {
                title: text.nothingInRange,
                action: { label: text.clearRangeButton, onPress: () => setQuery({ used: undefined }) },
              }
            : only !== undefined
              ? {
                  title: text.nothingOfThese,
                  action: { label: text.showAll, onPress: () => showOnly(undefined) },
                }
              : {
                  title: text.emptyTitle,
                  text: text.emptyText,
                  action: { label: text.create, onPress: onCreate },
                }
        }
        arrangement={[only === 'discrepancies' ? only : only?.size, used?.from, used?.to]}
      />
      {choosesRange && (
        <DateRangeDialog
          range={used}
          timeZone={person.time_zone}
          onSubmit={(range) => {
            setQuery({ used: range })
            setChoosesRange(false)
          }}
          onClose={() => setChoosesRange(false)}
        />
      )}
      {combining !== null && (
        <CombineBalances
          entries={combining}
          onOpen={onOpen}
          onClose={() => setCombining(null)}
          onDone={() => {
            selected.clear()
            setCombining(null)
          }}
        />
      )}
    </>
  )
}
