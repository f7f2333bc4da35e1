import { describe, expect, test } from 'vitest'
import {
  addBalance,
  drawId,
  editBalance,
  editDraw,
  full,
  partial,
  sheetId,
  start,
} from '../testing/table-examples.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { clearLast, ENTRIES_MAX, tableOf } from './balance-table.ts'
import type { TableEvent } from './table-events.ts'

/** Kind, added, used, adjusted, balance and bottle of each row. */
const shown = (events: TableEvent[]) =>
  tableOf(events).entries.map(({ kind, added, used, adjusted, balance, bottle_number }) => [
    kind,
    added ?? used ?? adjusted,
    balance,
    bottle_number,
  ])
const kinds = (events: TableEvent[]) =>
  tableOf(events).rows.map((row) => (row.kind === 2 ? row.entries.length : row.kind === 1 ? '-' : '.'))

describe('an open balance table (spec 2 §4)', () => {
  test('starts with the previous balance, and draws reduce it', () => {
    const table = tableOf([start(1000), full(150), full(25, 2)])
    expect(shown([start(1000), full(150), full(25, 2)])).toEqual([
      ['opening', null, 1000, 'A1'],
      ['draw', 150, 850, 'A1'],
      ['draw', 25, 825, 'A1'],
    ])
    expect(table).toMatchObject({ balance: 825, bottle: 'A1', date: '2026-11-20', container_size: 2000 })
    expect(table.entries[0]).toMatchObject({ reason: 'Previous Balance', description: '20 ml bottle' })
    expect(table.entries[1]).toMatchObject({
      title: 'Patient 1',
      description: 'P-1',
      species: 0,
      reason: 'Castration',
      procedure_number: 1,
      draw_id: drawId(1),
    })
  })

  test('has no date and nothing to draw from before the first draw', () => {
    const table = tableOf([start(1000, { previous_id: sheetId(1) })])
    expect(table).toMatchObject({
      date: null,
      lastDraw: null,
      mayPartialDraw: false,
      mayEditDraw: false,
      mayClear: false,
      previous_id: sheetId(1),
    })
    expect(table.uses(drawId(1))).toBe(0)
  })

  test('groups draws; a balance row closes the group and the next draw opens another', () => {
    expect(kinds([start(), full(1), full(2), editBalance(5), full(3), addBalance(7), addBalance(8)])).toEqual(
      ['-', '.', 2, '.', '-', '.', 1, '.', '-', '.', '-'],
    )
  })

  test('a new bottle adds to what is left', () => {
    const events = [start(425), full(100), addBalance(2000, 'B2'), full(50, 2)]
    expect(shown(events).slice(2)).toEqual([
      ['bottle', 2000, 2325, 'B2'],
      ['draw', 50, 2275, 'B2'],
    ])
    expect(tableOf(events).entries[2]).toMatchObject({ reason: 'New Bottle', container_size: 2000 })
    expect(tableOf(events)).toMatchObject({ bottle: 'B2', container_size: 2000, previous_size: 2000 })
  })

  test('an adjusted balance says the signed difference and leaves added and used blank', () => {
    const [, , row] = tableOf([start(1000), full(100), editBalance(860)]).entries
    expect(row).toMatchObject({
      kind: 'adjustment',
      added: null,
      used: null,
      adjusted: -40,
      balance: 860,
      reason: 'Adjusted Balance',
      description: 'Difference -0.4 ml',
    })
    expect(tableOf([start(1000), editBalance(1005)]).entries[1]?.description).toBe('Difference 0.05 ml')
  })

  test('says why behind the difference', () => {
    const edit = { ...editBalance(860), reason: 'spill' }
    const [, , row] = tableOf([start(1000), full(100), edit]).entries
    expect(row).toMatchObject({ added: null, used: null, description: 'Difference -0.4 ml: spill' })
    const parted = { ...partial(10), reason: 'broken' }
    expect(tableOf([start(1000), full(100), parted]).entries[1]).toMatchObject({
      reason: 'Adjusted Balance',
      description: 'Difference -9.9 ml: broken',
    })
  })

  test('balances below zero are kept and pointed out', () => {
    const table = tableOf([start(100), full(150), editBalance(-5)])
    expect(table.balance).toBe(-5)
    expect(table.negative).toEqual([1, 2])
    expect(tableOf([start(100), full(100)]).negative).toEqual([])
  })

  test('60 draws need 60 rows, and a sheet takes no more than its 100 pages hold', () => {
    const events = [start(100_000), ...Array.from({ length: 60 }, (_, k) => full(1, k))]
    expect(tableOf(events).entries).toHaveLength(61)
    const most = [start(), ...Array.from({ length: ENTRIES_MAX - 3 }, (_, k) => full(1, k))]
    expect(tableOf(most.slice(0, -1)).full).toBe(false)
    expect(tableOf(most).full).toBe(true)
  })
})

