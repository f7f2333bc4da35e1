import { useState } from 'react'
import { rememberedQuery, rememberQuery } from '../../data/list-memory.ts'
import { defaultQuery, type ListQuery } from '../../data/list-search.ts'
import { singleDrawsText } from './single-draws-text.ts'

export type DrawField = keyof typeof singleDrawsText.fields
export type DrawSort = keyof typeof singleDrawsText.sorts
export type DrawQuery = ListQuery & { field: DrawField; sort: DrawSort }

const isOf = (query: ListQuery): query is DrawQuery =>
  query.field in singleDrawsText.fields && query.sort in singleDrawsText.sorts

/** Newest first, searched by patient. */
const FIRST: ListQuery = { ...defaultQuery, field: 'patient' }

/** How the list is searched and sorted, kept while the app is open. */
export function useDrawQuery(place: string) {
  const [query, setQuery] = useState(() => rememberedQuery(place, FIRST))
  if (!isOf(query)) throw new Error('This list is not searched like that.')
  const change = (part: Partial<DrawQuery>) => {
    const next = { ...query, ...part }
    rememberQuery(place, next)
    setQuery(next)
  }
  return [query, change] as const
}
