import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BalanceContent } from '../records/balance.ts'
import { savedEvents } from '../testing/table-arbitrary.ts'
import { editBalance, full, partial, sheetId, start } from '../testing/table-examples.ts'
import { rowsOnPages } from './balance-pages.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { checkBalance } from './check-balance.ts'
import {
  combineBalances,
  type CombinedBalance,
  combineNotices,
  COMBINE_MISMATCH,
  COMBINE_TOO_FEW,
  COMBINE_TOO_LONG,
  COMBINED_ALREADY,
} from './combine-balances.ts'
import { type CombineSource, inCombineOrder } from './combine-order.ts'
import type { TableEvent } from './table-events.ts'

const SUBSTANCE = { drug_name: 'Ketamine', drug_concentration: 100 }
const sheet = (k: number, events: TableEvent[], over: Partial<BalanceContent> = {}): CombineSource => ({
  _id: sheetId(k),
  content: { ...balanceContentOf(tableOf(events), SUBSTANCE), ...over },
})
const day = (written: string) => ({ day: written })
const combined = (...sources: CombineSource[]): CombinedBalance => {
  const made = combineBalances(sources)
  if ('error' in made) throw new Error(made.error)
  expect(checkBalance(made.content)).toEqual([])
  return made
}
const rows = ({ content }: CombinedBalance) =>
  rowsOnPages(content.pages).map(({ kind, reason, used, adjusted, balance }) => [
    kind === 'adjustment' ? reason : kind,
    used ?? adjusted,
    balance,
  ])

describe('what is said before combining (spec 2 §4)', () => {
  const of = (over: Partial<BalanceContent> = {}) => sheet(1, [start(), full(1)], over).content
  test('another name, concentration or form is an error; blanks and case are none', () => {
    expect(combineNotices([of(), of({ drug_name: ' KETAMINE' })])).toEqual({ error: null, warning: null })
    expect(combineNotices([of(), of({ drug_name: 'Methadone' })]).error).toBe(COMBINE_MISMATCH)
    expect(combineNotices([of(), of(), of({ drug_concentration: 50 })]).error).toBe(COMBINE_MISMATCH)
    const liquid = { ...of(), drug_form: 'liquid' } as unknown as BalanceContent
    expect(combineNotices([of(), liquid]).error).toBe(COMBINE_MISMATCH)
    expect(combineNotices([of({ container_size: 50 }), of()]).error).toBeNull()
  })
  test('already combined ones are a warning, and one alone cannot be combined', () => {
    expect(combineNotices([of(), of({ combined: true })])).toEqual({ error: null, warning: COMBINED_ALREADY })
    expect(combineNotices([of()]).error).toBe(COMBINE_TOO_FEW)
    expect(combineBalances([sheet(1, [start(), full(1)])])).toEqual({ error: COMBINE_TOO_FEW })
  })
})