describe('a draw from two bottles (spec 2 §4)', () => {
  test('is the volume taken, which empties the old bottle, then the new bottle, then the remainder', () => {
    const events = [start(300), full(500), partial(300, 'B2', 1000)]
    expect(shown(events)).toEqual([
      ['opening', null, 300, 'A1'],
      ['draw', 300, 0, 'A1'],
      ['bottle', 1000, 1000, 'B2'],
      ['draw', 200, 800, 'B2'],
    ])
    const { entries } = tableOf(events)
    expect(entries[1]).toMatchObject({ draw_id: drawId(1), original: 500 })
    expect(entries[3]).toMatchObject({ draw_id: drawId(1), remainder: true, procedure_number: 1 })
    expect(tableOf(events).negative).toEqual([])
    expect(kinds(events)).toEqual(['-', '.', 1, '.', '-', '.', 1])
  })

  test('Q-22: 3 ml left and 2.9 taken stands as an adjustment of -0.1 before the shortened draw, in its group', () => {
    const events = [start(400), full(100, 1), full(500, 2), partial(290, 'B2', 1000)]
    expect(shown(events).slice(1)).toEqual([
      ['draw', 100, 300, 'A1'],
      ['adjustment', -10, 290, 'A1'],
      ['draw', 290, 0, 'A1'],
      ['bottle', 1000, 1000, 'B2'],
      ['draw', 210, 790, 'B2'],
    ])
    expect(kinds(events)).toEqual(['-', '.', 3, '.', '-', '.', 1])
    expect(tableOf(events).entries[2]).toMatchObject({
      reason: 'Adjusted Balance',
      description: 'Difference -0.1 ml',
    })
  })

  test('Q-22: more taken than the bottle should hold is an adjustment upwards', () => {
    expect(shown([start(300), full(500), partial(310)])[1]).toEqual(['adjustment', 10, 310, 'A1'])
  })

  test('Q-36: all of it from the old bottle adds the new bottle and no row of 0 ml', () => {
    const events = [start(500), full(500), partial(500, 'B2', 1000)]
    expect(shown(events).slice(1)).toEqual([
      ['draw', 500, 0, 'A1'],
      ['bottle', 1000, 1000, 'B2'],
    ])
    expect(tableOf(events)).toMatchObject({ mayPartialDraw: false, mayEditDraw: false })
  })

  test('Q-37: a remainder greater than the new bottle goes below zero, and on to a third bottle', () => {
    const events = [start(100), full(1000), partial(100, 'B2', 500)]
    expect(tableOf(events).balance).toBe(-400)
    const further = [...events, partial(500, 'C3', 500)]
    expect(shown(further).slice(1)).toEqual([
      ['draw', 100, 0, 'A1'],
      ['bottle', 500, 500, 'B2'],
      ['draw', 500, 0, 'B2'],
      ['bottle', 500, 500, 'C3'],
      ['draw', 400, 100, 'C3'],
    ])
    expect(tableOf(further).uses(drawId(1))).toBe(1)
    expect(tableOf(further)).toMatchObject({ bottle: 'C3', previous_size: 500, negative: [] })
  })

  test('is refused where the last row is no draw, and for more than was drawn', () => {
    expect(() => tableOf([start(), partial(1)])).toThrow(RangeError)
    expect(() => tableOf([start(), full(5), editBalance(3), partial(1)])).toThrow(RangeError)
    expect(() => tableOf([start(), full(5), partial(6)])).toThrow(RangeError)
  })
})

