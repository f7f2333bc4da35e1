import { describe, expect, test } from 'vitest'
import { addBalance, drawId, editBalance, full, partial, sheetId, start } from '../testing/table-examples.ts'
import { EMPTY_ROW, PORTRAIT_ROWS, reflow } from './balance-pages.ts'
import { balanceContentOf, pagesOfTable } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { checkBalance } from './check-balance.ts'
import { balanceFacts, drawIdsOf } from './balance-facts.ts'
import type { TableEvent } from './table-events.ts'

const substance = { drug_name: ' Ketamine ', drug_concentration: 100 }
const draws = (count: number) => Array.from({ length: count }, (_, k) => full(10, k))
const contentOf = (count: number) => balanceContentOf(tableOf([start(), ...draws(count)]), substance)

describe('Q-20: a page is one shaded first row and 23 entries', () => {
  test.each([
    [1, 1],
    [23, 1],
    [24, 2],
    [46, 2],
    [47, 3],
    [60, 3],
  ])('%i entries are %i pages of 24 rows', (count, pages) => {
    const { pages: made } = contentOf(count)
    expect(made).toHaveLength(pages)
    for (const rows of made) expect(rows).toHaveLength(24)
    const empty = made.flat().filter((row) => row.empty)
    expect(empty).toHaveLength(pages * 23 - count)
    for (const row of empty) expect(row).toEqual(EMPTY_ROW)
  })

  test('portrait pages have one shaded row and 33 entries', () => {
    const { pages } = contentOf(60)
    const portrait = reflow(pages, PORTRAIT_ROWS)
    expect(portrait.map((rows) => rows.filter(({ kind }) => kind === 'draw').length)).toEqual([33, 27])
    expect(portrait[1]?.[0]).toMatchObject({ kind: 'carried', balance: 16.7 })
  })

  test('Q-32: the next page begins with what is carried, added and used blank', () => {
    expect(contentOf(24).pages[1]?.[0]).toEqual({
      ...EMPTY_ROW,
      kind: 'carried',
      date: '2026-11-20',
      title: 'Balance, Previous Page',
      bottle_number: 'A1',
      reason: 'Carried From Previous Page',
      balance: 17.7,
      empty: false,
    })
  })
})

test('a sheet is saved with all that recomputes it (Q-40), of one day (Q-34)', () => {
  const events = [
    start(400, { previous_id: sheetId(1) }),
    full(500),
    partial(290, 'B2', 1000),
    editBalance(700),
  ]
  const content = balanceContentOf(tableOf(events), substance)
  expect(content).toMatchObject({
    drug_name: 'Ketamine',
    drug_concentration: 100,
    drug_form: 'injection',
    container_size: 20,
    date_start: '2026-11-20',
    date_end: '2026-11-20',
    combined: false,
    previous_id: sheetId(1),
    closing: { bottle_number: 'B2', container_size: 10, balance: 7 },
  })
  expect(content.pages[0]?.slice(0, 7)).toEqual([
    {
      ...EMPTY_ROW,
      kind: 'opening',
      date: '2026-11-20',
      title: 'Ketamine',
      description: '20 ml bottle',
      bottle_number: 'A1',
      reason: 'Previous Balance',
      balance: 4,
      container_size: 20,
      empty: false,
    },
    expect.objectContaining({ kind: 'adjustment', adjusted: -1.1, balance: 2.9, title: 'Ketamine' }),
    {
      kind: 'draw',
      procedure_number: 1,
      date: '2026-11-20',
      title: 'Patient 1',
      species: 0,
      description: 'P-1',
      bottle_number: 'A1',
      reason: 'Castration',
      added: null,
      used: 2.9,
      adjusted: null,
      balance: 0,
      draw_id: drawId(1),
      empty: false,
    },
    expect.objectContaining({
      kind: 'bottle',
      added: 10,
      balance: 10,
      container_size: 10,
      bottle_number: 'B2',
    }),
    expect.objectContaining({ kind: 'draw', used: 2.1, balance: 7.9, remainder: true, draw_id: drawId(1) }),
    expect.objectContaining({
      kind: 'adjustment',
      adjusted: -0.9,
      balance: 7,
      description: 'Difference -0.9 ml',
    }),
    EMPTY_ROW,
  ])
  expect(drawIdsOf(content)).toEqual([drawId(1)])
  const about = {
    _id: sheetId(2),
    order: 1,
    voided: false,
    author_id: sheetId(3),
    author_name: 'A',
    date_created: '',
  }
  const facts = balanceFacts(content, about)
  expect(facts).toMatchObject({
    ...about,
    previous_id: sheetId(1),
    draw_ids: [drawId(1)],
    container_size: 20,
  })
  expect(facts).not.toHaveProperty('pages')
})

