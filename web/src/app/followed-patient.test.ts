import { expect, test } from 'vitest'
import { sampleSheet } from '../exports/testing/sheet-sample.ts'
import { patientOfSheet, type Patient } from '../records/patient.ts'
import { sheetDraft } from '../sync/testing/samples.ts'
import { followed } from './followed-patient.ts'

const sheet = sheetDraft({ species: 0, name: 'Jule', weight: '12', weight_units: 'kg' })
const chosen: Patient = { ...patientOfSheet(sheet)!, sheetId: 'a' }

test('who was chosen is as their open sheet says, and as it was saved', () => {
  const open = [{ id: 'a', sheet: { ...sheet, weight: '15', estimated: true } }]
  expect(followed(chosen, open, [])).toMatchObject({ weight: '15', estimated: true, sheetId: 'a' })
  expect(followed(chosen, [{ id: 'a', sheet: { ...sheet, weight: '' } }], [])).toBe('changing')
  expect(followed(chosen, [{ id: 'b', sheet }], [])).toBe('ended')

  const saved = {
    ...sampleSheet,
    name: 'Julie',
    patient_id: 'A-1',
    weight: 14.5,
    weight_units: 'kg' as const,
  }
  const isSaved = followed({ ...chosen, estimated: true }, [], [{ _id: 'a', content: saved }])
  expect(isSaved).toMatchObject({ weight: '14.5', units: 'kg', sheet: { name: 'Julie', patient_id: 'A-1' } })
  expect(isSaved).not.toHaveProperty('estimated')
  expect(followed(chosen, [], [{ _id: 'a', content: { ...saved, estimated: true } }])).toHaveProperty(
    'estimated',
    true,
  )
})

test('who was entered without a sheet stays as entered', () => {
  const entered: Patient = { species: 1, weight: '4', units: 'kg', sheet: null }
  expect(followed(entered, [{ id: 'a', sheet }], [])).toBe(entered)
})
