import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tableEvents } from '../testing/table-arbitrary.ts'
import { type BalanceTable, clearLast, tableOf } from './balance-table.ts'
import { tableEvent, type TableEvent } from './table-events.ts'

const RUNS = 2_000
const holds = (
  events: fc.Arbitrary<TableEvent[]>,
  predicate: (events: TableEvent[]) => void,
  numRuns = RUNS,
) => fc.assert(fc.property(events, predicate), { numRuns })

/** Faster than an expectation for each of a million rows. */
const check = (right: boolean, what: string) => {
  if (!right) throw new Error(what)
}
const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)
/** A table as far as it can be compared: without its functions. */
const seen = (table: BalanceTable) => ({ ...table, uses: null })

describe('whatever a person does to an open balance table', () => {
  test('opening + added - used + adjustments is the balance of every row', () => {
    holds(tableEvents(), (events) => {
      const { entries, balance } = tableOf(events)
      let running = entries[0]?.balance ?? 0
      entries.slice(1).forEach(({ added, used, adjusted, balance: told }) => {
        running += sum([added, adjusted]) - (used ?? 0)
        check(told === running, `${told} is not ${running}`)
        check([added, used, adjusted].filter((one) => one !== null).length === 1, 'one volume a row')
      })
      expect(balance).toBe(running)
    })
  })

  test('what was drawn is in the rows: each draw once, whole or over its bottles', () => {
    holds(tableEvents(), (events) => {
      const { entries } = tableOf(events)
      let drawn = 0
      /** What of the last draw an edit replaces: all of it, or after a partial draw its remainder. */
      let open = 0
      for (const event of events) {
        if (event.kind === 'full_draw') drawn += open = event.volume
        if (event.kind === 'partial_draw') open -= event.taken
        if (event.kind === 'edit_draw') {
          drawn += event.volume - open
          open = event.volume
        }
      }
      expect(sum(entries.map(({ used }) => used))).toBe(drawn)
      const chosen = events.filter(({ kind }) => kind === 'full_draw')
      expect(entries.filter(({ kind, remainder }) => kind === 'draw' && !remainder)).toHaveLength(
        chosen.length,
      )
    })
  })

  test('the screen groups every row once, in order; a partial draw leaves only what other bottles hold', () => {
    holds(tableEvents(), (events) => {
      const { rows, entries } = tableOf(events)
      const shown = rows.flatMap((row) => (row.kind === 0 ? [] : row.kind === 1 ? [row.entry] : row.entries))
      expect(shown).toHaveLength(entries.length)
      shown.forEach((entry, at) => check(entry === entries[at], 'in order'))
      rows.forEach((row, at) => check((row.kind === 0) === (at % 2 === 1), 'a spacer between two'))
      entries.forEach((entry, at) => {
        const next = entries[at + 1]
        if (entry.kind === 'draw' && next?.kind === 'bottle' && next.event === entry.event) {
          const event = events[entry.event]
          const others = event?.kind === 'partial_draw' ? (event.others ?? []) : []
          check(entry.balance === sum(others.map(({ volume }) => volume)), 'the old bottle is empty')
        }
      })
    })
  })

  test('CLEAR LAST ENTRY gives the table before the last entry, and in the end the opening', () => {
    holds(tableEvents(16), (events) => {
      const before = [...events]
      while (before.at(-1)?.kind === 'edit_draw') before.pop()
      if (before.length > 1) before.pop()
      expect(seen(tableOf(clearLast(events)))).toEqual(seen(tableOf(before)))
      let left = events
      for (let steps = 0; tableOf(left).mayClear; steps += 1) {
        check(steps < events.length, 'it ends')
        left = clearLast(left)
      }
      expect(left).toEqual([events[0]])
      expect(tableOf(left).date).toBeNull()
    })
  })

  test('its events are JSON, and give the same table again', () => {
    holds(tableEvents(16), (events) => {
      const kept = (JSON.parse(JSON.stringify(events)) as unknown[]).map((event) => tableEvent.parse(event))
      const table = tableOf(kept)
      expect(seen(table)).toEqual(seen(tableOf(events)))
      for (let k = 0; k < 10; k += 1) {
        const id = events.find((event) => event.kind === 'full_draw')?.draw_id ?? ''
        const chosen = events.filter((event) => event.kind === 'full_draw' && event.draw_id === id)
        expect(table.uses(id)).toBe(chosen.length)
      }
    })
  })
})
