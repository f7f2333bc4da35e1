import { wordsOf, writtenDays } from 'sync-protocol/rules/search-words'
import { ProtocolError } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import type { Filter, Selection, SortField } from './listing/collection-list.ts'
import { dayNumber, dayOfNumber } from './listing/listed.ts'

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
export const writtenDay = (what: string) =>
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

/** Days since 1970 of a day MM.DD.YYYY that was asked for. */
export function dayGiven(field: 'startDate' | 'endDate', text: string): number {
  const [month = '', date = '', year = ''] = text.split(/[./]/)
  const written = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const found = dayNumber(written)
  // 02.30 would be taken for another day.
  if (!Number.isFinite(found) || dayOfNumber(found) !== written) {
    throw new ProtocolError('invalid_request', 'There is no such day.', { field })
  }
  return found
}

/** @throws ProtocolError for a range that ends before it begins */
export function inOrder<T extends number | string>(from: T, to: T): void {
  if (from <= to) return
  throw new ProtocolError('invalid_request', 'Start date must occur before end date.', { field: 'startDate' })
}

type DayTest = (day: number) => boolean

function inRange({ startDate, endDate }: ListQuery): DayTest[] {
  if (startDate === undefined && endDate === undefined) return []
  const from = startDate === undefined ? -Infinity : dayGiven('startDate', startDate)
  const to = endDate === undefined ? Infinity : dayGiven('endDate', endDate)
  inOrder(from, to)
  return [(day) => day >= from && day <= to]
}

function writtenWith(words: readonly string[]): DayTest {
  return (day) => {
    const written = writtenDays(dayOfNumber(day))
    return words.every((word) => written.includes(word))
  }
}

/** What a list is asked for; `part` is what its path asks for already. */
export function selectionOf(query: ListQuery, userId: string, part: Filter): Selection {
  const words = wordsOf(query.query)
  const field = SEARCH_FIELDS[query.searchField]
  const days = [...inRange(query), ...(field === 'date' && words.length > 0 ? [writtenWith(words)] : [])]
  return {
    filter: {
      ...part,
      timeOffset: query.timeOffset,
      ...(query.own === 'true' ? { author_id: userId } : {}),
      ...(days.length > 0 ? { day: (day: number) => days.every((test) => test(day)) } : {}),
      ...(field === 'date' || words.length === 0 ? {} : { words: { field, words } }),
    },
    sort: SORT_FIELDS[query.sortField],
    descending:
      query.descending === undefined ? ORDERS[query.sortOrder ?? 'descending'] : query.descending === 'true',
    skip: (query.page - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
  }
}
