import { useMemo } from 'react'
import type { OpenTable } from 'sync-protocol/rules/open-table'
import { previousBalance, type PreviousBalance } from 'sync-protocol/rules/previous-balance'
import type { Substance } from 'sync-protocol/rules/substances'
import { balanceFacts } from '../../../data/lists/balance-facts.ts'
import type { ListEntry } from '../../../data/lists/list-search.ts'
import { listIndex } from '../../../data/lists/list-index.ts'
import { useLiveList } from '../../../ui/use-live-list.ts'
import { previousMoved } from './table-doubts.ts'

/** What the next sheet of a substance starts from, by these balance sheets of the tablet. */
export const previousIn = (
  balances: readonly ListEntry[],
  substance: Substance | null,
): PreviousBalance | null => substance && previousBalance(balanceFacts(balances), substance)

/** The same by what the tablet has now: at the choice of a substance its lists are in memory already. */
export function previousNow(substance: Substance): PreviousBalance | null {
  try {
    return previousIn(listIndex('balances').entries(), substance)
  } catch (error) {
    console.error("Couldn't fetch the previous balance.", error)
    return null
  }
}

/** Without who made the sheets: what is kept with the table. */
export function fetchedFrom(previous: PreviousBalance | null) {
  if (previous === null) return null
  const { previous_id, bottle_number, container_size, balance, others } = previous
  return {
    previous_id,
    bottle_number,
    container_size,
    balance,
    ...(others !== undefined && { others: [...others] }),
  }
}

/** Followed while it is on the screen. */
export function useLivePrevious(substance: Substance | null) {
  const { items, status } = useLiveList(() => listIndex('balances'))
  const previous = useMemo(() => previousIn(items, substance), [items, substance])
  return { items, previous, isReady: status === 'ready', failed: status === 'failed' }
}

/** Whether an open table goes on from the last balance sheet still; nothing is said before the list is read. */
export function usePreviousMoved({ substance, fetched }: Pick<OpenTable, 'substance' | 'fetched'>) {
  const { items, previous, isReady } = useLivePrevious(substance)
  const isVoided = (id: string) => items.some(({ _id, voided }) => _id === id && voided)
  return { previous, moved: isReady ? previousMoved(fetched, previous, isVoided) : null }
}
