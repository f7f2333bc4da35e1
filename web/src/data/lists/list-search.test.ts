import { describe, expect, test } from 'vitest'
import type { BalanceCard } from './card-facts.ts'
import { defaultQuery, searchList, type ListEntry, type ListQuery } from './list-search.ts'

let made = 0
const entry = (name: string, more: Partial<ListEntry> = {}): ListEntry => ({
  _id: String(++made).padStart(6, '0'),
  name,
  author_id: 'ana',
  author_name: 'Ana Lee',
  date_created: '2026-11-20T08:00:00.000Z',
  day: '2026-11-20',
  species: [0],
  seq: 1,
  pending: false,
  voided: false,
  card: {},
  ...more,
})
const found = (entries: ListEntry[], query: Partial<ListQuery>) =>
  searchList(entries, { ...defaultQuery, sort: 'name', order: 'ascending', ...query }).map(({ name }) => name)

test('what was made in one moment stands by name, whatever the direction', () => {
  const at = '2026-11-21T08:00:00.000Z'
  const library = ['Ketamine', 'Atropine', 'Butorphanol'].map((name) => entry(name, { date_created: at }))
  const names = (order: ListQuery['order']) => found([...library, entry('Older')], { sort: 'date', order })
  expect(names('descending')).toEqual(['Atropine', 'Butorphanol', 'Ketamine', 'Older'])
  expect(names('ascending')).toEqual(['Older', 'Atropine', 'Butorphanol', 'Ketamine'])
  // All of them are of one author.
  const byAuthor = (order: ListQuery['order']) =>
    found([...library, entry('Older')], { sort: 'author', order })
  expect(byAuthor('descending')).toEqual(['Atropine', 'Butorphanol', 'Ketamine', 'Older'])
  expect(byAuthor('ascending')).toEqual(['Older', 'Atropine', 'Butorphanol', 'Ketamine'])
})

