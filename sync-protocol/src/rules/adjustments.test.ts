import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tableEvents } from '../testing/table-arbitrary.ts'
import { addBalance, full, start } from '../testing/table-examples.ts'
import { asksReason, withoutReason } from './adjustments.ts'
import { editAdjustment, editBalanceOf, partialAdjustment } from './balance-forms.ts'
import { rowOfEntry } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { mlText } from './ledger-volume.ts'
import type { TableEvent } from './table-events.ts'

const rowsOf = (events: TableEvent[]) =>
  tableOf(events).entries.map((entry) => rowOfEntry(entry, '2026-11-20', 'Ketamine'))

describe('when a difference asks for its reason', () => {
  test('beyond 0.1 ml and beyond 5 % of what was drawn, exactly', () => {
    const volume = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -100_000, max: 100_000 }))
    const used = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 10_000_000 }))
    fc.assert(
      fc.property(volume, used, (difference, drawn) => {
        // In ten-thousandths of a ml nothing is rounded.
        const lost = BigInt(Math.abs(difference)) * 100n
        const free = BigInt(drawn) * 5n > 1_000n ? BigInt(drawn) * 5n : 1_000n
        expect(asksReason(difference, drawn)).toBe(lost > free)
        expect(asksReason(-difference, drawn)).toBe(asksReason(difference, drawn))
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([
    [10, 0, false],
    [11, 0, true],
    [10, 200, false],
    [10, 201, false],
    [11, 219, true],
    [11, 220, false],
    [-2415, 0, true],
    [-2890, 57_800, false],
  ])('%i hundredths after %i', (difference, used, asks) => {
    expect(asksReason(difference, used)).toBe(asks)
  })
})

/** As a person does it on the screen: a reason where one is asked for, nowhere else. */
function asAsked(events: TableEvent[], reason: string): { events: TableEvent[]; asked: number } {
  let asked = 0
  const done = events.map((event, at) => {
    if (event.kind !== 'edit_balance' && event.kind !== 'partial_draw') return event
    const table = tableOf(events.slice(0, at))
    const counted = {
      ...table,
      others: (event.others ?? []).map(({ bottle_number }) => bottle_number),
    }
    const others = (event.others ?? []).map((other) => ({ ...other, volume: mlText(other.volume) }))
    const found =
      event.kind === 'edit_balance'
        ? editAdjustment({ volume: mlText(event.volume), others }, counted)
        : partialAdjustment({ drawn: mlText(event.taken), bottle_number: '', container: '', others }, counted)
    const { reason: _, ...bare } = event
    if (found?.asks !== true) return bare
    asked += 1
    return { ...bare, reason }
  })
  return { events: done, asked }
}

describe('a saved sheet', () => {
  test('names the rows that hold no reason though one was asked for, and no others', () => {
    fc.assert(
      fc.property(tableEvents(24), (events) => {
        const said = asAsked(events, 'spill')
        expect(withoutReason(rowsOf(said.events)).size).toBe(0)
        const silent = said.events.map((event) => {
          if (event.kind !== 'edit_balance' && event.kind !== 'partial_draw') return event
          const { reason: _, ...bare } = event
          return bare
        })
        const found = [...withoutReason(rowsOf(silent))]
        expect(found.length).toBe(said.asked)
        expect(found.every(({ reason }) => reason === 'Adjusted Balance')).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('of earlier days: 24.15 ml that vanished without a word', () => {
    const rows = rowsOf([
      start(2425),
      full(10),
      { kind: 'partial_draw', taken: 10, bottle_number: 'B2', container_size: 2000 },
    ])
    expect([...withoutReason(rows)]).toEqual([rows[1]])
    expect(rows[1]).toMatchObject({ description: 'Difference -24.15 ml' })
  })
})

test('EDIT BALANCE over several bottles is the exact sum of what was typed', () => {
  const volume = fc.integer({ min: 0, max: 9_999 })
  fc.assert(
    fc.property(volume, volume, volume, (first, second, third) => {
      const events = [start(1000), full(1), addBalance(500, 'B2'), addBalance(700, 'C3')]
      const table = tableOf(events)
      expect(table.others).toEqual(['A1', 'B2'])
      const form = {
        volume: mlText(third),
        others: [
          { bottle_number: 'B2', volume: mlText(second) },
          { bottle_number: 'A1', volume: mlText(first) },
        ],
        reason: 'counted',
      }
      const after = tableOf([...events, editBalanceOf(form, table)])
      expect(after.balance).toBe(first + second + third)
      expect(after.entries.at(-1)?.adjusted).toBe(first + second + third - 2199)
      expect(after.others).toEqual(
        [first, second].flatMap((left, at) => (left === 0 ? [] : [['A1', 'B2'][at]])),
      )
    }),
  )
})
