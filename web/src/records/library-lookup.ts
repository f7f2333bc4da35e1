import type { Species } from 'sync-protocol/records/fields'
import { lookupIn, type LibraryLookup } from 'sync-protocol/rules/library-lookup'
import { listIndex } from '../data/lists/list-index.ts'
import type { ListEntry } from '../data/lists/list-search.ts'

export function drugOf({ _id, name, species, section_key, card: { drug } }: ListEntry) {
  return drug === undefined || section_key === undefined ? [] : [{ ...drug, _id, name, species, section_key }]
}

/** A list has other entries after each change. */
const made = new WeakMap<readonly ListEntry[], Map<Species, LibraryLookup>>()

/** Made once for a library, whoever asks: in a long one it takes longer than a press may. */
export function lookupOf(entries: readonly ListEntry[], species: Species): LibraryLookup {
  const found = made.get(entries) ?? new Map<Species, LibraryLookup>()
  made.set(entries, found)
  const lookup = found.get(species) ?? lookupIn(entries.flatMap(drugOf), species)
  found.set(species, lookup)
  return lookup
}

/** The library's drugs of a species for one who asks once; at once where they are in memory. */
export function libraryOf(species: Species): LibraryLookup | Promise<LibraryLookup> {
  const list = listIndex('drugs')
  const look = () => lookupOf(list.entries(), species)
  return list.isReady() ? look() : list.ready.then(look)
}
