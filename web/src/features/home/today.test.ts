import { describe, expect, it } from 'vitest'
import type { DayRowContent, DayStatus } from 'sync-protocol/records/day-row'
import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import type { ViewRecord } from '../../data/database/clinic-rows.ts'
import type { ListEntry } from '../../data/lists/list-search.ts'
import {
  currentBalances,
  drawsToRecord,
  nextPatients,
  openSheetLines,
  reviewsDue,
  savedCounts,
  statusCounts,
} from './today.ts'
import { todayText } from './today-text.ts'

it('counts how far the patients are, in the order of the day, and leaves out what nobody is', () => {
  const rows = (['done', 'weighed', 'listed', 'weighed'] as const).map((status) => ({ status }))
  expect(statusCounts(rows)).toEqual([
    ['listed', 1],
    ['weighed', 2],
    ['done', 1],
  ])
  expect(statusCounts([])).toEqual([])
})

it('names who is drawn up next, in the order of the list, and nobody who has a sheet', () => {
  const row = (_id: string, status: DayStatus, more: object = {}) => ({
    _id,
    content: { name: _id, status, ...more } as DayRowContent,
  })
  const rows = [
    row('drawn', 'drawn'),
    row('Ace', 'listed'),
    row('saved', 'listed', { sheet_id: '1' }),
    row('open', 'weighed'),
    row('refused', 'refused'),
    row('Bo', 'checked'),
    ...['C', 'D', 'E', 'F'].map((name) => row(name, 'listed')),
  ]
  const found = nextPatients(rows, new Set(['open']), new Set(['Bo']))
  expect(found.map(({ content }) => content.name)).toEqual(['Ace', 'Bo', 'C', 'D', 'E'])
  expect(found.filter(({ isContested }) => isContested).map(({ id }) => id)).toEqual(['Bo'])
})

it('counts the saved sheets of dogs and of cats', () => {
  expect(savedCounts(([0, 1, 0, 2] as const).map((species) => ({ species })))).toEqual([2, 1])
})

describe('open sheets', () => {
  const draft = (_id: string, by: string, edited: string | undefined, content: object) =>
    ({
      _id,
      deleted: false,
      content: { kind: 'sheet', name: '', weight: '', weight_units: '-', ...content },
      meta: { author_id: by, author_name: by, date_created: '2026-11-20T08:00:00.000Z', date_edited: edited },
    }) as unknown as ViewRecord<'drafts'>

  it('are those of everybody, the last changed first, without the one that is offered, a table, and what is gone', () => {
    const found = openSheetLines(
      [
        draft('a', 'Ana', undefined, { name: ' Rex ', weight: '12', weight_units: 'kg' }),
        draft('b', 'Ben', '2026-11-20T09:00:00.000Z', { name: 'Mia' }),
        draft('mine', 'Ana', '2026-11-20T10:00:00.000Z', { name: 'Max' }),
        draft('table', 'Ben', undefined, { kind: 'balance' }),
        { ...draft('gone', 'Ben', undefined, {}), deleted: true },
      ],
      'mine',
    )
    expect(found.map(({ id, name, weight, author_name }) => [id, name, weight, author_name])).toEqual([
      ['b', 'Mia', '', 'Ben'],
      ['a', 'Rex', '12', 'Ana'],
    ])
  })
})

it('an open sheet says who changed it and when, and that its paper is out but nothing was saved', () => {
  const plain = (words: string) => words.replaceAll('\u00a0', ' ')
  expect(plain(todayText.openBy('You', '9:05 AM', '', false))).toBe('You, 9:05 AM')
  expect(plain(todayText.openBy('Ben', '9:05 AM', '12 kg', true))).toBe(
    'Ben, 9:05 AM · 12 kg · exported, not saved',
  )
})

