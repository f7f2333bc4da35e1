import { defaultQuery } from './list-search.ts'
import type { ListQuery } from './list-search.ts'
import { currentUser } from './signed-in.ts'

const MOST_LISTS = 50
const queries = new Map<string, ListQuery>()

/** Clinics share tablets: each person's lists are their own. */
const ownKey = (key: string) => `${currentUser()._id}/${key}`

/** How a list was searched and sorted when this person left it, while the app is open; the fifty lists changed last. */
export const rememberedQuery = (key: string, first = defaultQuery): ListQuery =>
  queries.get(ownKey(key)) ?? first

export function rememberQuery(list: string, query: ListQuery): void {
  const key = ownKey(list)
  queries.delete(key)
  queries.set(key, query)
  const [oldest] = queries.keys()
  if (queries.size > MOST_LISTS && oldest !== undefined) queries.delete(oldest)
}