describe('searching a list', () => {
  const drugs = [
    entry('Butorphanol Tartrate'),
    entry('Ketamine (100)'),
    entry('Atropine'),
    entry('buprenorphine'),
  ]

  test.each([
    ['words in any order', 'tart BUTOR', ['Butorphanol Tartrate']],
    ['anywhere in a word', 'torph', ['Butorphanol Tartrate']],
    ['all must match', 'butor ketamine', []],
    ['text, not patterns', '(100)', ['Ketamine (100)']],
    ['a dot is a dot', '.', []],
    ['blanks find all', '  ', ['Atropine', 'buprenorphine', 'Butorphanol Tartrate', 'Ketamine (100)']],
  ])('%s', (_, text, names) => {
    expect(found(drugs, { text })).toEqual(names)
  })

  test('[CSLIST-07] [Q-53] by any day on which a balance sheet was used, and sorted by the first', () => {
    const used = (name: string, date_start: string, date_end = date_start) =>
      entry(name, { card: { balance: { date_start, date_end } as BalanceCard } })
    const sheets = [
      used('Week', '2026-12-28', '2027-01-03'),
      used('Day', '2026-12-30'),
      used('Old', '2026-03-05'),
    ]
    expect(found(sheets, { text: '12/30/2026', field: 'used' })).toEqual(['Day', 'Week'])
    expect(found(sheets, { text: '1/1/27', field: 'used' })).toEqual(['Week'])
    expect(found(sheets, { text: '01/04/2027', field: 'used' })).toEqual([])
    const on = (from: string, to = from) => found(sheets, { used: { from, to } })
    expect(on('2027-01-03', '2027-02-01')).toEqual(['Week'])
    expect(on('2026-12-30')).toEqual(['Day', 'Week'])
    expect(on('2026-03-06', '2026-12-27')).toEqual([])
    expect(found(sheets, { sort: 'used' })).toEqual(['Old', 'Week', 'Day'])
  })

  test('[SAVED-27] [SAVED-28] by procedure, and sorted by it', () => {
    const list = [
      entry('Rex', { procedure: 'Mass removal, skin' }),
      entry('Bella', { procedure: 'Spay' }),
      entry('Mass'),
    ]
    expect(found(list, { text: 'skin MASS', field: 'procedure' })).toEqual(['Rex'])
    expect(found(list, { sort: 'procedure', order: 'descending' })).toEqual(['Bella', 'Rex', 'Mass'])
  })

  test('by author', () => {
    const list = [entry('One'), entry('Two', { author_name: 'Ben Ode' })]
    expect(found(list, { text: 'ode', field: 'author' })).toEqual(['Two'])
  })

  test.each(['11/02/2026', '11/2/2026', '11/02/26', '11/2/26', '11/02', '2026'])(
    'by date, written %s',
    (text) => {
      const list = [entry('Then', { day: '2026-11-02' }), entry('Later', { day: '2025-12-24' })]
      expect(found(list, { text, field: 'date' })).toEqual(['Then'])
    },
  )
  test.each(['03/05/2026', '3/5/2026', '03/05/26', '3/5/26'])(
    'by date with leading zeros or without: %s',
    (text) => {
      const list = [entry('Then', { day: '2026-03-05' }), entry('Later', { day: '2026-05-03' })]
      expect(found(list, { text, field: 'date' })).toEqual(['Then'])
    },
  )

  test('by name without regard to case, by date created, both ways', () => {
    const list = [
      entry('b', { date_created: '2026-01-02T00:00:00.000Z' }),
      entry('A', { date_created: '2026-01-03T00:00:00.000Z' }),
      entry('c', { date_created: '2026-01-01T00:00:00.000Z' }),
    ]
    expect(found(list, {})).toEqual(['A', 'b', 'c'])
    expect(found(list, { order: 'descending' })).toEqual(['c', 'b', 'A'])
    expect(found(list, { sort: 'date' })).toEqual(['c', 'b', 'A'])
    expect(searchList(list, defaultQuery).map(({ name }) => name)).toEqual(['A', 'b', 'c'])
  })

  test('own records, species, section, and voided ones left out', () => {
    const list = [
      entry('Own'),
      entry('Ben’s', { author_id: 'ben' }),
      entry('Cat', { species: [1] }),
      entry('Both', { species: [0, 1], section_key: 7 }),
      entry('Void', { voided: true }),
    ]
    expect(found(list, { own: 'ana' })).toEqual(['Both', 'Cat', 'Own'])
    expect(found(list, { species: 1 })).toEqual(['Both', 'Cat'])
    expect(found(list, { section_key: 7 })).toEqual(['Both'])
    expect(found(list, { not_sections: [7] })).not.toContain('Both')
    expect(found(list, { not_sections: [8] })).toContain('Both')
    expect(found(list, { voided: true })).toContain('Void')
  })

  test('what was asked before of the same entries leaves no mark on what is asked now', () => {
    const list = Array.from({ length: 40 }, (_, n) =>
      entry(`${n % 3 === 0 ? 'Ketamine' : 'Atropine'} ${n}`, {
        author_id: n % 2 === 0 ? 'ana' : 'ben',
        species: n % 5 === 0 ? [0, 1] : [n % 2],
        section_key: n % 4,
        voided: n % 7 === 0,
      }),
    )
    const asked = [undefined, 'ana'].flatMap((own) =>
      [undefined, 0, 1].flatMap((species) =>
        [undefined, 2].flatMap((section_key) =>
          ['', 'keta', '1 keta'].flatMap((text) =>
            [false, true].map((voided) => ({
              ...defaultQuery,
              text,
              voided,
              ...(own === undefined ? {} : { own }),
              ...(species === undefined ? {} : { species }),
              ...(section_key === undefined ? {} : { section_key }),
            })),
          ),
        ),
      ),
    )
    const often = asked.map((query) => searchList(list, query))
    // Entries of their own remember nothing.
    for (const [index, query] of asked.entries()) expect(often[index]).toEqual(searchList([...list], query))
    expect(asked.map((query) => searchList(list, query))).toEqual(often)
  })
})
