import { wordsOf, writtenDays } from 'sync-protocol/rules/search-words'
import { ProtocolError } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import type { Selection, SortField } from './listing/collection-list.ts'
import { dayAt, dayNumber, dayOfNumber, type Listed } from './listing/listed.ts'

export const PAGE_SIZE = 20

const SEARCH_FIELDS = {
  name: 'name',
  'content.name': 'name',
  author: 'author',
  'meta.author_name': 'author',
  date: 'date',
  date_created: 'date',
  'meta.date_created': 'date',
  procedure: 'procedure',
  'content.procedure': 'procedure',
} as const
const SORT_FIELDS = {
  name: 'name',
  'content.name': 'name',
  date: 'date',
  date_created: 'date',
  'meta.date_created': 'date',
  procedure: 'procedure',
  'content.procedure': 'procedure',
} as const satisfies Record<string, SortField>
const ORDERS = { ascending: false, asc: false, '1': false, descending: true, desc: true, '-1': true } as const

const oneOf = <T extends Record<string, unknown>>(known: T) =>
  z.enum(Object.keys(known) as [keyof T & string, ...(keyof T & string)[]])
const flag = z.enum(['true', 'false'])
const writtenDay = (what: string) =>
  z
    .string()
    .regex(/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/, `${what} must be MM.DD.YYYY.`)
    .meta({ description: `${what}, MM.DD.YYYY.`, examples: ['03.05.2026'] })

/** The inputs of every list search (`spec 1 §7`, `spec 2 §7`). */
export const listQuery = z.object({
  query: z
    .string()
    .max(500)
    .default('')
    .meta({
      description: 'The text to search for: every word must be found, in any order, anywhere in the field.',
      examples: ['keta'],
    }),
  searchField: oneOf(SEARCH_FIELDS).default('name').meta({
    description: 'Where to search. Dates are found as MM/DD/YYYY and MM/DD/YY. Only sheets have a procedure.',
  }),
  sortField: oneOf(SORT_FIELDS).default('date').meta({ description: 'What to order by.' }),
  descending: flag.optional().meta({ description: 'The order; true when left out: newest first, Z first.' }),
  sortOrder: oneOf(ORDERS).optional().meta({ description: 'The same as `descending`, in other words.' }),
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({
      description: `Pages of ${PAGE_SIZE} items, from 1. A page after the last one is empty.`,
    }),
  startDate: writtenDay('The first day').optional(),
  endDate: writtenDay('The last day').optional(),
  timeOffset: z.coerce
    .number()
    .int()
    .min(-1440)
    .max(1440)
    .optional()
    .meta({
      description:
        "Minutes behind UTC, as JavaScript's getTimezoneOffset gives them: whose midnight begins the day of a library " +
        "record. Left out: the organization's. A sheet stores its own day.",
    }),
  own: flag.optional().meta({ description: 'true: only records that the caller made.' }),
})
export type ListQuery = z.infer<typeof listQuery>

type Test = (entry: Listed) => boolean

function dayGiven(field: 'startDate' | 'endDate', text: string): number {
  const [month = '', date = '', year = ''] = text.split(/[./]/)
  const written = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const found = dayNumber(written)
  // 02.30 would be taken for another day.
  if (!Number.isFinite(found) || dayOfNumber(found) !== written) {
    throw new ProtocolError('invalid_request', 'There is no such day.', { field })
  }
  return found
}

function inRange({ startDate, endDate }: ListQuery, dayOf: (entry: Listed) => number): Test[] {
  if (startDate === undefined && endDate === undefined) return []
  const from = startDate === undefined ? -Infinity : dayGiven('startDate', startDate)
  const to = endDate === undefined ? Infinity : dayGiven('endDate', endDate)
  if (from > to) {
    throw new ProtocolError('invalid_request', 'Start date must occur before end date.', {
      field: 'startDate',
    })
  }
  return [(entry) => dayOf(entry) >= from && dayOf(entry) <= to]
}

/** Every word in the written day; the days of a list repeat, so each is looked at once. */
function dayMatches(words: readonly string[], dayOf: (entry: Listed) => number): Test {
  const known = new Map<number, boolean>()
  return (entry) => {
    const day = dayOf(entry)
    const found = known.get(day)
    if (found !== undefined) return found
    const written = writtenDays(dayOfNumber(day))
    const matches = words.every((word) => written.includes(word))
    known.set(day, matches)
    return matches
  }
}

function textMatches({ query, searchField }: ListQuery, dayOf: (entry: Listed) => number): Test[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const field = SEARCH_FIELDS[searchField]
  if (field === 'date') return [dayMatches(words, dayOf)]
  return words.map((word) => (entry: Listed) => entry[field].includes(word))
}

/** What a list is asked for, as tests of its entries; `more` are the tests of its path. */
export function selectionOf(query: ListQuery, userId: string, more: readonly Test[]): Selection {
  const { timeOffset } = query
  const dayOf = (entry: Listed) =>
    timeOffset === undefined || entry.dayStored ? entry.day : dayAt(entry.created, timeOffset)
  return {
    tests: [
      ...more,
      ...(query.own === 'true' ? [(entry: Listed) => entry.author_id === userId] : []),
      ...inRange(query, dayOf),
      ...textMatches(query, dayOf),
    ],
    sort: SORT_FIELDS[query.sortField],
    descending:
      query.descending === undefined ? ORDERS[query.sortOrder ?? 'descending'] : query.descending === 'true',
    skip: (query.page - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
  }
}
