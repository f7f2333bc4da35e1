import { describe, expect, test } from 'vitest'
import { full, sheetId, start } from '../testing/table-examples.ts'
import { balanceContentOf } from './balance-sheet.ts'
import { tableOf } from './balance-table.ts'
import { checkBalance } from './check-balance.ts'
import { combineBalances } from './combine-balances.ts'
import { rowsOnPages } from './balance-pages.ts'
import { withoutReason } from './adjustments.ts'
import { openBottles } from './open-bottles.ts'
import {
  checkPreviousBalance,
  confirmPreviousBalance,
  type FetchedBalance,
  notePreviousBalance,
  othersToCount,
  previousAdjustment,
  previousBalanceForm,
  startEvents,
} from './previous-balance-form.ts'

const form = (bottle_number: string, container: string, substance: string) => ({
  bottle_number,
  container,
  substance,
})
const fetched = (balance: number, container_size = 2000): FetchedBalance => ({
  previous_id: sheetId(1),
  bottle_number: 'A1',
  container_size,
  balance,
})

describe('the previous balance as it is typed (spec 2 §5)', () => {
  const tooLarge = (what: string) =>
    `Your ${what} volume is too large! Are you sure you entered it correctly?`
  test.each([
    ['', '', '', 'bottle_number', 'Please enter the bottle number.'],
    ['A1', '', '', 'container', 'Please enter the container volume.'],
    ['A1', '20ml', '', 'container', 'Container volume is an invalid number.'],
    ['A1', '0', '', 'container', 'Container volume must be greater than zero.'],
    ['A1', '1000000.01', '', 'container', tooLarge('container')],
    ['A1', '20', '', 'substance', 'Please enter the substance volume.'],
    ['A1', '20', '+5', 'substance', 'Substance volume is an invalid number.'],
    ['A1', '20', '-5', 'substance', 'Substance volume must be greater than zero.'],
    ['A1', '20', '0', 'substance', 'Substance volume must be greater than zero.'],
    [
      'A1',
      '20',
      '0.004',
      'substance',
      'Substance volume 0.004 would be saved as 0, another amount. Only 2 decimals are kept.',
    ],
    ['A1', '20', '1000000.01', 'substance', tooLarge('substance')],
    ['A1', '20', '20.01', 'substance', 'Your substance volume is greater than the container volume.'],
  ])('%j, %j and %j', (bottle, container, substance, field, message) => {
    expect(checkPreviousBalance(form(bottle, container, substance), null)).toEqual({ field, message })
  })

  test('starts the table, rounded to 2 decimals', () => {
    expect(checkPreviousBalance(form('A1', '20', '20.004'), null)).toBeNull()
    expect(startEvents(form(' A1 ', '20', '19.995'), null)).toEqual([
      { kind: 'start', bottle_number: 'A1', container_size: 2000, balance: 2000 },
    ])
    expect(() => startEvents(form('A1', '20', ''), null)).toThrow(RangeError)
  })
})

describe('Q-24: the previous balance as it was fetched', () => {
  test('is prefilled, or empty where there is none', () => {
    expect(previousBalanceForm(fetched(1250))).toEqual(form('A1', '20', '12.5'))
    expect(previousBalanceForm(null)).toEqual(form('', '', ''))
  })

  test.each([
    [0, 'empty'],
    [-25, 'below_zero'],
    [1250, null],
  ] as const)('%i hundredths unchanged are accepted, with the note %s', (balance, note) => {
    const last = fetched(balance)
    const prefilled = previousBalanceForm(last)
    expect(checkPreviousBalance(prefilled, last)).toBeNull()
    expect(notePreviousBalance(prefilled, last)).toBe(note)
    expect(startEvents(prefilled, last)).toEqual([{ kind: 'start', ...last }])
  })

  test('but what is typed obeys the rules', () => {
    expect(checkPreviousBalance(form('A1', '20', '24'), fetched(1250))?.message).toBe(
      'Your substance volume is greater than the container volume.',
    )
    expect(checkPreviousBalance(form('B2', '20', '0'), fetched(0))?.message).toBe(
      'Substance volume must be greater than zero.',
    )
  })

  test('a fetched 0 and a new bottle start with the row of 0, and go on from the last sheet', () => {
    const last = fetched(0)
    const typed = form('B2', '30', '25')
    expect(checkPreviousBalance(typed, last)).toBeNull()
    expect(notePreviousBalance(typed, last)).toBe('new_bottle')
    expect(previousAdjustment(typed, last)).toBeNull()
    expect(startEvents(typed, { ...last, ends: [] } as FetchedBalance)).toEqual([
      {
        kind: 'start',
        ...last,
        new_bottle: { bottle_number: 'B2', container_size: 3000, balance: 2500 },
      },
    ])
  })
})