describe('several open bottles', () => {
  const two = [start(976), full(100), addBalance(1000, 'B2')]
  const held = (bottle_number: string, volume: number) => ({ bottle_number, volume })
  const edit = (volume: number, ...others: ReturnType<typeof held>[]) => ({ ...editBalance(volume), others })

  test('a bottle stays open behind a new one as long as there is a balance', () => {
    expect(tableOf(two)).toMatchObject({ balance: 1876, bottle: 'B2', others: ['A1'], used: 100 })
    expect(tableOf([start(100), full(100), addBalance(1000, 'B2')]).others).toEqual([])
    expect(tableOf([...two, addBalance(500, 'a1')]).others).toEqual(['B2'])
  })

  test('EDIT BALANCE is their sum, and ends the empty ones', () => {
    const both = tableOf([...two, edit(1000, held('A1', 800))])
    expect(both).toMatchObject({ balance: 1800, bottle: 'B2', others: ['A1'], used: 0 })
    expect(tableOf([...two, edit(1000, held('A1', 0))])).toMatchObject({ balance: 1000, others: [] })
    // As it was written before each was asked for.
    expect(tableOf([...two, editBalance(1000)])).toMatchObject({ balance: 1000, others: [] })
  })

  test('a bottle that was counted as empty does not stay open behind a new one', () => {
    expect(tableOf([...two, edit(0, held('A1', 800)), addBalance(500, 'C3')]).others).toEqual(['A1'])
    expect(tableOf([...two, edit(1, held('A1', 800)), addBalance(500, 'C3')]).others).toEqual(['A1', 'B2'])
  })

  test('PARTIAL DRAW empties its own bottle, not the others', () => {
    const parted = { ...partial(200, 'C3', 500), others: [held('A1', 876)] }
    const events = [...two, full(900, 2), full(300, 3), parted]
    expect(shown(events).slice(4)).toEqual([
      ['adjustment', 100, 1076, 'B2'],
      ['draw', 200, 876, 'B2'],
      ['bottle', 500, 1376, 'C3'],
      ['draw', 100, 1276, 'C3'],
    ])
    expect(tableOf(events).others).toEqual(['A1'])
  })
})

describe('an edited draw', () => {
  test('changes volume and balance, and remembers what was drawn first', () => {
    const table = tableOf([start(1000), full(100), editDraw(120), editDraw(90)])
    expect(table.entries[1]).toMatchObject({ used: 90, balance: 910, original: 100 })
    expect(table.entries).toHaveLength(2)
  })

  test('is saved with what its own record says, in both halves where it is taken from two bottles', () => {
    const descriptions = (...events: TableEvent[]) => {
      const table = tableOf([start(1000), full(29, 1, { description: 'A-12' }), ...events])
      return balanceContentOf(table, { drug_name: 'Ketamine', drug_concentration: 100 })
        .pages.flat()
        .flatMap(({ kind, description, used }) => (kind === 'draw' ? [[used, description]] : []))
    }
    expect(descriptions()).toEqual([[0.29, 'A-12']])
    expect(descriptions(editDraw(50))).toEqual([[0.5, 'A-12, Draw record 0.29 ml']])
    expect(descriptions(editDraw(50), editDraw(29))).toEqual([[0.29, 'A-12']])
    expect(descriptions(editDraw(50), partial(30))).toEqual([
      [0.3, 'A-12, Draw record 0.29 ml'],
      [0.2, 'A-12, Draw record 0.29 ml'],
    ])
    expect(descriptions(partial(20))).toEqual([
      [0.2, 'A-12'],
      [0.09, 'A-12'],
    ])
    expect(descriptions(partial(20), editDraw(10))).toEqual([
      [0.2, 'A-12'],
      [0.1, 'A-12, Draw record 0.29 ml'],
    ])
  })

  test('Q-39: may exceed the balance; after a partial draw only the remainder changes', () => {
    expect(tableOf([start(100), full(50), editDraw(150)])).toMatchObject({ balance: -50, negative: [1] })
    const events = [start(300), full(500), partial(300, 'B2', 1000), editDraw(250)]
    expect(shown(events).slice(1)).toEqual([
      ['draw', 300, 0, 'A1'],
      ['bottle', 1000, 1000, 'B2'],
      ['draw', 250, 750, 'B2'],
    ])
  })

  test('of which the rest is edited step by step remembers the first rest', () => {
    const events = [start(300), full(500), partial(300, 'B2', 1000), editDraw(210), editDraw(220)]
    expect(tableOf(events).lastDraw).toMatchObject({ used: 220, rest: 200, original: 500 })
    const further = [...events, partial(100, 'C3', 1000), editDraw(130)]
    expect(tableOf(further).lastDraw).toMatchObject({ used: 130, rest: 120 })
  })

  test('is refused where the last row is no draw', () => {
    expect(() => tableOf([start(), full(5), addBalance(3), editDraw(1)])).toThrow(RangeError)
  })
})

