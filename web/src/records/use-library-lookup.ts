import { useMemo } from 'react'
import type { Species } from 'sync-protocol/records/fields'
import { lookupIn, type LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { listIndex } from '../data/lists/list-index.ts'
import type { ListEntry } from '../data/lists/list-search.ts'
import { useLiveList } from '../ui/use-live-list.ts'

function drugOf({ _id, name, species, section_key, card: { drug } }: ListEntry) {
  return drug === undefined || section_key === undefined ? [] : [{ ...drug, _id, name, species, section_key }]
}

/** The same for one who asks once; at once where they are in memory. */
export function libraryOf(species: Species): LibraryLookup | Promise<LibraryLookup> {
  const list = listIndex('drugs')
  const made = () => lookupIn(list.entries().flatMap(drugOf), species)
  return list.isReady() ? made() : list.ready.then(made)
}

/** The library's drugs of a species, looked up by what they are; live. `except`: a record that is passed over. */
export function useLibraryLookup(species: Species, except?: string) {
  const { items } = useLiveList(() => listIndex('drugs'))
  return useMemo(
    () =>
      lookupIn(
        items.flatMap((entry) => (entry._id === except ? [] : drugOf(entry))),
        species,
      ),
    [items, species, except],
  )
}