const ketamine = { drug_name: 'Ketamine', drug_concentration: 100 }
const contentOf = (typed: Parameters<typeof startEvents>[0], last: FetchedBalance) =>
  balanceContentOf(tableOf([...startEvents(typed, last), full(36)]), ketamine)
const rowsOf = (typed: Parameters<typeof startEvents>[0], last: FetchedBalance) =>
  rowsOnPages(contentOf(typed, last).pages).map(({ kind, bottle_number, description, balance }) => [
    kind,
    bottle_number,
    description,
    balance,
  ])

describe('another balance than the last sheet closed with is an adjustment', () => {
  const last = fetched(2890, 3000)
  const ten = form('A1', '30', '10')

  test('which asks for its reason, and stands in a row after the closing balance', () => {
    expect(previousAdjustment(ten, last)).toEqual({ difference: -1890, asks: true })
    expect(checkPreviousBalance(ten, last)).toEqual({
      field: 'reason',
      message: 'Please enter the reason for the difference.',
    })
    const said = { ...ten, reason: ' spill ' }
    expect(checkPreviousBalance(said, last)).toBeNull()
    expect(startEvents(said, last)).toEqual([
      { kind: 'start', ...last },
      { kind: 'edit_balance', volume: 1000, reason: 'spill' },
    ])
    expect(rowsOf(said, last)).toEqual([
      ['opening', 'A1', '30 ml bottle', 28.9],
      ['adjustment', 'A1', 'Difference -18.9 ml: spill', 10],
      ['draw', 'A1', 'P-1', 9.64],
    ])
    expect(checkBalance(contentOf(said, last))).toEqual([])
    expect(withoutReason(rowsOnPages(contentOf(said, last).pages)).size).toBe(0)
  })

  test('of so little as stays in hubs and needles without a question', () => {
    const close = form('A1', '30', '28.8')
    expect(checkPreviousBalance(close, last)).toBeNull()
    expect(rowsOf(close, last)[1]).toEqual(['adjustment', 'A1', 'Difference -0.1 ml', 28.8])
    expect(checkPreviousBalance(form('A1', '30', '28.79'), last)?.field).toBe('reason')
  })

  test('also where another container is typed, or the last sheet closed with 0', () => {
    expect(rowsOf({ ...form('A1', '20', '0.3'), reason: 'overfill' }, fetched(0))[1]).toEqual([
      'adjustment',
      'A1',
      'Difference 0.3 ml: overfill',
      0.3,
    ])
    expect(notePreviousBalance(form('A1', '40', '28.9'), last)).toBe('other_container')
    expect(startEvents(form('A1', '40', '28.9'), last)).toEqual([
      { kind: 'start', ...last, container_size: 4000 },
    ])
  })

  test('so that the sheets meet when they are combined', () => {
    const before = balanceContentOf(tableOf([start(2990, { container_size: 3000 }), full(100, 2)]), ketamine)
    const combined = combineBalances([
      { _id: sheetId(1), content: before },
      { _id: sheetId(2), content: contentOf({ ...ten, reason: 'spill' }, last) },
    ])
    expect(combined).toMatchObject({ gaps: 0 })
    expect(JSON.stringify(combined)).toContain('Difference -18.9 ml: spill')
  })
})

