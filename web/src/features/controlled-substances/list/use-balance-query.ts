import { useState } from 'react'
import { rememberedQuery, rememberQuery } from '../../../data/list-memory.ts'
import type { ListQuery } from '../../../data/list-search.ts'
import { balanceListText } from './balance-list-text.ts'

type Field = keyof typeof balanceListText.fields
type Sort = keyof typeof balanceListText.sorts
export type BalanceQuery = ListQuery & { field: Field; sort: Sort }

const isOf = (query: ListQuery): query is BalanceQuery =>
  query.field in balanceListText.fields && query.sort in balanceListText.sorts

/** How the list is searched, filtered and sorted, kept while the app is open. */
export function useBalanceQuery(userId: string, first: Partial<BalanceQuery>) {
  const place = `${userId}/balances`
  const [query, setQuery] = useState(() => ({ ...rememberedQuery(place), ...first }))
  if (!isOf(query)) throw new Error('This list is not searched like that.')
  const change = (part: Partial<BalanceQuery>) => {
    const next = { ...query, ...part }
    rememberQuery(place, next)
    setQuery(next)
  }
  return [query, change] as const
}
