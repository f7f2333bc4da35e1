import { describe, expect, test } from 'vitest'
import type { DayRowContent } from '../records/day-row.ts'
import { weighedSince, type SheetWeight } from './row-weight.ts'

const BEFORE = '2026-11-20T08:00:00.000Z'
const SCALE = '2026-11-20T09:12:00.000Z'
const AFTER = '2026-11-20T09:30:00.000Z'

const row = (change: Partial<DayRowContent> = {}): DayRowContent => ({
  day: '2026-11-20',
  order: 'a',
  line: '1',
  species: 0,
  name: 'Ace',
  status: 'weighed',
  weight: 24.8,
  weight_units: 'kg',
  weighed_at: SCALE,
  ...change,
})
const guess: SheetWeight = { weight: '12.4', weight_units: 'kg', estimated: true }

describe('what the scale said after the sheet was opened', () => {
  test.each<[string, SheetWeight]>([
    ['a guess of the list', guess],
    ['a guess of the same number', { ...guess, weight: '24.8' }],
    ['no weight yet', { weight: '', weight_units: '-' }],
    ['a weight entered before', { weight: '12.4', weight_units: 'kg', weighed_at: BEFORE }],
    ['the same number in another unit', { weight: '24.8', weight_units: 'lb', weighed_at: BEFORE }],
    ['the same number in no unit', { weight: '24.8', weight_units: '-', weighed_at: BEFORE }],
    ['what is no number', { weight: '24,', weight_units: 'kg', weighed_at: BEFORE }],
  ])('is newer than %s', (_name, sheet) => {
    expect(weighedSince(sheet, row())).toEqual({ weight: '24.8', units: 'kg' })
  })
  test.each<[string, SheetWeight, DayRowContent]>([
    ['the sheet has it', { weight: '24.8', weight_units: 'kg', weighed_at: SCALE }, row()],
    ['the sheet has it in lb', { weight: '22', weight_units: 'lb' }, row({ weight: 22, weight_units: 'lb' })],
    ['the sheet was weighed later', { weight: '25', weight_units: 'kg', weighed_at: AFTER }, row()],
    ['the list has a guess too', guess, row({ estimated: true })],
    ['nobody weighed the patient', guess, row({ weighed_at: undefined as never })],
    ['the list has no weight', guess, row({ weight: undefined as never, weight_units: undefined as never })],
  ])('is not said where %s', (_name, sheet, of) => {
    expect(weighedSince(sheet, of)).toBeNull()
  })
})