describe('with several open bottles', () => {
  /** 8.76 ml in K-118 and 10 ml in K-119. */
  const last: FetchedBalance = {
    previous_id: sheetId(1),
    bottle_number: 'K-119',
    container_size: 1000,
    balance: 1876,
    others: ['K-118'],
  }
  const typed = (k119: string, k118: string, reason?: string) => ({
    ...form('K-119', '10', k119),
    others: [{ bottle_number: 'K-118', volume: k118 }],
    ...(reason !== undefined && { reason }),
  })

  test('each is asked for by its number, and none is filled in: only their sum is known', () => {
    const prefilled = previousBalanceForm(last)
    expect(prefilled).toEqual(form('K-119', '10', ''))
    expect(othersToCount(prefilled, last)).toEqual(['K-118'])
    expect(checkPreviousBalance(prefilled, last)).toEqual({
      field: 'substance',
      message: 'Please enter the volume remaining for bottle K-119.',
    })
    expect(checkPreviousBalance(typed('10', ''), last)).toEqual({
      field: 'others.0',
      message: 'Please enter the volume remaining for bottle K-118.',
    })
    expect(checkPreviousBalance(typed('18.76', '0'), last)).toEqual({
      field: 'substance',
      message: 'Your substance volume is greater than the container volume.',
    })
  })

  test('a true count is taken though it is more than one container, and keeps them open', () => {
    expect(checkPreviousBalance(typed('10', '8.76'), last)).toBeNull()
    expect(startEvents(typed('10', '8.76'), last)).toEqual([{ kind: 'start', ...last }])
    expect(checkPreviousBalance(typed('9.99', '8.76'), last)).toBeNull()
    const table = tableOf(startEvents(typed('9.99', '8.76'), last))
    expect([table.balance, table.others]).toEqual([1875, ['K-118']])
  })

  test('one typed alone no longer writes off the others', () => {
    expect(previousAdjustment(typed('8.76', ''), last)).toBeNull()
    expect(checkPreviousBalance(typed('8.76', '0'), last)).toMatchObject({ field: 'reason' })
    const said = typed('8.76', '0', 'broken')
    expect(rowsOf(said, last).slice(0, 2)).toEqual([
      ['opening', 'K-119', '10 ml bottle', 18.76],
      ['adjustment', 'K-119', 'Difference -10 ml: broken', 8.76],
    ])
    expect(tableOf(startEvents(said, last)).others).toEqual([])
    expect(openBottles(contentOf(said, last))).toBeUndefined()
  })

  test('the other one may be the one in use now', () => {
    const swapped = form('K-118', '10', '8.76')
    expect(othersToCount(swapped, last)).toEqual(['K-119'])
    expect(notePreviousBalance(swapped, last)).toBeNull()
    const both = { ...swapped, others: [{ bottle_number: 'K-119', volume: '10' }] }
    expect(startEvents(both, last)).toEqual([
      { kind: 'start', ...last, bottle_number: 'K-118', others: ['K-119'] },
    ])
  })

  test('without known numbers the others are asked for together; the bottle may be fuller than it says', () => {
    const { others: _, ...unknown } = last
    const counted = (first: string, rest: string) => ({
      ...form('K-119', '10', first),
      others: [{ bottle_number: '', volume: rest }],
    })
    expect(othersToCount(previousBalanceForm(unknown), unknown)).toEqual([''])
    expect(checkPreviousBalance(counted('10', ''), unknown)).toEqual({
      field: 'others.0',
      message: 'Please enter the volume remaining for the other bottles.',
    })
    expect(checkPreviousBalance(counted('18.76', '0'), unknown)).toBeNull()
    expect(startEvents(counted('10', '8.76'), unknown)).toEqual([{ kind: 'start', ...unknown }])
  })

  test('each is asked for as well where all should be empty by the record: 0 is an answer', () => {
    const none = { ...last, balance: 0 }
    expect(othersToCount(previousBalanceForm(none), none)).toEqual(['K-118'])
    expect(checkPreviousBalance(typed('0', ''), none)?.field).toBe('others.0')
    expect(checkPreviousBalance(typed('0', '3'), none)?.field).toBe('reason')
    expect(startEvents(typed('0', '0'), none)).toEqual([
      { kind: 'start', previous_id: sheetId(1), bottle_number: 'K-119', container_size: 1000, balance: 0 },
    ])
    const newBottle = { ...form('K-120', '10', '10'), others: [{ bottle_number: 'K-118', volume: '3' }] }
    expect(othersToCount(newBottle, none)).toEqual(['K-119', 'K-118'])
    const counted = {
      ...newBottle,
      others: [
        { bottle_number: 'K-119', volume: '0' },
        { bottle_number: 'K-118', volume: '3' },
      ],
    }
    expect(previousAdjustment(counted, none)).toEqual({ difference: 300, asks: true })
    const said = { ...counted, reason: 'overfill' }
    expect(checkPreviousBalance(said, none)).toBeNull()
    expect(tableOf(startEvents(said, none))).toMatchObject({ balance: 1300, others: ['K-118'] })
    expect(checkBalance(contentOf(said, none))).toEqual([])
  })

  test('a count below zero is confirmed, as in EDIT BALANCE', () => {
    const below = typed('-1', '0', 'counted')
    expect(checkPreviousBalance(below, last)).toBeNull()
    expect(confirmPreviousBalance(below, last)).toBe('The balance would be below zero.')
    expect(confirmPreviousBalance(typed('0', '0', 'spill'), last)).toBeNull()
    expect(confirmPreviousBalance(form('A1', '20', '-0.25'), fetched(-25))).toBeNull()
  })
})

