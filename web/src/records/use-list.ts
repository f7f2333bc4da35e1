import { useCallback, useMemo, useState } from 'react'
import type { Collection } from 'sync-protocol/records/envelope'
import { mayChange, PERMISSION } from 'sync-protocol/rules/permissions'
import { listIndex } from '../data/lists/list-index.ts'
import { listPlace, rememberedQuery, rememberQuery } from '../data/lists/list-memory.ts'
import { searchList, type ListEntry, type ListQuery } from '../data/lists/list-search.ts'
import { useKept } from '../ui/use-kept.ts'
import { useLiveList } from '../ui/use-live-list.ts'
import { useSelection } from '../ui/use-selection.ts'
import { usePerson } from './use-person.ts'

export interface ListWords<F extends ListQuery['field'], S extends ListQuery['sort']> {
  list: string
  /** What is listed, as in 'single draws'. */
  many: string
  fields: Readonly<Record<F, string>>
  placeholders: Readonly<Record<F, string>>
  sorts: Readonly<Record<S, string>>
  counted: (count: number) => string
  loadingTitle: string
}

/** What one list of records is, wherever it stands. */
export interface ListKind<F extends ListQuery['field'], S extends ListQuery['sort']> {
  collection: Collection
  words: ListWords<F, S>
  /** How it is searched before anybody chose. */
  first?: Partial<ListQuery>
  /** Which records of the collection belong to it; all when absent. */
  isListed?: (entry: ListEntry) => boolean
}

export type ListScope = Pick<ListQuery, 'section_key' | 'not_sections' | 'species'>
const EVERYTHING: ListScope = {}

interface Options {
  species?: number
  /** Lists only this part; the same object for the same part. */
  scope?: ListScope
  /** What that part is called, where its searches are kept apart from those of others. */
  part?: string | number
  /** How it is searched on opening, whatever it was searched by before. */
  opening?: Pick<ListQuery, 'text' | 'used'>
  /** Lists only records that this has; the same one for the same records. */
  only?: { has(id: string): boolean } | undefined
}

/** One list as it is searched and sorted, what is selected in it, and what is asked about. */
export function useList<F extends ListQuery['field'], S extends ListQuery['sort']>(
  kind: ListKind<F, S>,
  { species, scope = EVERYTHING, part, opening, only }: Options = {},
) {
  const { collection, isListed } = kind
  const person = usePerson()
  const placeOf = (there: Options['part'], of = species) => listPlace(person._id, collection, of, there)
  const place = placeOf(part)
  const { items, status, again } = useLiveList(() => listIndex(collection))
  const read = (at: string) => {
    const remembered = rememberedQuery(at, kind.words, kind.first)
    return opening === undefined ? remembered : { ...remembered, ...opening }
  }
  const [query, setQuery] = useKept(place, read, rememberQuery)
  const [asked, setAsked] = useState<readonly ListEntry[] | null>(null)

  const seesVoided = [PERMISSION.organization, PERMISSION.othersRecords].some((one) =>
    person.org_perms.includes(one),
  )
  const voided = seesVoided && query.voided === true
  const search = useCallback(
    (of: ListScope) => {
      const wanted = { ...query, voided, ...(species !== undefined && { species }), ...of }
      const found = searchList(items, wanted)
      if (isListed === undefined && only === undefined) return found
      return found.filter((entry) => isListed?.(entry) !== false && only?.has(entry._id) !== false)
    },
    [items, query, voided, species, isListed, only],
  )
  const shown = useMemo(() => search(scope), [search, scope])
  // A voided record is there to be read: nothing is done with it.
  const selectable = useMemo(() => (voided ? shown.filter((entry) => !entry.voided) : shown), [shown, voided])
  const selected = useSelection(selectable)
  /** Its author, or a holder of 2 (`spec 2 §6`); nobody what is voided already. */
  const mayDelete = (entry: ListEntry) =>
    !entry.voided &&
    mayChange(
      { user_id: person._id, perms: person.org_perms },
      { collection, content: null, meta: { author_id: entry.author_id } },
    )

  return {
    kind,
    species,
    person,
    items,
    status,
    again,
    query,
    setQuery,
    search,
    shown,
    seesVoided,
    voided,
    selected,
    mayDelete,
    /** What is to be deleted, in the order of choosing; null while nothing is asked. */
    asked,
    askDelete: useCallback((entry: ListEntry) => setAsked([entry]), []),
    askDeleteSelected: () => setAsked(selected.entries()),
    close: () => setAsked(null),
    /** Searches another part as this one is searched. */
    searchAlike: (there: string | number) => rememberQuery(placeOf(there), query),
    searchAlikeUnder: (other: number) => rememberQuery(placeOf(part, other), query),
    scrollKey: [place, query.field, query.sort, query.order, query.text].join('/'),
  }
}

export type List<F extends ListQuery['field'], S extends ListQuery['sort']> = ReturnType<typeof useList<F, S>>
