import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDiscrepancies, voidedSheetsOf } from 'sync-protocol/rules/discrepancies'
import { balanceFacts } from './balance-facts.ts'
import type { BalanceCard } from './card-facts.ts'
import type { ListEntry } from './list-search.ts'
import { discrepanciesIn } from './discrepancies.ts'

const entry = (_id: string, voided: boolean, card: ListEntry['card']): ListEntry => ({
  _id,
  name: 'Ketamine',
  author_id: 'ana',
  author_name: 'Ana Lee',
  date_created: '2026-11-20T08:00:00.000Z',
  day: '2026-11-20',
  species: [],
  seq: 1,
  pending: false,
  voided,
  card,
})
const id = fc.integer({ min: 0, max: 7 }).map(String)
const sheets = fc.array(
  fc.record({
    voided: fc.boolean(),
    combined: fc.boolean(),
    first_bottle: fc.constantFrom('', 'A', 'b'),
    opening: fc.constantFrom(undefined, 5, 10),
    closing: fc.constantFrom(undefined, { balance: 5 }, { balance: 5.05 }),
    combined_ids: fc.option(
      fc.array(
        id.map((n) => `sheet ${n}`),
        { maxLength: 2 },
      ),
      { nil: undefined },
    ),
    previous_id: fc.option(
      id.map((n) => `sheet ${n}`),
      { nil: undefined },
    ),
    draw_ids: fc.array(
      id.map((n) => `draw ${n}`),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 8 },
)

test('[M8] looking only where two records meet finds all that looking everywhere finds', () => {
  fc.assert(
    fc.property(sheets, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (all, gone) => {
      const balances = all.map(({ voided, previous_id, combined_ids, ...made }, n) => {
        const balance = {
          ...made,
          drug_concentration: 100,
          ...(previous_id !== undefined && { previous_id }),
          ...(combined_ids !== undefined && { combined_ids }),
        } as unknown as BalanceCard
        return entry(`sheet ${n}`, voided, { balance })
      })
      const draws = gone.map((voided, n) => entry(`draw ${n}`, voided, { draw: {} as never }))
      const voidedDraws = new Set(draws.flatMap((draw) => (draw.voided ? [draw._id] : [])))
      const facts = balanceFacts(balances)
      const everywhere = findDiscrepancies(facts, { draws: voidedDraws, sheets: voidedSheetsOf(facts) })
      const { found } = discrepanciesIn(balances, draws)
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(everywhere))
    }),
    { numRuns: 500 },
  )
})
