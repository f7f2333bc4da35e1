import type { Species } from 'sync-protocol/records/fields'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'
import type { CalledCollection } from './collection-paths.ts'
import { itemOf, type Item } from './item.ts'
import { selectionOf, type ListQuery } from './list-query.ts'
import type { Filter, Place, Selection } from './listing/collection-list.ts'
import type { ListingStore } from './listing/listing-store.ts'
import type { Lists } from './listing/lists.ts'
import { liveSections, SectionNames } from './sections.ts'

/** Records read at once for a whole list. */
const PIECE = 500

export interface ReadingDependencies {
  lists: Lists
  listing: ListingStore
}

/** Which part of a collection a call is about. */
export interface Part {
  collection: CalledCollection
  species?: Species | undefined
  /** A key, or a plural title in any case; only drugs have sections. */
  section?: string | undefined
}

export async function sectionNames(listing: ListingStore, orgId: string): Promise<SectionNames> {
  return new SectionNames(liveSections((await listing.sections(orgId)).records))
}

/** One page of a list. */
export async function searchedList(
  deps: ReadingDependencies,
  speaker: Speaker,
  part: Part,
  query: ListQuery,
): Promise<{ success: true; total: number; items: Item[] }> {
  const { names, filter } = await filterOf(deps, speaker, part)
  const selection = selectionOf(query, speaker.user_id, filter)
  const { total, ids } = await deps.lists.select(speaker.org_id, part.collection, selection)
  const records = await deps.listing.records(speaker.org_id, part.collection, ids)
  return { success: true, total, items: records.map((record) => itemOf(record, names)) }
}

/** All of a list, or a stretch of it, as JSON text in pieces: a hundred thousand records are never in memory at once. */
export async function wholeList(
  deps: ReadingDependencies,
  speaker: Speaker,
  part: Part,
  { own, ...order }: Omit<Selection, 'filter'> & { own: boolean },
): Promise<{ texts: AsyncGenerator<string, void>; next: Place | null }> {
  const { names, filter } = await filterOf(deps, speaker, part)
  const { ids, next } = await deps.lists.select(speaker.org_id, part.collection, {
    ...order,
    filter: { ...filter, ...(own ? { author_id: speaker.user_id } : {}) },
  })
  return { texts: itemTexts(deps, speaker, part, ids, names), next }
}

async function* itemTexts(
  deps: ReadingDependencies,
  speaker: Speaker,
  part: Part,
  ids: readonly string[],
  names: SectionNames | undefined,
): AsyncGenerator<string, void> {
  let begun = false
  for (let from = 0; from < ids.length; from += PIECE) {
    const records = await deps.listing.records(speaker.org_id, part.collection, ids.slice(from, from + PIECE))
    if (records.length === 0) continue
    const texts = records.map((record) => JSON.stringify(itemOf(record, names)))
    yield (begun ? ',' : '[') + texts.join(',')
    begun = true
  }
  yield begun ? ']' : '[]'
}

async function filterOf(
  { listing }: ReadingDependencies,
  { org_id }: Speaker,
  { collection, species, section }: Part,
): Promise<{ names: SectionNames | undefined; filter: Filter }> {
  const names = collection === 'drugs' ? await sectionNames(listing, org_id) : undefined
  const filter: Filter = species === undefined ? {} : { species }
  if (!names || section === undefined) return { names, filter }
  const keys = names.named(section)
  if (!keys) throw new ProtocolError('not_found', 'There is no such section.')
  return { names, filter: { ...filter, section: names.holds(keys) } }
}