describe('a bottle that the last sheet does not know', () => {
  const one: FetchedBalance = {
    previous_id: sheetId(1),
    bottle_number: 'K-1',
    container_size: 1000,
    balance: 1000,
  }
  const two: FetchedBalance = { ...one, bottle_number: 'K-119', balance: 1876, others: ['K-1'] }
  const counted = (...volumes: [string, string][]) =>
    volumes.map(([bottle_number, volume]) => ({ bottle_number, volume }))
  const full120 = form('K-120', '10', '10')

  test('comes in a row of its own, and what the last sheet closed with is asked for: nothing vanishes', () => {
    const typed = form('K-2', '10', '10')
    expect(othersToCount(typed, one)).toEqual(['K-1'])
    expect(notePreviousBalance(typed, one)).toBe('other_bottle')
    expect(checkPreviousBalance(typed, one)).toEqual({
      field: 'others.0',
      message: 'Please enter the volume remaining for bottle K-1.',
    })
    const both = { ...typed, others: counted(['K-1', '10']) }
    expect(checkPreviousBalance(both, one)).toBeNull()
    expect(previousAdjustment(both, one)).toEqual({ difference: 0, asks: false })
    expect(rowsOf(both, one).slice(0, 2)).toEqual([
      ['opening', 'K-1', '10 ml bottle', 10],
      ['bottle', 'K-2', '10 ml bottle', 20],
    ])
    expect(checkBalance(contentOf(both, one))).toEqual([])
    expect(openBottles(contentOf(both, one))).toMatchObject({ bottles: ['K-1'] })
  })

  test('nothing left in the one of the closing is an answer, and needs its reason', () => {
    const empty = { ...form('K-2', '10', '8'), others: counted(['K-1', '0']) }
    expect(previousAdjustment(empty, one)).toEqual({ difference: -1000, asks: true })
    expect(checkPreviousBalance(empty, one)?.field).toBe('reason')
    const said = { ...empty, reason: ' broken ' }
    expect(checkPreviousBalance(said, one)).toBeNull()
    expect(rowsOf(said, one)).toEqual([
      ['opening', 'K-1', '10 ml bottle', 10],
      ['adjustment', 'K-1', 'Difference -10 ml: broken', 0],
      ['bottle', 'K-2', '10 ml bottle', 8],
      ['draw', 'K-2', 'P-1', 7.64],
    ])
    expect(checkBalance(contentOf(said, one))).toEqual([])
    expect(withoutReason(rowsOnPages(contentOf(said, one).pages)).size).toBe(0)
    expect(tableOf(startEvents(said, one)).others).toEqual([])
  })

  test('keeps the container that was typed, though it holds less', () => {
    const typed = { ...form('K-200', '10', '3'), others: counted(['K-1', '10']) }
    expect(startEvents(typed, one).at(-1)).toEqual({
      kind: 'add_balance',
      bottle_number: 'K-200',
      volume: 300,
      container_size: 1000,
    })
    const content = contentOf(typed, one)
    expect(rowsOnPages(content.pages)[1]).toMatchObject({
      description: '10 ml bottle',
      container_size: 10,
      added: 3,
      balance: 13,
    })
    expect(content.closing).toMatchObject({ bottle_number: 'K-200', container_size: 10 })
    expect(checkBalance(content)).toEqual([])
    // As an earlier version writes it, where nothing is lost by that.
    expect(startEvents({ ...typed, substance: '10' }, one).at(-1)).not.toHaveProperty('container_size')
  })

  test('of several open ones each is asked for, the one of the closing first', () => {
    expect(othersToCount(full120, two)).toEqual(['K-119', 'K-1'])
    const first = { ...full120, others: counted(['K-1', '8.76']) }
    expect(checkPreviousBalance(first, two)).toEqual({
      field: 'others.0',
      message: 'Please enter the volume remaining for bottle K-119.',
    })
    expect(checkPreviousBalance({ ...full120, others: counted(['K-119', '10']) }, two)?.field).toBe(
      'others.1',
    )
    const gone = { ...full120, others: counted(['K-119', '0'], ['K-1', '8.76']), reason: 'broken' }
    expect(checkPreviousBalance({ ...gone, reason: '' }, two)?.field).toBe('reason')
    expect(rowsOf(gone, two).slice(0, 3)).toEqual([
      ['opening', 'K-119', '10 ml bottle', 18.76],
      ['adjustment', 'K-119', 'Difference -10 ml: broken', 8.76],
      ['bottle', 'K-120', '10 ml bottle', 18.76],
    ])
    expect(tableOf(startEvents(gone, two)).others).toEqual(['K-1'])
    const all = { ...full120, others: counted(['K-119', '10'], ['K-1', '8.76']) }
    expect(checkPreviousBalance(all, two)).toBeNull()
    expect(tableOf(startEvents(all, two))).toMatchObject({ balance: 2876, others: ['K-1', 'K-119'] })
  })

  test('may not hold more than its container, nor nothing; below zero is confirmed', () => {
    const others = counted(['K-119', '0'], ['K-1', '8.76'])
    const said = (volume: string) => checkPreviousBalance({ ...form('K-120', '10', volume), others }, two)
    expect(said('10.01')?.message).toBe('Your substance volume is greater than the container volume.')
    expect(said('0')).toEqual({
      field: 'substance',
      message: 'Substance volume must be greater than zero.',
    })
    const below = { ...full120, others: counted(['K-119', '-1'], ['K-1', '0']), reason: 'counted' }
    expect(confirmPreviousBalance(below, two)).toBe('The balance would be below zero.')
  })

  test('may be one of those without known numbers: all are counted together, the one of the closing too', () => {
    const { others: _, ...unknown } = two
    expect(othersToCount(full120, unknown)).toEqual(['K-119', ''])
    expect(notePreviousBalance(full120, unknown)).toBe('unknown_bottle')
    const known = { ...form('K-1', '10', '8.76'), others: counted(['K-119', '10'], ['', '0']) }
    expect(startEvents(known, unknown)).toEqual([
      { kind: 'start', ...unknown, bottle_number: 'K-1', others: ['K-119'] },
    ])
    const more = { ...full120, others: counted(['K-119', '10'], ['', '8.76']) }
    expect(checkPreviousBalance(more, unknown)?.field).toBe('reason')
  })
})
