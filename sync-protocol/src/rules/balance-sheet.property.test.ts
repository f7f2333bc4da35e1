import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceContent, type BalanceContent, type BalanceRow } from '../records/balance.ts'
import { sameJson } from '../records/json.ts'
import { savedEvents } from '../testing/table-arbitrary.ts'
import { pagesOf, reflow, rowsOnPages } from './balance-pages.ts'
import { balanceContentOf, rowOfEntry } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { checkBalance } from './check-balance.ts'
import { hundredthsOf } from './ledger-volume.ts'
import type { TableEvent } from './table-events.ts'

const RUNS = 1_500
const SUBSTANCE = { drug_name: 'Ketamine', drug_concentration: 100 }
const contentOf = (events: TableEvent[]) => balanceContentOf(tableOf(events), SUBSTANCE)

const h = (ml: number | null) => (ml === null ? 0 : hundredthsOf(ml))
/** Opening + added - used + adjustments of some rows, the first of which says the balance before the others. */
const closingOf = ([first, ...rows]: BalanceRow[]) =>
  rows.reduce((all, row) => all + h(row.added) - h(row.used) + h(row.adjusted), h(first?.balance ?? null))
const numbersOf = (rows: readonly BalanceRow[]) =>
  rows.map(({ added, used, adjusted, balance }) => [added, used, adjusted, balance])

/** Faster than an expectation for each of a million rows. */
const check = (right: boolean, what: string) => {
  if (!right) throw new Error(what)
}

describe('whatever was done, the sheet that it is saved as', () => {
  test.each([24, 34])(
    'adds up on each page of %i rows and over all, and no page changes a number',
    (size) => {
      fc.assert(
        fc.property(savedEvents(90), (events) => {
          const { pages } = contentOf(events)
          const flowed = reflow(pages, size)
          const rows = tableOf(events).entries.map((entry) => rowOfEntry(entry, '2026-11-20', 'Ketamine'))
          const same = JSON.stringify(numbersOf(rowsOnPages(flowed))) === JSON.stringify(numbersOf(rows))
          check(same, 'the numbers are those of the table')
          expect(flowed).toHaveLength(Math.max(1, Math.ceil((rows.length - 1) / (size - 1))))
          let carried: number | null = null
          for (const page of flowed) {
            check(page.length === size, 'each page is full')
            const written = page.filter(({ empty }) => !empty)
            check(carried === null || h(written[0]?.balance ?? null) === carried, 'the balance is carried')
            carried = h(written.at(-1)?.balance ?? null)
            check(closingOf(written) === carried, 'the page adds up')
          }
          check(closingOf(rows) === carried, 'all pages add up')
          check(JSON.stringify(reflow(flowed, 24)) === JSON.stringify(pages), 'there and back')
        }),
        { numRuns: 600 },
      )
    },
  )

  test('passes its schema and its own check, also as JSON', () => {
    fc.assert(
      fc.property(savedEvents(), (events) => {
        const content = contentOf(events)
        const kept = balanceContent.parse(JSON.parse(JSON.stringify(content)))
        check(sameJson(kept, content), 'as it was')
        expect(checkBalance(content)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Every place of a sheet that holds a volume: a path into its JSON. */
function volumesIn(content: BalanceContent): (string | number)[][] {
  const fields = ['added', 'used', 'adjusted', 'balance', 'container_size'] as const
  const inRows = content.pages.flatMap((rows, page) =>
    rows.flatMap((row, at) =>
      fields
        .filter((field) => row[field] !== null && row[field] !== undefined)
        .map((field) => ['pages', page, at, field]),
    ),
  )
  return [...inRows, ['closing', 'balance'], ['closing', 'container_size'], ['container_size']]
}

function withNumber(content: BalanceContent, path: (string | number)[], change: (old: number) => number) {
  const copy = JSON.parse(JSON.stringify(content)) as BalanceContent
  const target = path.slice(0, -1).reduce<unknown>((at, key) => (at as never)[key], copy) as Record<
    string,
    number
  >
  const last = String(path.at(-1))
  target[last] = change(target[last] ?? 0)
  return copy
}

test('any single changed volume is found, whichever it is and however little it changed', () => {
  fc.assert(
    fc.property(
      savedEvents(),
      fc.nat(),
      fc.oneof(fc.constantFrom(-1, 1), fc.integer({ min: -5_000, max: 5_000 })),
      (events, pick, by) => {
        fc.pre(by !== 0)
        const content = contentOf(events)
        const places = volumesIn(content)
        const place = places[pick % places.length] ?? []
        const changed = withNumber(content, place, (old) => (hundredthsOf(old) + by) / 100)
        expect(checkBalance(changed).length, `${place.join('.')} by ${by}`).toBeGreaterThan(0)
      },
    ),
    { numRuns: RUNS },
  )
})

test('a row that was left out, doubled or moved is found', () => {
  fc.assert(
    fc.property(savedEvents(), fc.nat(), fc.constantFrom('out', 'twice'), (events, pick, how) => {
      const content = contentOf(events)
      const rows = rowsOnPages(content.pages)
      const at = pick % rows.length
      // A count that found what the table says changes no number, so nothing else tells that it is there.
      fc.pre(rows[at]?.adjusted !== 0)
      const changed = how === 'out' ? rows.toSpliced(at, 1) : rows.toSpliced(at, 0, rows[at] as BalanceRow)
      expect(checkBalance({ ...content, pages: pagesOf(changed) }).length, `${how} ${at}`).toBeGreaterThan(0)
    }),
    { numRuns: RUNS },
  )
})
