import { previousBalance, type PreviousBalance } from 'sync-protocol/rules/previous-balance'
import type { Substance } from 'sync-protocol/rules/substances'
import { balanceFacts } from '../../../data/balance-facts.ts'
import type { ListEntry } from '../../../data/list-search.ts'
import { listIndex } from '../../../data/list-index.ts'

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
  const { previous_id, bottle_number, container_size, balance } = previous
  return { previous_id, bottle_number, container_size, balance }
}
