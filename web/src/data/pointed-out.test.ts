import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointedOut } from 'sync-protocol/rules/pointed-out'
import { balanceFacts } from './balance-facts.ts'
import type { BalanceCard } from './card-facts.ts'
import type { ListEntry } from './list-search.ts'
import { pointedIn } from './pointed-out.ts'

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
    fc.property(sheets, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (made, gone) => {
      const balances = made.map(({ voided, combined, previous_id, draw_ids }, n) => {
        const balance = {
          combined,
          draw_ids,
          ...(previous_id !== undefined && { previous_id }),
        } as unknown as BalanceCard
        return entry(`sheet ${n}`, voided, { balance })
      })
      const draws = gone.map((voided, n) => entry(`draw ${n}`, voided, { draw: {} as never }))
      const voidedDraws = new Set(draws.flatMap((draw) => (draw.voided ? [draw._id] : [])))
      const everywhere = pointedOut(balanceFacts(balances), voidedDraws)
      const { found } = pointedIn(balances, draws)
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(everywhere))
    }),
    { numRuns: 500 },
  )
})
