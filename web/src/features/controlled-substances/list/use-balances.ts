import { useState } from 'react'
import { useList } from '../../../records/use-list.ts'
import { useDiscrepancies } from '../discrepancies/use-discrepancies.ts'
import { balanceListText } from './balance-list-text.ts'

/** Shows only these sheets, or only those that something is pointed out of. */
export type Only = 'discrepancies' | ReadonlySet<string> | undefined

const BALANCES = { collection: 'balances', words: balanceListText } as const
const UNSEARCHED = { text: '', used: undefined }

/** The list of balance sheets, what of it is shown, and what is pointed out. */
export function useBalances(first: Only) {
  const discrepancies = useDiscrepancies()
  const [only, setOnly] = useState<Only>(first)
  const list = useList(BALANCES, {
    only: only === 'discrepancies' ? discrepancies.found : only,
    ...(first !== undefined && { opening: UNSEARCHED }),
  })
  return {
    list,
    discrepancies,
    only,
    /** What is to be seen must not be hidden by a search of before. */
    showOnly: (next: Only) => {
      setOnly(next)
      if (next !== undefined) list.setQuery(UNSEARCHED)
    },
  }
}
export type Balances = ReturnType<typeof useBalances>
