import { describe, expect, test } from 'vitest'
import {
  addBalanceOf,
  checkAddBalance,
  checkEditBalance,
  checkEditDraw,
  checkPartialDraw,
  confirmEditBalance,
  editBalanceOf,
  editDrawOf,
  partialDrawOf,
} from './balance-forms.ts'

describe('ADD BALANCE (spec 2 §5)', () => {
  const said = (bottle_number: string, volume: string) => checkAddBalance({ bottle_number, volume }, 'A1')
  test.each([
    ['', '', 'bottle_number', 'Please enter the new bottle number.'],
    ['  ', '5', 'bottle_number', 'Please enter the new bottle number.'],
    ['x'.repeat(51), '5', 'bottle_number', 'Bottle number is too long.'],
    [' a1 ', '5', 'bottle_number', 'New bottle number cannot be the same as the old bottle number.'],
    [' B2 ', '', 'volume', 'Please enter the volume for bottle B2.'],
    ['B2', '1,5', 'volume', 'Volume for bottle B2 is an invalid number.'],
    ['B2', '1e3', 'volume', 'Volume for bottle B2 is an invalid number.'],
    ['B2', '0', 'volume', 'Volume for bottle B2 must be greater than zero.'],
    ['B2', '-3', 'volume', 'Volume for bottle B2 must be greater than zero.'],
    ['B2', '-0.004', 'volume', 'Volume for bottle B2 must be greater than zero.'],
    [
      ' B2 ',
      ' .0040 ',
      'volume',
      'Volume for bottle B2 0.004 would be saved as 0, another amount. Only 2 decimals are kept.',
    ],
    [
      'B2',
      '1000000.01',
      'volume',
      'Volume for bottle B2 is too large! Are you sure you entered it correctly?',
    ],
  ])('%j and %j', (bottle, volume, field, message) => {
    expect(said(bottle, volume)).toEqual({ field, message })
  })
  test('takes what is right, rounded to 2 decimals, half away from zero', () => {
    expect(said('B2', '1000000')).toBeNull()
    expect(said('B2', '1000000.004')).toBeNull()
    expect(said('x'.repeat(50), '0.005')).toBeNull()
    expect(addBalanceOf({ bottle_number: ' B2 ', volume: ' 0.145 ' })).toEqual({
      kind: 'add_balance',
      bottle_number: 'B2',
      volume: 15,
    })
  })
})

describe('PARTIAL DRAW (spec 2 §5)', () => {
  const draw = { bottle_number: 'A1', used: 500 }
  const old = 'Volume drawn from bottle A1'
  const said = (drawn: string, bottle_number: string, container: string) =>
    checkPartialDraw({ drawn, bottle_number, container }, draw)
  test.each([
    ['', '', '', 'drawn', 'Please enter the volume drawn from bottle A1.'],
    ['3 ml', '', '', 'drawn', `${old} is an invalid number.`],
    ['0', '', '', 'drawn', `${old} must be greater than zero.`],
    ['0.004', '', '', 'drawn', `${old} 0.004 would be saved as 0, another amount. Only 2 decimals are kept.`],
    ['1000000.01', '', '', 'drawn', `${old} is too large! Are you sure you entered it correctly?`],
    [
      '5.01',
      '',
      '',
      'drawn',
      `${old} exceeds the actual volume drawn! Are you sure you entered it correctly?`,
    ],
    ['3', '', '', 'bottle_number', 'Please enter the new bottle number.'],
    ['3', 'a1', '', 'bottle_number', 'New bottle number cannot be the same as the old bottle number.'],
    ['3', 'B2', '', 'container', 'Please enter the container volume for bottle B2.'],
    ['3', 'B2', 'full', 'container', 'Volume of bottle B2 is an invalid number.'],
    ['3', 'B2', '0.00', 'container', 'Volume of bottle B2 must be greater than zero.'],
    [
      '3',
      'B2',
      '1000000.1',
      'container',
      'Volume of bottle B2 is too large! Are you sure you entered it correctly?',
    ],
  ])('%j, %j and %j', (drawn, bottle, container, field, message) => {
    expect(said(drawn, bottle, container)).toEqual({ field, message })
  })
  test('takes all that was drawn, and what rounds to it', () => {
    expect(said('5', 'B2', '20')).toBeNull()
    expect(said('5.004', 'B2', '20')).toBeNull()
    expect(partialDrawOf({ drawn: '2.9', bottle_number: 'B2 ', container: '20' })).toEqual({
      kind: 'partial_draw',
      taken: 290,
      bottle_number: 'B2',
      container_size: 2000,
    })
  })
})

describe('EDIT BALANCE (spec 2 §5)', () => {
  const said = (volume: string) => checkEditBalance({ volume }, 'A1')?.message ?? null
  test('messages, in their order', () => {
    expect(said(' ')).toBe('Please enter the volume remaining for bottle A1.')
    expect(said('.')).toBe('Volume remaining for bottle A1 is an invalid number.')
    const large = 'Volume remaining for bottle A1 is too large! Are you sure you entered it correctly?'
    expect(said('1000000.01')).toBe(large)
    expect(said('-1000000.01')).toBe(large)
    expect(checkEditBalance({ volume: '' }, 'A1')?.field).toBe('volume')
  })
  test.each([
    ['0.004', '0.004'],
    ['-0.004', '-0.004'],
    [' -.0049 ', '-0.0049'],
  ])('%j is not taken for 0', (volume, read) => {
    expect(said(volume)).toBe(
      `Volume remaining for bottle A1 ${read} would be saved as 0, another amount. Only 2 decimals are kept.`,
    )
  })
  test('Q-26: 0 is taken; below zero is taken after a question', () => {
    for (const volume of ['0', '-0.4', '1000000']) expect(said(volume)).toBeNull()
    expect(confirmEditBalance({ volume: '0' })).toBeNull()
    expect(confirmEditBalance({ volume: 'x' })).toBeNull()
    expect(confirmEditBalance({ volume: '-0.4' })).toBe('The balance would be below zero.')
    expect(editBalanceOf({ volume: '-0.4' })).toEqual({ kind: 'edit_balance', volume: -40 })
  })
})

describe('the volume of the last draw (spec 2 §5)', () => {
  test.each([
    ['', 'Volume is required.'],
    ['a', 'Volume must be a valid number.'],
    ['0', 'Volume must be greater than zero.'],
    ['-1', 'Volume must be greater than zero.'],
    ['0.004', 'Volume 0.004 would be saved as 0, another amount. Only 2 decimals are kept.'],
    ['100000.01', 'Volume is too large.'],
    ['100000', null],
    ['0.01', null],
  ])('%j', (volume, message) => {
    expect(checkEditDraw({ volume })?.message ?? null).toBe(message)
  })
  test('is an event', () => {
    expect(editDrawOf({ volume: '1.255' })).toEqual({ kind: 'edit_draw', volume: 126 })
    expect(() => editDrawOf({ volume: '' })).toThrow(RangeError)
  })
})
