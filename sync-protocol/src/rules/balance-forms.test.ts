import { describe, expect, test } from 'vitest'
import { editBalance, full, start, addBalance as newBottle } from '../testing/table-examples.ts'
import {
  addBalanceOf,
  checkAddBalance,
  checkEditBalance,
  checkEditDraw,
  checkPartialDraw,
  confirmEditBalance,
  confirmPartialDraw,
  drawChange,
  editBalanceOf,
  editDrawOf,
  partialDrawOf,
  editAdjustment,
  partialAdjustment,
} from './balance-forms.ts'
import { tableOf } from './balance-table.ts'

describe('ADD BALANCE (spec 2 §5)', () => {
  const said = (bottle_number: string, volume: string) =>
    checkAddBalance({ bottle_number, volume }, { bottle: 'A1', others: [] })
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
  const draw = tableOf([start(500), full(500)])
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
    expect(partialDrawOf({ drawn: '4.9', bottle_number: 'B2 ', container: '20' }, draw)).toEqual({
      kind: 'partial_draw',
      taken: 490,
      bottle_number: 'B2',
      container_size: 2000,
    })
  })
})

describe('EDIT BALANCE (spec 2 §5)', () => {
  const table = tableOf([start(0), full(1), editBalance(0)])
  const said = (volume: string) => checkEditBalance({ volume, reason: 'spill' }, table)?.message ?? null
  test('messages, in their order', () => {
    expect(said(' ')).toBe('Please enter the volume remaining for bottle A1.')
    expect(said('.')).toBe('Volume remaining for bottle A1 is an invalid number.')
    const large = 'Volume remaining for bottle A1 is too large! Are you sure you entered it correctly?'
    expect(said('1000000.01')).toBe(large)
    expect(said('-1000000.01')).toBe(large)
    expect(checkEditBalance({ volume: '' }, table)?.field).toBe('volume')
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
    expect(confirmEditBalance({ volume: '0' }, table)).toBeNull()
    expect(confirmEditBalance({ volume: 'x' }, table)).toBeNull()
    expect(confirmEditBalance({ volume: '-0.4' }, table)).toBe('The balance would be below zero.')
    const event = { kind: 'edit_balance', volume: -40, reason: 'spill' }
    expect(editBalanceOf({ volume: '-0.4', reason: ' spill ' }, table)).toEqual(event)
  })
})

describe('a difference from the balance on record', () => {
  const day = [start(2890, { container_size: 5000 }), full(200)]
  const edit = (volume: string, reason = '') => checkEditBalance({ volume, reason }, tableOf(day))
  test('28.9 does not become 0 without a reason', () => {
    const asked = { field: 'reason', message: 'Please enter the reason for the difference.' }
    expect(edit('0')).toEqual(asked)
    expect(edit('0', ' ab ')).toEqual({ field: 'reason', message: 'The reason needs at least 3 letters.' })
    expect(edit('0', 'x'.repeat(121))).toEqual({ field: 'reason', message: 'The reason is too long.' })
    expect(edit('0', 'x'.repeat(120))).toBeNull()
    expect(edit('0', ' counted ')).toBeNull()
    expect(editBalanceOf({ volume: '0', reason: ' counted ' }, tableOf(day))).toEqual({
      kind: 'edit_balance',
      volume: 0,
      reason: 'counted',
    })
  })

  test('of 0.1 ml, or of 5 % of what was drawn since the last adjustment, asks for none and keeps none', () => {
    expect(editAdjustment({ volume: '26.8' }, tableOf(day))).toEqual({ difference: -10, asks: false })
    expect(editAdjustment({ volume: '26.79' }, tableOf(day))).toEqual({ difference: -11, asks: true })
    expect(editAdjustment({ volume: '27.01' }, tableOf(day))).toEqual({ difference: 11, asks: true })
    const long = [...day, full(801, 2)]
    expect(editAdjustment({ volume: '18.39' }, tableOf(long))).toEqual({ difference: -50, asks: false })
    expect(editAdjustment({ volume: '18.38' }, tableOf(long))).toEqual({ difference: -51, asks: true })
    const again = tableOf([...long, editBalance(1839)])
    expect(editAdjustment({ volume: '18.28' }, again)).toEqual({ difference: -11, asks: true })
    expect(editBalanceOf({ volume: '26.9', reason: 'spill' }, tableOf(day))).not.toHaveProperty('reason')
  })

  test('PARTIAL DRAW on a bottle that is not nearly empty asks too; what the draw itself took counts for nothing', () => {
    const table = tableOf([start(2425), full(400, 1), full(40, 2)])
    const form = {
      drawn: '0.1',
      bottle_number: 'B2',
      container: '20',
      others: [{ bottle_number: '', volume: '0' }],
    }
    expect(partialAdjustment(form, table)).toEqual({ difference: -2015, asks: true })
    expect(checkPartialDraw(form, table)).toMatchObject({ field: 'reason' })
    expect(partialDrawOf({ ...form, reason: 'broken' }, table)).toMatchObject({ taken: 10, reason: 'broken' })
    const empty = tableOf([start(420), full(400, 1), full(40, 2)])
    expect(partialAdjustment({ ...form, others: [] }, empty)).toEqual({ difference: -10, asks: false })
    const little = tableOf([start(440), full(200, 1), full(300, 2)])
    expect(partialAdjustment({ ...form, drawn: '2.29' }, little)).toEqual({ difference: -11, asks: true })
  })
})