describe('CLEAR LAST ENTRY', () => {
  const base = [start(1000), full(100), full(200, 2)]
  test('removes the last draw and its use', () => {
    expect(clearLast(base)).toEqual(base.slice(0, 2))
    expect(tableOf(clearLast(base)).uses(drawId(2))).toBe(0)
  })
  test('removes a balance row; bottle and balance are those before', () => {
    expect(tableOf(clearLast([...base, addBalance(500)]))).toMatchObject({ bottle: 'A1', balance: 700 })
  })
  test('takes the edits of a draw with it', () => {
    expect(clearLast([...base, editDraw(1), editDraw(2)])).toEqual(base.slice(0, 2))
  })
  test('Q-23: clearing a partial draw gives back the whole draw as it was, clearing again removes it', () => {
    const edited = [...base, editDraw(800)]
    const once = clearLast([...edited, partial(700), editDraw(50)])
    expect(once).toEqual(edited)
    expect(tableOf(once)).toMatchObject({ bottle: 'A1', balance: 100 })
    expect(tableOf(once).uses(drawId(2))).toBe(1)
    expect(clearLast(once)).toEqual(base.slice(0, 2))
  })
  test('never removes the previous balance; without draws the date is free again', () => {
    expect(clearLast([start()])).toEqual([start()])
    expect(tableOf(clearLast([start(), full(1)])).date).toBeNull()
  })
})

describe('how a table starts', () => {
  test('Q-24: a balance of 0 goes on with a new bottle in a row of its own', () => {
    const events = [
      start(0, { new_bottle: { bottle_number: 'B2', container_size: 3000, balance: 2500 } }),
      full(100),
    ]
    expect(shown(events)).toEqual([
      ['opening', null, 0, 'A1'],
      ['bottle', 2500, 2500, 'B2'],
      ['draw', 100, 2400, 'B2'],
    ])
    expect(tableOf(events)).toMatchObject({ first_size: 3000, container_size: 3000, bottle: 'B2' })
    expect(tableOf(events).entries[1]).toMatchObject({ description: '30 ml bottle', reason: 'New Bottle' })
  })

  test('events that cannot follow each other are refused', () => {
    expect(() => tableOf([])).toThrow(RangeError)
    expect(() => tableOf([full(1)])).toThrow(RangeError)
    expect(() => tableOf([start(), start()])).toThrow(RangeError)
    expect(() => tableOf([start(), full(1), full(1, 2, { day: '2026-11-21' })])).toThrow(RangeError)
  })
})

test('a draw entered twice counts twice', () => {
  expect(tableOf([start(), full(1), full(1)]).uses(drawId(1))).toBe(2)
})
