import { useMemo } from 'react'
import { CANINE, FELINE } from 'sync-protocol/records/fields'
import { strengthsIn } from 'sync-protocol/rules/strengths'
import { listIndex } from '../data/lists/list-index.ts'
import { useLiveList } from '../ui/use-live-list.ts'

/** Looks up, for each species, in which strengths the library has a drug; live. `except`: a record that is passed over. */
export function useStrengths(except?: string) {
  const { items } = useLiveList(() => listIndex('drugs'))
  return useMemo(() => {
    const drugs = items.flatMap(({ _id, name, species, card }) =>
      card.drug === undefined || _id === except ? [] : [{ ...card.drug, name, species }],
    )
    return [strengthsIn(drugs, CANINE), strengthsIn(drugs, FELINE)] as const
  }, [items, except])
}