test('Q-24: the head of a sheet that opens with 0 has the new bottle container', () => {
  const new_bottle = { bottle_number: 'B2', container_size: 3000, balance: 2500 }
  const content = balanceContentOf(tableOf([start(0, { new_bottle }), full(1)]), substance)
  expect(content.container_size).toBe(30)
  expect(checkBalance(content)).toEqual([])
})

test('a table without a draw has no day and is not saved, but shows its pages', () => {
  expect(() => balanceContentOf(tableOf([start()]), substance)).toThrow(RangeError)
  expect(pagesOfTable(tableOf([start()]), 'Ketamine')[0]?.[0]).toMatchObject({ date: '', balance: 20 })
})

describe('the check of a whole sheet names the place', () => {
  const content = contentOf(30)
  const changed = (page: number, row: number, over: object) => ({
    ...content,
    pages: content.pages.map((rows, at) =>
      at === page ? rows.map((one, place) => (place === row ? { ...one, ...over } : one)) : rows,
    ),
  })
  test.each([
    [0, 3, { used: 0.2 }, 'balance'],
    [0, 3, { bottle_number: 'Z' }, 'bottle_number'],
    [0, 3, { date: '2026-11-21' }, 'date'],
    [0, 3, { added: 1 }, 'added'],
    [0, 0, { container_size: 30 }, 'container_size'],
    [1, 0, { balance: 1 }, 'balance'],
    [1, 0, { reason: 'x' }, 'reason'],
    [1, 20, { balance: 1 }, 'balance'],
    [0, 3, { empty: true }, 'empty'],
  ])('page %i row %i with %j', (page, row, over, field) => {
    expect(checkBalance(changed(page, row, over))).toContainEqual({ page, row, field })
  })
  test('a new bottle comes full, whatever its description says in words', () => {
    const bottled = balanceContentOf(tableOf([start(), full(10), addBalance(500, 'B2')]), substance)
    const rows = bottled.pages[0] ?? []
    const bottle = { ...rows[2], description: 'From the safe', container_size: 6 } as (typeof rows)[number]
    const closing = { bottle_number: 'B2', container_size: 6, balance: 24.9 }
    expect(checkBalance({ ...bottled, closing, pages: [rows.with(2, bottle)] })).toEqual([
      { page: 0, row: 2, field: 'container_size' },
    ])
  })
  test('but for one that was typed in Previous Balance, before the first draw', () => {
    const part = { ...addBalance(300, 'B2'), container_size: 1000 } as TableEvent
    const counted = { ...editBalance(900), reason: 'counted' }
    const faultsOf = (...events: TableEvent[]) => checkBalance(balanceContentOf(tableOf(events), substance))
    expect(faultsOf(start(), part, full(10))).toEqual([])
    expect(faultsOf(start(), counted, part, full(10))).toEqual([])
    expect(faultsOf(start(), full(10), counted, part)).toEqual([{ page: 0, row: 3, field: 'container_size' }])
    const more = { ...part, volume: 1001 } as TableEvent
    expect(faultsOf(start(), more, full(10))).toEqual([{ page: 0, row: 1, field: 'container_size' }])
  })
  test('and says what is wrong with the whole', () => {
    const whole = (over: object) => checkBalance({ ...content, ...over }).map(({ field }) => field)
    expect(whole({ pages: [] })).toContain('pages')
    expect(whole({ container_size: 30 })).toEqual(['container_size'])
    expect(whole({ closing: undefined })).toEqual(['closing'])
    expect(whole({ closing: { ...content.closing, bottle_number: 'Z' } })).toEqual(['closing'])
    expect(whole({ pages: content.pages.slice(0, 1) })).toContain('closing')
    expect(whole({ pages: content.pages.map((rows) => rows.slice(1)) })).toContain('pages')
    expect(whole({ date_start: '2026-12-01' })).toContain('date_end')
  })
})
