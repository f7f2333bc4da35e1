import { useCallback, useMemo, useState } from 'react'
import type { Profile } from 'sync-protocol/wire/accounts'
import { listIndex } from '../../../data/list-index.ts'
import { searchList } from '../../../data/list-search.ts'
import { allToggled, NOTHING_SELECTED, selectedOf, selectionState, toggled } from '../../../data/selection.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { usePointed } from '../pointed-out/use-pointed.ts'
import { isBalanceEntry } from './balance-entry.ts'
import { useBalanceQuery, type BalanceQuery } from './use-balance-query.ts'

/** Shows only these sheets, or only those that something is pointed out of. */
export type Only = 'pointed out' | ReadonlySet<string> | undefined

const UNSEARCHED = { text: '', used: undefined } as const satisfies Partial<BalanceQuery>

/** The balance sheets as they are searched and filtered, what is selected of them, and what is pointed out. */
export function useBalances(user: Profile, first: Only) {
  const { items, status, again } = useLiveList(() => listIndex('balances'))
  const pointed = usePointed()
  const [query, setQuery] = useBalanceQuery(user._id, first === undefined ? {} : UNSEARCHED)
  const [only, setOnly] = useState<Only>(first)
  const [selection, setSelection] = useState(NOTHING_SELECTED)

  const shown = useMemo(() => {
    const listed = only === 'pointed out' ? pointed.found : only
    return searchList(items, query)
      .filter(isBalanceEntry)
      .filter(({ _id }) => listed === undefined || listed.has(_id))
  }, [items, query, only, pointed])
  // A voided sheet is there to be read: nothing is done with it.
  const standing = useMemo(() => shown.filter(({ voided }) => !voided), [shown])
  const selected = useMemo(() => selectedOf(selection, standing), [selection, standing])
  const onSelect = useCallback((id: string) => setSelection((now) => toggled(now, id)), [])

  return {
    status,
    again,
    items,
    pointed,
    query,
    setQuery,
    only,
    /** What is to be seen must not be hidden by a search of before. */
    showOnly: (next: Only) => {
      setOnly(next)
      if (next !== undefined) setQuery(UNSEARCHED)
    },
    shown,
    selected: {
      has: (id: string) => selection.has(id),
      count: selected.length,
      state: selectionState(selected.length, standing.length),
      onSelect,
      onToggleAll: () => setSelection(allToggled(selection, standing)),
      clear: () => setSelection(NOTHING_SELECTED),
      /** In the order of choosing. */
      entries: () => {
        const byId = new Map(standing.map((entry) => [entry._id, entry]))
        return selected.flatMap((id) => byId.get(id) ?? [])
      },
    },
  }
}
