import { describe, expect, test } from 'vitest'
import type { DayRowContent } from '../records/day-row.ts'
import { weighedOtherwise, type SheetOfRow } from './row-weight.ts'

const row = (change: Partial<DayRowContent> = {}): DayRowContent => ({
  day: '2026-11-20',
  order: 'a',
  line: '1',
  species: 0,
  name: 'Ace',
  status: 'weighed',
  weight: 24.8,
  weight_units: 'kg',
  weighed_at: '2026-11-20T09:12:00.000Z',
  ...change,
})
const sheet = (change: Partial<SheetOfRow> = {}): SheetOfRow => ({
  species: 0,
  name: 'Ace',
  patient_id: '',
  weight: '12.4',
  weight_units: 'kg',
  ...change,
})

describe('what the scale says of a patient whose sheet is open', () => {
  test.each<[string, SheetOfRow]>([
    ['another weight', sheet()],
    ['a guess', sheet({ estimated: true })],
    ['a guess of the same number', sheet({ estimated: true, weight: '24.8' })],
    ['no weight yet', sheet({ weight: '', weight_units: '-' })],
    ['the same number in another unit', sheet({ weight: '24.8', weight_units: 'lb' })],
    ['the same number in no unit', sheet({ weight: '24.8', weight_units: '-' })],
    ['what is no number', sheet({ weight: '24,' })],
    ['a weight a little off', sheet({ weight: '25' })],
    ['the name in other letters', sheet({ name: ' ace' })],
  ])('is said over %s', (_name, of) => {
    expect(weighedOtherwise(of, row())).toEqual({ weight: '24.8', units: 'kg' })
  })
  test('is said of who was renamed and has the same ID', () => {
    const of = sheet({ name: 'Acee', patient_id: 'A-7' })
    expect(weighedOtherwise(of, row({ patient_id: 'a-7' }))).not.toBeNull()
  })
  test.each<[string, SheetOfRow, DayRowContent]>([
    ['the sheet has it', sheet({ weight: '24.8' }), row()],
    ['the sheet has it in the other unit', sheet({ weight: '54.68', weight_units: 'lb' }), row()],
    ['the list has a guess too', sheet({ estimated: true }), row({ estimated: true })],
    ['nobody weighed the patient', sheet({ estimated: true }), row({ weighed_at: undefined as never })],
    [
      'the list has no weight',
      sheet(),
      row({ weight: undefined as never, weight_units: undefined as never }),
    ],
    ['the sheet is of another patient by now', sheet({ name: 'Bella' }), row()],
    ['neither has a name or an ID', sheet({ name: '' }), row({ name: '', patient_id: '' })],
    ['the row is of another species by now', sheet(), row({ species: 1 })],
  ])('is not said where %s', (_name, of, on) => {
    expect(weighedOtherwise(of, on)).toBeNull()
  })
})