describe('several open bottles', () => {
  const table = tableOf([start(976, { bottle_number: 'A1' }), full(100), newBottle(1000, 'K-119')])
  const others = (volume: string) => [{ bottle_number: 'A1', volume }]
  test('each is asked for by its number, and the balance is their sum', () => {
    expect(table).toMatchObject({ balance: 1876, bottle: 'K-119', others: ['A1'] })
    expect(checkEditBalance({ volume: '10' }, table)).toEqual({
      field: 'others.0',
      message: 'Please enter the volume remaining for bottle A1.',
    })
    expect(checkEditBalance({ volume: '10', others: others('x') }, table)?.message).toBe(
      'Volume remaining for bottle A1 is an invalid number.',
    )
    const form = { volume: '10', others: others('8.76') }
    expect(editAdjustment(form, table)).toEqual({ difference: 0, asks: false })
    expect(editBalanceOf(form, table)).toEqual({
      kind: 'edit_balance',
      volume: 1000,
      others: [{ bottle_number: 'A1', volume: 876 }],
    })
    expect(editAdjustment({ volume: '10', others: others('0') }, table)?.difference).toBe(-876)
  })

  test('none of them comes as a new bottle: its volume is in the balance already', () => {
    const open = 'Bottle a1 is open already: its volume is in the balance.'
    expect(checkAddBalance({ bottle_number: ' a1 ', volume: '10' }, table)).toEqual({
      field: 'bottle_number',
      message: open,
    })
    expect(checkAddBalance({ bottle_number: 'K-120', volume: '10' }, table)).toBeNull()
    const drawn = tableOf([
      start(976, { bottle_number: 'A1' }),
      full(100),
      newBottle(1000, 'K-119'),
      full(1100, 2),
    ])
    const form = { drawn: '10', container: '10', others: others('8.76') }
    expect(checkPartialDraw({ ...form, bottle_number: 'a1' }, drawn)).toEqual({
      field: 'bottle_number',
      message: `${open} No partial draw is needed.`,
    })
    expect(checkPartialDraw({ ...form, bottle_number: 'K-120' }, drawn)).toBeNull()
  })

  test('below zero is the sum, not one of them', () => {
    expect(confirmEditBalance({ volume: '-1', others: others('8') }, table)).toBeNull()
    expect(confirmEditBalance({ volume: '1', others: others('-8') }, table)).not.toBeNull()
  })

  test('a partial draw that leaves less than zero in the others is asked about too', () => {
    const parted = (left: string) => ({
      drawn: '0.5',
      bottle_number: 'K-120',
      container: '10',
      others: others(left),
    })
    expect(confirmPartialDraw(parted('-5'), table)).toBe('The balance would be below zero.')
    expect(confirmPartialDraw(parted('0'), table)).toBeNull()
    expect(confirmPartialDraw(parted(''), table)).toBeNull()
  })

  test('those whose number is not known are asked for together', () => {
    const carried = tableOf([start(2425), full(5)])
    expect(carried.others).toEqual([''])
    expect(checkEditBalance({ volume: '20' }, carried)).toEqual({
      field: 'others.0',
      message: 'Please enter the volume remaining for the other bottles.',
    })
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
  test.each([
    ['24', { used: 36 }, { difference: 2364, asks: true }],
    ['0.46', { used: 36 }, { difference: 10, asks: false }],
    ['0.47', { used: 36 }, { difference: 11, asks: true }],
    ['0.25', { used: 36 }, { difference: -11, asks: true }],
    ['10.5', { used: 1000 }, { difference: 50, asks: false }],
    ['10.51', { used: 1000 }, { difference: 51, asks: true }],
    // What was typed before does not count.
    ['0.56', { used: 46, original: 36, edited: true }, { difference: 20, asks: true }],
    ['0.36', { used: 2400, original: 36, edited: true }, { difference: 0, asks: false }],
    // Of a draw taken from two bottles only the rest is changed.
    ['0.2', { used: 16, original: 36, remainder: true }, { difference: 4, asks: false }],
    ['0.36', { used: 26, rest: 16, original: 36, remainder: true }, { difference: 20, asks: true }],
    ['', { used: 36 }, null],
  ] as const)('%j of %j is asked about where it is far from the record', (volume, draw, change) => {
    expect(drawChange({ volume }, draw)).toEqual(change)
  })
  test('is an event', () => {
    expect(editDrawOf({ volume: '1.255' })).toEqual({ kind: 'edit_draw', volume: 126 })
    expect(() => editDrawOf({ volume: '' })).toThrow(RangeError)
  })
})
