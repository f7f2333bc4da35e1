import { useMemo } from 'react'
import type { Species } from 'sync-protocol/records/fields'
import { listIndex } from '../../data/lists/list-index.ts'
import { useLibraryLookup } from '../../records/use-library-lookup.ts'
import { useLiveList } from '../../ui/use-live-list.ts'
import type { InfusionForm } from './infusion-form.ts'
import type { LibraryDrug } from './infusion-results.ts'

/** What the library says of the drug of a form for a species, live; null where none was chosen. */
export function useLibraryDrug(
  { drugId, drug, amount }: Pick<InfusionForm, 'drugId' | 'drug' | 'amount'>,
  species: Species,
): LibraryDrug | null {
  const { items } = useLiveList(() => listIndex('drugs'))
  const lookup = useLibraryLookup(species)
  return useMemo(() => {
    if (drugId === '') return null
    const facts = items.find(({ _id }) => _id === drugId)?.card.drug
    return {
      limits: facts?.limits?.[species] ?? null,
      infusion: facts?.infusion_limits?.[species] ?? null,
      usual: facts?.dosage[species],
      strengths: lookup.strengthsOf({ name: drug, ...(amount === 'units' && { amount_unit: amount }) }),
    }
  }, [items, lookup, drugId, drug, amount, species])
}
