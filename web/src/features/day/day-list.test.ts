import { expect, test } from 'vitest'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import type { DayRow } from '../../data/view/day-rows.ts'
import { isToWeigh, nextLine, nextToWeigh, unusualInRow, weightOf } from './day-list.ts'

const row = (_id: string, over: Partial<DayRowContent> = {}): DayRow => ({
  _id,
  version: 1,
  order: _id,
  content: { day: '2026-11-20', order: _id, name: _id, species: 0, status: 'listed', ...over },
})
const WEIGHED = { weight: 12, weight_units: 'kg', status: 'weighed' } as const

test('who is guessed is still to be weighed, and nobody for whom the day is over', () => {
  expect(isToWeigh(row('a'))).toBe(true)
  expect(isToWeigh(row('a', WEIGHED))).toBe(false)
  expect(isToWeigh(row('a', { ...WEIGHED, estimated: true }))).toBe(true)
  expect(isToWeigh(row('a', { status: 'refused' }))).toBe(false)
  expect(isToWeigh(row('a', { status: 'done' }))).toBe(false)
})

test('the scale goes down the list, comes back to who was skipped, and ends', () => {
  const rows = [row('a'), row('b', WEIGHED), row('c'), row('d', { status: 'refused' })]
  expect(nextToWeigh(rows, null)?._id).toBe('a')
  expect(nextToWeigh(rows, 'a')?._id).toBe('c')
  expect(nextToWeigh(rows, 'c')?._id).toBe('a')
  expect(nextToWeigh([row('a'), row('b', WEIGHED)], 'a')).toBeUndefined()
})

test('who had DONE does not come back, though the list still says the weight from before', () => {
  const rows = [row('a', { ...WEIGHED, estimated: true }), row('b'), row('c')]
  expect(nextToWeigh(rows, 'b', new Set(['a', 'b']))?._id).toBe('c')
  expect(nextToWeigh(rows, 'c', new Set(['a', 'b', 'c']))).toBeUndefined()
})

test('a weight in both units; of a guess, that it is one', () => {
  expect(weightOf(row('a').content)).toBeNull()
  expect(weightOf(row('a', { weight: 22, weight_units: 'lb' }).content)).toEqual(['22 lb', '9.98 kg'])
  expect(weightOf(row('a', { weight: 22, weight_units: 'lb', estimated: true }).content)?.[0]).toBe(
    'about 22 lb',
  )
})

test('[Q-14] an unusual weight is marked in its row, guessed or weighed, until its day is over', () => {
  const heavy = { weight: 450, weight_units: 'lb' } as const
  const said = (over: Partial<DayRowContent>) => unusualInRow(row('a', over).content)
  expect(said({ ...heavy, estimated: true })).toMatchObject({
    level: 'red',
    short: '450 lb is 204.08 kg, too heavy for a dog.',
  })
  expect(said({ ...heavy, status: 'weighed' })?.level).toBe('red')
  expect(said({ ...heavy, status: 'done' })).toBeNull()
  expect(said(WEIGHED)).toBeNull()
  expect(said({})).toBeNull()
})

test('numbers go on where the list has them', () => {
  expect(nextLine([])).toBe('1')
  expect(nextLine([row('a', { line: '9' }), row('b', { line: '12' }), row('c', { line: 'X1' })])).toBe('13')
  expect(nextLine([row('a')])).toBe('')
})
