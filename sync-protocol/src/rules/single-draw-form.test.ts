import { describe, expect, test } from 'vitest'
import { drawContent } from '../records/draw.ts'
import {
  checkSingleDraw,
  emptySingleDraw,
  nextForm,
  singleDrawOf,
  type SingleDrawForm,
} from './single-draw-form.ts'

const form = (over: Partial<SingleDrawForm> = {}): SingleDrawForm => ({
  procedure: 'Castration',
  patient_name: ' Rex ',
  patient_id: ' P-1 ',
  volume: '0.5',
  form: 'INJECTION',
  ...over,
})
const ketamine = { drug_name: 'Ketamine', drug_concentration: 100, schedule: 'III' as const }

describe('a single draw as it is typed (spec 2 §5, Q-110)', () => {
  test.each<[Partial<SingleDrawForm>, keyof SingleDrawForm, string]>([
    [{ procedure: '', patient_name: '', volume: '' }, 'procedure', 'Please select a procedure.'],
    [{ patient_name: ' ', volume: '' }, 'patient_name', 'Please enter the patient name.'],
    [{ patient_name: 'x'.repeat(51), volume: '' }, 'patient_name', 'Your patient name is too long.'],
    [{ patient_id: 'x'.repeat(51), volume: '' }, 'patient_id', 'Your patient ID is too long.'],
    [{ volume: '' }, 'volume', 'Volume administered is required.'],
    [{ volume: '1,5' }, 'volume', 'Volume administered must be a valid number.'],
    [{ volume: '0' }, 'volume', 'Volume administered must be greater than zero.'],
    [{ volume: '-1' }, 'volume', 'Volume administered must be greater than zero.'],
    [
      { volume: '0.004' },
      'volume',
      'Volume administered 0.004 would be saved as 0, another amount. Only 2 decimals are kept.',
    ],
    [{ volume: '-0.004' }, 'volume', 'Volume administered must be greater than zero.'],
    [{ volume: '100000.01' }, 'volume', 'Volume administered is too large.'],
  ])('%j', (over, field, message) => {
    expect(checkSingleDraw(form(over))).toEqual({ field, message })
  })

  test('takes what is right, without an ID too', () => {
    for (const over of [{}, { patient_id: '' }, { volume: '100000' }, { patient_name: 'x'.repeat(50) }]) {
      expect(checkSingleDraw(form(over))).toBeNull()
    }
    expect(checkSingleDraw(emptySingleDraw())?.field).toBe('procedure')
  })

  test('is saved with 2 decimals', () => {
    const made = singleDrawOf(form({ volume: '0.145' }), ketamine, 1, '2026-11-20')
    expect(made).toEqual({
      drug_name: 'Ketamine',
      drug_concentration: 100,
      drug_volume: 0.15,
      drug_form: 'INJECTION',
      schedule: 'III',
      sheet_id: '-',
      sheet_data: { patient_name: 'Rex', patient_id: 'P-1', reason: 'Castration', species: 1 },
      day: '2026-11-20',
    })
    expect(drawContent.parse(made)).toEqual(made)
    const bare = singleDrawOf(
      form({ patient_id: ' ' }),
      { ...ketamine, schedule: undefined },
      0,
      '2026-11-20',
    )
    expect(Object.keys(bare.sheet_data)).not.toContain('patient_id')
    expect(drawContent.parse(bare)).toEqual(bare)
  })

  test('forms cycle', () => {
    expect(nextForm('INJECTION')).toBe('TABLET')
    expect(nextForm('OTHER')).toBe('INJECTION')
  })
})
