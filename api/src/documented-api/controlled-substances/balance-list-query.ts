import { nextDay } from 'sync-protocol/rules/day-start'
import { localDay } from 'sync-protocol/rules/local-day'
import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import * as z from 'zod'
import { dayGiven, inOrder, writtenDay } from '../list-query.ts'
import { dayAt, dayOfNumber } from '../listing/listed.ts'
import { dated, type FactField, named, searchShape, searchText } from './fact-search.ts'

const FIELD_NAMES = {
  drug_name: 'drug',
  'content.drug_name': 'drug',
  name: 'drug',
  author: 'author',
  'meta.author_name': 'author',
  date: 'created',
  date_created: 'created',
  'meta.date_created': 'created',
  date_used: 'used',
  'content.date_start': 'used',
} as const
const field = z.enum(Object.keys(FIELD_NAMES) as [keyof typeof FIELD_NAMES, ...(keyof typeof FIELD_NAMES)[]])

/** The inputs of the list of balance sheets (`spec 2 §7`). */
export const balanceListQuery = z.object({
  ...searchShape,
  query: searchText,
  searchQuery: z.string().max(500).optional().meta({ description: 'The same as `query`.' }),
  searchField: field.default('drug_name').meta({
    description: 'Drug name, author name, date created or date used; days as MM/DD/YYYY or MM/DD/YY.',
  }),
  sortField: field.default('date_created').meta({ description: 'What to order by.' }),
  startDate: writtenDay('The first day').optional(),
  endDate: writtenDay('The last day').optional(),
  timeOffset: searchShape.timeOffset.meta({
    description:
      "Minutes behind UTC, as JavaScript's getTimezoneOffset gives them: in whose days a date created is searched.",
  }),
})
export type BalanceListQuery = z.infer<typeof balanceListQuery>

/** As many days as the app's own search goes through. */
const DAYS_MAX = 400

/** Every day that a sheet covers: a search by a day in between finds it too. */
function daysOf(from: string, to: string): string[] {
  const days = [from]
  for (let day = from; day < to && days.length < DAYS_MAX;) days.push((day = nextDay(day)))
  return days
}

/** The fields by the names that the query takes. */
export function balanceFields(
  { timeOffset }: BalanceListQuery,
  timeZone: string,
): Readonly<Record<string, FactField<BalanceFacts>>> {
  const createdOn = ({ date_created }: BalanceFacts) =>
    timeOffset === undefined
      ? localDay(date_created, timeZone)
      : dayOfNumber(dayAt(Date.parse(date_created), timeOffset))
  const fields: Record<(typeof FIELD_NAMES)[keyof typeof FIELD_NAMES], FactField<BalanceFacts>> = {
    drug: named(({ drug_name }) => drug_name),
    author: named(({ author_name }) => author_name),
    created: dated(
      (sheet) => [createdOn(sheet)],
      ({ date_created }) => date_created,
    ),
    used: dated(
      ({ date_start, date_end }) => daysOf(date_start, date_end),
      ({ date_start }) => date_start,
    ),
  }
  return Object.fromEntries(Object.entries(FIELD_NAMES).map(([name, meant]) => [name, fields[meant]]))
}

/** Was any day of the sheet in the range? It is the balance's date, not that of its making (`spec 2 §2`). */
export function usedWithin({ startDate, endDate }: BalanceListQuery): (sheet: BalanceFacts) => boolean {
  const from = startDate === undefined ? '' : dayOfNumber(dayGiven('startDate', startDate))
  const to = endDate === undefined ? '9999-12-31' : dayOfNumber(dayGiven('endDate', endDate))
  inOrder(from, to)
  return ({ date_start, date_end }) => date_start <= to && date_end >= from
}
