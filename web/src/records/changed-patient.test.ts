import { expect, test } from 'vitest'
import { changeOf } from './changed-patient.ts'
import type { Patient } from './patient.ts'

const sheet = { name: 'Jule', patient_id: '', saved_as: null, given: [], emergency: null }
const jule: Patient = { species: 0, weight: '12', units: 'kg', sheet }

test('what another tablet made of the patient is said, and whose the doses were', () => {
  expect(changeOf(jule, { ...jule, sheet: { ...sheet, name: 'jule ', patient_id: 'A-1' } })).toBe(null)
  expect(changeOf(jule, { ...jule, weight: '12.0' })).toBe(null)
  expect(changeOf(jule, { ...jule, weight: '15' })).toMatchObject({
    level: 'red',
    words: 'The weight was changed on another tablet: it was 12 kg.',
  })
  for (const change of [{ units: 'lb' }, { estimated: true }] as const)
    expect(changeOf(jule, { ...jule, ...change })?.words).toMatch(/it was 12 kg\.$/)
  const max = { ...jule, weight: '30', sheet: { ...sheet, name: 'Max' } }
  expect(changeOf(jule, max)?.words).toBe('This is another patient now. It was Jule, 12 kg.')
  const unnamed = { ...jule, sheet: { ...sheet, name: '' } }
  expect(changeOf(unnamed, jule)).toBe(null)
  expect(changeOf(unnamed, max)?.words).toMatch(/^The weight was changed/)
  expect(changeOf(jule, unnamed)?.words).toBe('This is another patient now. It was Jule, 12 kg.')
})

test('the same name with another ID, or of another species, is another patient', () => {
  const of = (patient: Partial<typeof sheet>) => ({ ...jule, sheet: { ...sheet, ...patient } })
  const first = of({ patient_id: 'A-1' })
  expect(changeOf(first, of({ patient_id: 'a-1 ' }))).toBe(null)
  expect(changeOf(first, of({ patient_id: '' }))).toBe(null)
  expect(changeOf(first, of({ patient_id: 'B-2' }))?.words).toBe(
    'This is another patient now. It was Jule, A-1, 12 kg.',
  )
  expect(changeOf(of({ name: '', patient_id: 'A-1' }), of({ patient_id: 'B-2' }))?.words).toMatch(
    /It was A-1, 12 kg\.$/,
  )
  expect(changeOf(jule, { ...jule, species: 1 })?.words).toMatch(/It was Jule, Canine, 12 kg\.$/)
  expect(changeOf(of({ name: '' }), { ...of({}), species: 1 })?.words).toMatch(/It was Canine, 12 kg\.$/)
})
