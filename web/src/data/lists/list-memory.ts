import { defaultQuery } from './list-search.ts'
import type { ListQuery } from './list-search.ts'
import { currentUser } from '../database/signed-in.ts'

const MOST_LISTS = 50
const queries = new Map<string, ListQuery>()

/** Clinics share tablets: each person's lists are their own. */
const ownKey = (key: string) => `${currentUser()._id}/${key}`

/** The name of a list, or of a part of it, for what is remembered of it. */
export const listPlace = (...steps: readonly (string | number | undefined)[]): string =>
  steps.filter((step) => step !== undefined).join('/')

/** A query of a list that has these fields to search by and to sort by. */
export type QueryBy<F extends string, S extends string> = ListQuery & { field: F; sort: S }

/** The words of what a list is searched and sorted by. */
interface Words<F extends string, S extends string> {
  fields: Readonly<Record<F, string>>
  sorts: Readonly<Record<S, string>>
}

const isBy = <F extends string, S extends string>(
  query: ListQuery,
  { fields, sorts }: Words<F, S>,
): query is QueryBy<F, S> => query.field in fields && query.sort in sorts

/** How a list was searched and sorted when this person left it, while the app is open; the fifty lists changed last. */
export function rememberedQuery<F extends string, S extends string>(
  key: string,
  words: Words<F, S>,
  first: Partial<ListQuery> = {},
): QueryBy<F, S> {
  const query = queries.get(ownKey(key)) ?? { ...defaultQuery, ...first }
  if (!isBy(query, words)) throw new Error('This list is not searched like that.')
  return query
}

export function rememberQuery(list: string, query: ListQuery): void {
  const key = ownKey(list)
  queries.delete(key)
  queries.set(key, query)
  const [oldest] = queries.keys()
  if (queries.size > MOST_LISTS && oldest !== undefined) queries.delete(oldest)
}

/** The list is searched for this when it is shown next, and by nothing else. */
export function searchNext(list: string, text: string): void {
  const { used: _used, ...query } = queries.get(ownKey(list)) ?? defaultQuery
  rememberQuery(list, { ...query, text, field: 'name' })
}
