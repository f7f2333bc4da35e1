import { expect, test } from 'vitest'
import { addBalance, drawId, editBalance, full, start } from '../testing/table-examples.ts'
import { rowsOnPages } from './balance-pages.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { combineBalances } from './combine-balances.ts'
import type { TableEvent } from './table-events.ts'
import { peopleOfRows, type AuthoredBalance } from './who-drew.ts'

const person = (name: string) => ({ id: name.toLowerCase(), name })
const [ana, bob, cleo, dora] = [person('Ana'), person('Bob'), person('Cleo'), person('Dora')]
const drawnBy = new Map([
  [drawId(1), bob],
  [drawId(2), cleo],
])
const sheet = (author: typeof ana, ...events: TableEvent[]): AuthoredBalance => ({
  author,
  content: balanceContentOf(tableOf(events), { drug_name: 'Ketamine', drug_concentration: 100 }),
})
const names = (authored: AuthoredBalance, sources = new Map<string, AuthoredBalance>()) =>
  peopleOfRows(authored, sources, drawnBy).map((one) => one?.name ?? null)

const first = sheet(ana, start(1000), full(100, 1), addBalance(500, 'B2'), full(50, 3))
const second = sheet(
  bob,
  start(1350, { bottle_number: 'B2' }),
  full(100, 2, { day: '2026-11-21' }),
  editBalance(1000),
)

test('of a draw the one who drew, of other rows the author of the sheet, of a draw without its record nobody', () => {
  expect(names(first)).toEqual(['Ana', 'Bob', 'Ana', null])
  expect(names(second)).toEqual(['Bob', 'Cleo', 'Bob'])
})

test('a row that was typed without its draw names nobody', () => {
  const { content } = first
  const pages = content.pages.map((rows) =>
    rows.map((row) => {
      const { draw_id: _, ...typed } = row
      return typed
    }),
  )
  expect(names({ author: ana, content: { ...content, pages } })).toEqual(['Ana', null, 'Ana', null])
})

const combined = (sources: Record<string, AuthoredBalance>, author = dora): AuthoredBalance => {
  const made = combineBalances(Object.entries(sources).map(([_id, { content }]) => ({ _id, content })))
  if ('error' in made) throw new Error(made.error)
  return { author, content: made.content }
}

test('a combined sheet carries who stood behind the rows of each, and its own author where it adds a row', () => {
  const both = combined({ a: first, b: second })
  const sources = new Map([
    ['a', first],
    ['b', second],
  ])
  const expected = ['Ana', 'Bob', 'Ana', null, 'Bob', 'Cleo', 'Bob']
  expect(names(both, sources)).toEqual(expected)
  const gap = { ...second, content: sheet(bob, start(900), full(5, 2, { day: '2026-11-21' })).content }
  const apart = combined({ a: first, b: gap })
  expect(
    names(
      apart,
      new Map([
        ['a', first],
        ['b', gap],
      ]),
    ),
  ).toEqual(['Ana', 'Bob', 'Ana', null, 'Dora', 'Bob', 'Cleo'])
  const third = sheet(cleo, start(5, { bottle_number: 'C3' }), full(1, 2, { day: '2026-11-22' }))
  const again = combined({ m: both, c: third }, ana)
  const all = new Map([...sources, ['m', both], ['c', third]])
  expect(names(again, all).slice(0, 7)).toEqual(expected)
})

test('without the sheets that it was made of only its draws are known', () => {
  const both = combined({ a: first, b: second })
  expect(names(both)).toEqual([null, 'Bob', null, null, null, 'Cleo', null])
  expect(names(both, new Map([['b', second]]))[1]).toBe('Bob')
  expect(rowsOnPages(both.content.pages)).toHaveLength(7)
  const circle = { author: ana, content: { ...both.content, combined_ids: ['m'] } }
  expect(names(circle, new Map([['m', circle]]))[0]).toBeNull()
})
