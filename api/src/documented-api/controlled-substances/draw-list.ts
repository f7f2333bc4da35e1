import { recordMeta } from 'sync-protocol/records/envelope'
import { drawContent } from 'sync-protocol/records/draw'
import { id } from 'sync-protocol/records/fields'
import type { DrawFacts } from 'sync-protocol/rules/balance-facts'
import { runningNumber, usesOfDraws } from 'sync-protocol/rules/draw-list'
import type { Speaker } from 'sync-protocol/wire/store'
import * as z from 'zod'
import { pick } from 'zod/mini'
import { described } from '../described.ts'
import { dated, type FactField, named, searched, searchShape, searchText } from './fact-search.ts'
import type { LedgerReading } from './ledger-reading.ts'

const byDate = dated<DrawFacts>(
  ({ day }) => [day],
  ({ date_created }) => date_created,
)
const FIELDS: Readonly<Record<string, FactField<DrawFacts>>> = {
  'sheet_data.reason': named(({ reason }) => reason),
  'sheet_data.patient_name': named(({ patient_name }) => patient_name),
  'meta.author_name': named(({ author_name }) => author_name),
  'meta.date_created': byDate,
}
const DATE = 'meta.date_created'
const field = z.enum(Object.keys(FIELDS) as [string, ...string[]])

/** The inputs of the lists of draws (`spec 2 §7`). */
export const drawQuery = z.object({
  ...searchShape,
  searchQuery: searchText,
  searchField: field.default(DATE).meta({ description: 'Where to search; days as MM/DD/YYYY or MM/DD/YY.' }),
  sortField: field.default(DATE).meta({ description: 'What to order by.' }),
})
export type DrawQuery = z.infer<typeof drawQuery>

const { drug_name, drug_concentration, drug_volume, drug_form, sheet_data, sheet_id } = drawContent.shape

/** A draw as the lists give it (`spec 2 §3`): concentration in mg/ml, volume in ml. */
export const drawItem = z.object({
  _id: id,
  meta: z.object({
    ...pick(recordMeta, { author_id: true, author_name: true, date_created: true }).shape,
    sheet_id: described(sheet_id, 'The saved sheet that it belongs to; `-` marks a single draw.'),
  }),
  number: z.int().meta({
    description:
      'A running number: down from `total_draws` when descending, else up from 1; -1 unless searched and ordered by date.',
  }),
  used: z.int().nonnegative().meta({ description: 'How many balance sheets have used it.' }),
  sheet_data,
  content: z.object({
    drug_name,
    drug_concentration,
    drug_volume,
    drug_form,
    enter_measured_volume: drawContent.shape.enter_measured_volume,
  }),
})
export type DrawItem = z.infer<typeof drawItem>

export const drawsReply = z.object({
  success: z.literal(true),
  total_draws: z.int().nonnegative().meta({ description: 'How many draws were found on all pages.' }),
  draws: z.array(drawItem),
})

function itemOf(draw: DrawFacts, number: number, used: number): DrawItem {
  const { _id, author_id, author_name, date_created, sheet_id: sheet, patient_name, patient_id } = draw
  return {
    _id,
    meta: { author_id, author_name, date_created, sheet_id: sheet },
    number,
    used,
    sheet_data: {
      patient_name,
      ...(patient_id === undefined ? {} : { patient_id }),
      reason: draw.reason,
      species: draw.species,
    },
    content: {
      drug_name: draw.drug_name,
      drug_concentration: draw.drug_concentration,
      drug_volume: draw.drug_volume,
      drug_form: draw.drug_form,
      ...(draw.enter_measured_volume ? { enter_measured_volume: true as const } : {}),
    },
  }
}

/** One page of the draws that `narrow` leaves (`spec 2 §3`). */
export async function drawPage(
  reading: LedgerReading,
  { org_id }: Speaker,
  query: DrawQuery,
  narrow: (draws: readonly DrawFacts[]) => readonly DrawFacts[],
): Promise<z.infer<typeof drawsReply>> {
  const [draws, balances] = await Promise.all([reading.draws.of(org_id), reading.balances.of(org_id)])
  const descending = query.descending === 'true'
  const { total, from, page } = searched(narrow(draws), FIELDS, {
    ...query,
    query: query.searchQuery,
    descending,
  })
  const uses = usesOfDraws(balances)
  const byDay = query.searchField === DATE && query.sortField === DATE && query.searchQuery.trim() !== ''
  return {
    success: true,
    total_draws: total,
    draws: page.map((draw, at) =>
      itemOf(draw, runningNumber(from + at, total, descending, byDay), uses.get(draw._id) ?? 0),
    ),
  }
}