describe('a combined sheet', () => {
  const first = sheet(1, [start(1000), full(100, 1, day('2026-11-18'))])
  const second = sheet(2, [start(900, { previous_id: sheetId(1) }), full(50, 2, day('2026-11-20'))])

  test('Q-27: a sheet that goes on from one inside a combined one comes after it, whatever was made first', () => {
    const one = sheet(1, [start(1000), full(100, 1)])
    const two = sheet(2, [start(900, { previous_id: sheetId(1) }), full(50, 2)])
    const three = sheet(3, [start(850, { previous_id: sheetId(2) }), full(50, 3)])
    const both = { _id: sheetId(4), content: combined(one, two).content }
    const made = combined(three, both)
    expect(made.gaps).toBe(0)
    expect(made.content.closing?.balance).toBe(8)
  })

  test('Q-27: holds whole sheets by day, whatever the order of selection; its days are a range', () => {
    const made = combined(second, first)
    expect(rows(made)).toEqual([
      ['opening', null, 10],
      ['draw', 1, 9],
      ['opening', null, 9],
      ['draw', 0.5, 8.5],
    ])
    expect(made).toMatchObject({ dropped: 0, gaps: 0 })
    expect(made.content).toMatchObject({
      combined: true,
      combined_ids: [sheetId(2), sheetId(1)],
      date_start: '2026-11-18',
      date_end: '2026-11-20',
      closing: { bottle_number: 'A1', container_size: 20, balance: 8.5 },
    })
    expect(made.content.previous_id).toBeUndefined()
  })

  test('Q-27: sheets of one day follow each other as they went on from each other', () => {
    const third = sheet(3, [start(850, { previous_id: sheetId(5) }), full(1, 3)])
    const fifth = sheet(5, [start(900), full(50, 5)])
    const fourth = sheet(4, [start(849, { previous_id: sheetId(3) }), full(1, 4)])
    const order = inCombineOrder([third, fourth, fifth]).map(({ _id }) => _id)
    expect(order).toEqual([sheetId(5), sheetId(3), sheetId(4)])
    expect(combined(third, fourth, fifth).gaps).toBe(0)
    const circle = [sheet(1, [start(), full(1)], { previous_id: sheetId(2) }), sheet(2, [start(), full(1)])]
    const both = circle.map((one, at) => ({
      ...one,
      content: { ...one.content, previous_id: sheetId(2 - at) },
    }))
    expect(inCombineOrder(both)).toHaveLength(2)
  })

  test('Q-27: draws entered late leave no gap: no sheet stands before the one that it went on from', () => {
    const monday = sheet(1, [start(1000), full(604, 1, day('2026-11-23'))])
    const late = sheet(2, [start(396, { previous_id: sheetId(1) }), full(375, 2, day('2026-11-22'))])
    const after = sheet(3, [start(21, { previous_id: sheetId(2) }), full(1, 3, day('2026-11-22'))])
    const apart = sheet(4, [start(20), full(1, 4, day('2026-11-24'))])
    const made = combined(apart, after, late, monday)
    expect(inCombineOrder([apart, after, late, monday])).toEqual([monday, late, after, apart])
    expect(made.gaps).toBe(0)
    expect(made.content).toMatchObject({ date_start: '2026-11-22', date_end: '2026-11-24' })
    // A sheet of another bottle in between stays where its day is.
    const between = sheet(5, [start(500), full(1, 5, day('2026-11-24'))])
    const next = sheet(6, [start(396, { previous_id: sheetId(1) }), full(1, 6, day('2026-11-25'))])
    expect(inCombineOrder([next, monday, between])).toEqual([monday, between, next])
  })

  test('Q-27: of any sheets each is there once, after what it went on from, and by its day where that allows it', () => {
    const anySheet = fc.record({ day: fc.integer({ min: 10, max: 14 }), previous: fc.nat({ max: 7 }) })
    fc.assert(
      fc.property(fc.array(anySheet, { minLength: 1, maxLength: 7 }), (drawn) => {
        const sources = drawn.map(({ day: of, previous }, k) =>
          sheet(k + 1, [start(1000), full(1, k, day(`2026-11-${of}`))], {
            ...(previous > 0 && { previous_id: sheetId(previous) }),
          }),
        )
        const order = inCombineOrder(sources)
        expect(new Set(order).size).toBe(sources.length)
        expect(inCombineOrder(sources.toReversed())).toEqual(order)
        // Those that lead back to one without a previous one, which a circle does not.
        const byId = new Map(sources.map((one) => [one._id, one]))
        const chainOf = (one: CombineSource) => {
          const chain = [one]
          for (let at = one; chain.length <= sources.length; chain.push(at)) {
            const previous = byId.get(at.content.previous_id ?? '')
            if (!previous || previous === at) return chain
            at = previous
          }
          return null
        }
        const turn = (chain: CombineSource[]) =>
          chain.map(({ content }) => content.date_start).reduce((a, b) => (a > b ? a : b))
        let last = ''
        for (const [at, one] of order.entries()) {
          const chain = chainOf(one)
          if (chain === null) continue
          if (chain[1]) expect(order.indexOf(chain[1])).toBeLessThan(at)
          expect(turn(chain) >= last).toBe(true)
          last = turn(chain)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('Q-27: balances stay as recorded; where they do not meet a row says by how much', () => {
    const made = combined(first, sheet(2, [start(860), full(60, 2, day('2026-11-20'))]))
    expect(made.gaps).toBe(1)
    expect(rows(made).slice(1)).toEqual([
      ['draw', 1, 9],
      ['Gap Between Balances', -0.4, 8.6],
      ['opening', null, 8.6],
      ['draw', 0.6, 8],
    ])
    expect(rowsOnPages(made.content.pages)[2]?.description).toBe('Difference -0.4 ml')
  })

  test('Q-47: the first selected sheet gives name and container', () => {
    const other = sheet(3, [start(900, { container_size: 5000 }), full(1, 3)], { drug_name: 'KETAMINE' })
    expect(combined(other, first).content).toMatchObject({ drug_name: 'KETAMINE', container_size: 50 })
    expect(combined(first, other).content).toMatchObject({ drug_name: 'Ketamine', container_size: 20 })
  })

  test('Q-49: rows of draws that stand above already are left out, said and counted; other balances stay', () => {
    const again = sheet(2, [start(900), full(100, 1), full(50, 2)])
    const made = combined(first, again)
    expect(made).toMatchObject({ dropped: 1, gaps: 0 })
    expect(rows(made).slice(2)).toEqual([
      ['opening', null, 9],
      ['Repeated Draws Left Out', -1, 8],
      ['draw', 0.5, 7.5],
    ])
    const last = combined(first, sheet(2, [start(900), full(50, 2), full(100, 1)]))
    expect(rows(last).at(-1)).toEqual(['Repeated Draws Left Out', -1, 7.5])
    expect(last.content.closing?.balance).toBe(7.5)
  })

  test('Q-49: both rows of a draw from two bottles are left out; one that was entered twice in one sheet stays', () => {
    const parted = sheet(2, [start(50), full(100, 1), partial(50, 'B2', 1000)])
    expect(combined(first, parted).dropped).toBe(2)
    const twice = sheet(2, [start(900), full(10, 3), full(10, 3), editBalance(100)])
    expect(combined(first, twice).dropped).toBe(0)
  })

  test('Q-49: a sheet that a selected combined one was made of stands there already', () => {
    const both: CombineSource = { _id: sheetId(9), content: combined(first, second).content }
    const made = combined(both, first)
    expect(made.dropped).toBe(1)
    expect(rows(made)).toEqual(rows({ ...made, content: both.content }))
    const third = sheet(3, [start(850), full(1, 3, day('2026-11-21'))])
    expect(rows(combined(second, third, both))).toHaveLength(6)
  })

  test('of more than 100 pages is refused', () => {
    const long = (k: number) =>
      sheet(k, [start(100_000), ...Array.from({ length: 1_200 }, (_, n) => full(1, n + k * 5_000))])
    expect(combineBalances([long(1), long(2)])).toEqual({ error: COMBINE_TOO_LONG })
    expect(combineBalances([first, { ...second, content: { ...second.content, drug_name: 'X' } }])).toEqual({
      error: COMBINE_MISMATCH,
    })
  })

  test('adds up, whatever was combined', () => {
    fc.assert(
      fc.property(fc.array(savedEvents(12), { minLength: 2, maxLength: 4 }), fc.nat(), (tables, seed) => {
        const sources = tables.map((events, k) => {
          const dated = events.map((event) =>
            event.kind === 'full_draw' ? { ...event, day: `2026-11-1${(k * 7 + seed) % 9}` } : event,
          )
          return sheet(k + 1, dated)
        })
        const made = combineBalances(sources)
        if ('error' in made) throw new Error(made.error)
        const faults = checkBalance(made.content)
        if (faults.length > 0) throw new Error(JSON.stringify(faults))
        const again = combineBalances([{ _id: sheetId(50), content: made.content }, ...sources])
        if ('error' in again) throw new Error(again.error)
        const drawn = (content: BalanceContent) =>
          rowsOnPages(content.pages).filter(({ kind }) => kind === 'draw').length
        expect(drawn(again.content)).toBe(drawn(made.content))
        const all = sources.reduce((sum, { content }) => sum + drawn(content), 0)
        expect(drawn(made.content) + made.dropped).toBe(all)
      }),
      { numRuns: 400 },
    )
  })
})
