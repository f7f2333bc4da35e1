import { useMemo } from 'react'
import type { Species } from 'sync-protocol/records/fields'
import { lookupIn } from 'sync-protocol/rules/library-lookup'
import { listIndex } from '../data/lists/list-index.ts'
import { useLiveList } from '../ui/use-live-list.ts'
import { drugOf, lookupOf } from './library-lookup.ts'

/** The library's drugs of a species, looked up by what they are; live. `except`: a record that is passed over. */
export function useLibraryLookup(species: Species, except?: string) {
  const { items } = useLiveList(() => listIndex('drugs'))
  return useMemo(() => {
    if (except === undefined) return lookupOf(items, species)
    const others = items.flatMap((entry) => (entry._id === except ? [] : drugOf(entry)))
    return lookupIn(others, species)
  }, [items, species, except])
}
