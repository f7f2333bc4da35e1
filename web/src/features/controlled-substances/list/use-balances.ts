import { useMemo, useState } from 'react'
import type { Profile } from 'sync-protocol/wire/accounts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { rememberedQuery, rememberQuery } from '../../../data/lists/list-memory.ts'
import { searchList } from '../../../data/lists/list-search.ts'
import { useKept } from '../../../ui/use-kept.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { useDiscrepancies } from '../discrepancies/use-discrepancies.ts'
import { isBalanceEntry } from './balance-entry.ts'
import { balanceListText } from './balance-list-text.ts'

/** Shows only these sheets, or only those that something is pointed out of. */
export type Only = 'discrepancies' | ReadonlySet<string> | undefined

const UNSEARCHED = { text: '', used: undefined }
const remembered = (place: string) => rememberedQuery(place, balanceListText)

/** The balance sheets as they are searched and filtered, what is selected of them, and what is pointed out. */
export function useBalances(user: Profile, first: Only) {
  const { items, status, again } = useLiveList(() => listIndex('balances'))
  const discrepancies = useDiscrepancies()
  const read = (place: string) => ({ ...remembered(place), ...(first === undefined ? {} : UNSEARCHED) })
  const [query, setQuery] = useKept(`${user._id}/balances`, read, rememberQuery)
  const [only, setOnly] = useState<Only>(first)

  const shown = useMemo(() => {
    const listed = only === 'discrepancies' ? discrepancies.found : only
    return searchList(items, query)
      .filter(isBalanceEntry)
      .filter(({ _id }) => listed === undefined || listed.has(_id))
  }, [items, query, only, discrepancies])
  // A voided sheet is there to be read: nothing is done with it.
  const notVoided = useMemo(() => shown.filter(({ voided }) => !voided), [shown])
  const selected = useSelection(notVoided)

  return {
    status,
    again,
    items,
    discrepancies,
    query,
    setQuery,
    only,
    /** What is to be seen must not be hidden by a search of before. */
    showOnly: (next: Only) => {
      setOnly(next)
      if (next !== undefined) setQuery(UNSEARCHED)
    },
    shown,
    selected,
  }
}