describe('what is left of each substance', () => {
  const KETAMINE = { drug_name: 'Ketamine', drug_concentration: 100 }
  const facts = (_id: string, order: number, balance: number, previous_id?: string) =>
    ({
      ...KETAMINE,
      _id,
      order,
      voided: false,
      combined: false,
      date_end: `2026-11-${order}`,
      closing: { bottle_number: String(order), container_size: 10, balance },
      ...(previous_id !== undefined && { previous_id }),
    }) as unknown as BalanceFacts

  it('is the closing of the last sheet, with its bottle and its last day', () => {
    const other = { drug_name: 'Morphine', drug_concentration: 15 }
    expect(currentBalances([other, KETAMINE], [facts('a', 10, 8.5), facts('b', 11, 6.9, 'a')])).toEqual([
      { ...KETAMINE, balance: 690, bottles: ['11'], day: '2026-11-11', sheet_id: 'b', isForked: false },
    ])
  })

  it('names every open bottle, those without a known number too', () => {
    const [known] = currentBalances(
      [KETAMINE],
      [{ ...facts('a', 10, 18.76), open: { bottles: ['K-118'], carried: false, more: false } }],
    )
    expect(known?.bottles).toEqual(['K-118', '10'])
    expect(todayText.bottles(known?.bottles ?? [], '11/10/2026')).toBe('Bottles K-118 + 10 · 11/10/2026')
    const [unknown] = currentBalances([KETAMINE], [facts('a', 10, 18.76)])
    expect(todayText.bottles(unknown?.bottles ?? [], '11/10/2026')).toBe('Bottle 10 + others · 11/10/2026')
  })

  it('says where two sheets went on from the same balance', () => {
    const [found] = currentBalances(
      [KETAMINE],
      [facts('a', 10, 8), facts('b', 11, 6, 'a'), facts('c', 12, 5, 'a')],
    )
    expect(found?.isForked).toBe(true)
  })
})

it('counts the draws that no balance sheet has, since the last one of their substance', () => {
  const balance = (drug_name: string, day: string) => ({
    drug_name,
    drug_concentration: 100,
    balance: 500,
    bottles: [],
    day,
    sheet_id: drug_name,
    isForked: false,
  })
  const draw = (_id: string, name: string, day: string, more: object = {}) =>
    ({
      _id,
      name,
      day,
      voided: false,
      ...more,
      card: { draw: { drug_concentration: 100, drug_form: _id === 'tablet' ? 'TABLET' : 'INJECTION' } },
    }) as unknown as ListEntry
  const draws = [
    draw('a', 'Ketamine', '2026-11-18'),
    draw('b', 'ketamine ', '2026-11-19'),
    draw('used', 'Ketamine', '2026-11-19'),
    draw('c', 'Ketamine', '2026-11-20'),
    draw('void', 'Ketamine', '2026-11-20', { voided: true }),
    draw('tablet', 'Ketamine', '2026-11-20'),
    draw('d', 'Midazolam', '2026-11-20'),
    // Nobody counts this one.
    draw('e', 'Morphine', '2026-11-20'),
  ]
  const balances = [balance('Ketamine', '2026-11-19'), balance('Midazolam', '2026-11-12')]
  const uses = (id: string) => (id === 'used' ? 1 : 0)
  const found = (open: readonly { drug_name: string; drug_concentration: number }[]) =>
    drawsToRecord(balances, draws, uses, open).map(({ drug_name, draws: many }) => [drug_name, many])
  expect(found([])).toEqual([
    ['Ketamine', 2],
    ['Midazolam', 1],
  ])
  expect(found([{ drug_name: 'Midazolam', drug_concentration: 100 }])).toEqual([['Ketamine', 2]])
})

it('counts the drugs that are due for review, one of both species for both', () => {
  const drug = (review_due: string | undefined, species: number[]) =>
    ({ species, card: { drug: { review_due } } }) as unknown as ListEntry
  const drugs = [
    drug('2026-11-20', [0, 1]),
    drug('2026-11-21', [0]),
    drug(undefined, [0]),
    drug('2026-01-01', [1]),
  ]
  expect(reviewsDue(drugs, '2026-11-20')).toEqual([1, 2])
})
