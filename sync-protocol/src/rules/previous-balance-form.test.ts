import { describe, expect, test } from 'vitest'
import { sheetId } from '../testing/table-examples.ts'
import {
  checkPreviousBalance,
  type FetchedBalance,
  differenceFromFetched,
  notePreviousBalance,
  previousBalanceForm,
  startOf,
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
    expect(startOf(form(' A1 ', '20', '19.995'), null)).toEqual({
      kind: 'start',
      bottle_number: 'A1',
      container_size: 2000,
      balance: 2000,
    })
    expect(() => startOf(form('A1', '20', ''), null)).toThrow(RangeError)
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
    [2425, 'above_container'],
    [1250, null],
  ] as const)('%i hundredths unchanged are accepted, with the note %s', (balance, note) => {
    const last = fetched(balance)
    const prefilled = previousBalanceForm(last)
    expect(checkPreviousBalance(prefilled, last)).toBeNull()
    expect(notePreviousBalance(prefilled, last)).toBe(note)
    expect(startOf(prefilled, last)).toEqual({ kind: 'start', ...last })
  })

  test('but what is typed obeys the rules', () => {
    const last = fetched(2425)
    expect(checkPreviousBalance(form('A1', '20', '24'), last)?.message).toBe(
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
    expect(startOf(typed, last)).toEqual({
      kind: 'start',
      ...last,
      new_bottle: { bottle_number: 'B2', container_size: 3000, balance: 2500 },
    })
  })

  test('another balance than the fetched one stands as typed, is noted, and keeps the chain', () => {
    const last = { ...fetched(1250), ends: [] }
    const typed = form('A1', '20', '12')
    expect(notePreviousBalance(typed, last)).toBe('differs')
    expect(differenceFromFetched(typed, last)).toBe(-50)
    expect(differenceFromFetched(form('B2', '20', '12.5'), last)).toBe(0)
    expect(differenceFromFetched(form('A1', '20', ''), last)).toBe(0)
    expect(startOf(typed, last)).toEqual({
      kind: 'start',
      bottle_number: 'A1',
      container_size: 2000,
      balance: 1200,
      previous_id: sheetId(1),
    })
    expect(Object.keys(startOf(previousBalanceForm(last), last))).not.toContain('ends')
  })
})
