import { wordsOf, writtenDays } from 'sync-protocol/rules/search-words'
import * as z from 'zod'
import { orderKey } from '../listing/listed.ts'
import { PAGE_SIZE } from '../list-query.ts'

/** How a list of facts is searched and ordered by one field. */
export interface FactField<F> {
  /** Every word of the query must be part of it. */
  text: (facts: F) => string
  /** Compared as text. */
  order: (facts: F) => string
}

export interface FactSearch {
  query: string
  searchField: string
  sortField: string
  descending: boolean
  page: number
}

/** A person's or a drug's name, in lower case. */
export const named = <F>(of: (facts: F) => string): FactField<F> => ({
  text: (facts) => of(facts).toLowerCase(),
  order: (facts) => orderKey(of(facts)),
})

/** Days, found in every way that they may be written. */
export const dated = <F>(
  days: (facts: F) => readonly string[],
  order: (facts: F) => string,
): FactField<F> => ({
  text: (facts) => days(facts).map(writtenDays).join(' '),
  order,
})

export interface Found<F> {
  total: number
  /** The place of the first one of the page among all that were found. */
  from: number
  page: F[]
}

/** One page of what the query finds, in its order; facts of one order by their creation. */
export function searched<F extends { _id: string; date_created: string }>(
  all: readonly F[],
  fields: Readonly<Record<string, FactField<F>>>,
  { query, searchField, sortField, descending, page }: FactSearch,
): Found<F> {
  const words = wordsOf(query)
  const field = fields[searchField]
  const order = fields[sortField]
  const found = all
    .filter((facts) => {
      if (words.length === 0) return true
      const text = field?.text(facts) ?? ''
      return words.every((word) => text.includes(word))
    })
    .map((facts) => ({ facts, keys: [order?.order(facts) ?? '', facts.date_created, facts._id] }))
    .sort((a, b) => {
      const at = a.keys.findIndex((key, index) => key !== b.keys[index])
      return at < 0 ? 0 : (a.keys[at] ?? '') < (b.keys[at] ?? '') ? -1 : 1
    })
    .map(({ facts }) => facts)
  if (descending) found.reverse()
  const from = (page - 1) * PAGE_SIZE
  return { total: found.length, from, page: found.slice(from, from + PAGE_SIZE) }
}

const flag = z.enum(['true', 'false'])
/** Inputs of every list of facts. */
export const searchShape = {
  descending: flag.default('true').meta({ description: 'The order; true when left out: newest first.' }),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({ description: `Pages of ${PAGE_SIZE}, from 1. A page after the last one is empty.` }),
  timeOffset: z.coerce.number().int().min(-1440).max(1440).optional().meta({
    description: 'Taken, and not looked at where a day is stored: the clinic’s own.',
  }),
}
export const searchText = z
  .string()
  .max(500)
  .default('')
  .meta({ description: 'Every word must be found, in any order, anywhere in the field.' })
