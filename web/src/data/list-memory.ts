import { defaultQuery } from './list-search.ts'
import type { ListQuery } from './list-search.ts'

const MOST_LISTS = 50
const queries = new Map<string, ListQuery>()

/** How a list was searched and sorted when it was left, while the app is open; the fifty lists changed last. */
export const rememberedQuery = (key: string, first = defaultQuery): ListQuery => queries.get(key) ?? first

export function rememberQuery(key: string, query: ListQuery): void {
  queries.delete(key)
  queries.set(key, query)
  const [oldest] = queries.keys()
  if (queries.size > MOST_LISTS && oldest !== undefined) queries.delete(oldest)
}
