import { useEffect, useState } from 'react'
import type { LogFilter } from 'sync-protocol/wire/action-log'
import { actionLogText as text } from './action-log-text.ts'

const TYPED_MS = 300
const SEARCH_MAX = 200

export interface TypedFilter {
  search: string
  /** A user's id, or 'everybody'. */
  user: string
  from: string
  to: string
}
export const EVERYBODY = 'everybody'
const NOTHING: TypedFilter = { search: '', user: EVERYBODY, from: '', to: '' }

export const wrongDays = ({ from, to }: TypedFilter) =>
  from !== '' && to !== '' && from > to ? text.order : undefined

function filterOf({ search, user, from, to }: TypedFilter): LogFilter {
  return {
    search: search.trim().slice(0, SEARCH_MAX) || undefined,
    user: user === EVERYBODY ? undefined : user,
    from: from || undefined,
    to: to || undefined,
  }
}

/** What the reader chose, and what of it is asked for: the last that is right, a moment after the last key. */
export function useLogFilter() {
  const [typed, setTyped] = useState(NOTHING)
  const [asked, setAsked] = useState(() => filterOf(NOTHING))
  useEffect(() => {
    const timer = setTimeout(() => {
      if (wrongDays(typed) === undefined) setAsked(filterOf(typed))
    }, TYPED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const change = (some: Partial<TypedFilter>) => setTyped((before) => ({ ...before, ...some }))
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  return { typed, asked, change, isFiltered, clear: () => setTyped(NOTHING) }
}
