import { expect, it } from 'vitest'
import { codePatient } from 'sync-protocol/records/code-event'
import { codePatientOf, nameOfPatient, type CodeFor } from './code-patient.ts'

const milo: CodeFor = { sheetId: null, name: ' Milo ', species: 1, weight: '4.10', units: 'kg' }

it('says whom a code is for', () => {
  expect(codePatientOf(milo)).toEqual({ species: 1, name: 'Milo', weight: 4.1, weight_units: 'kg' })
  expect(nameOfPatient(codePatientOf(milo))).toBe('Milo')
})

it('says what can be stored, whatever was typed', () => {
  for (const [name, weight] of [
    ['', ''],
    ['  ', '0'],
    ['x'.repeat(80), '-4'],
    [`${'x'.repeat(49)}🐈`, '4'],
    ['Milo', '100001'],
    ['Milo', 'heavy'],
  ] as const) {
    const said = codePatientOf({ ...milo, name, weight })
    expect(codePatient.safeParse(said).error).toBeUndefined()
  }
  expect(codePatientOf({ ...milo, weight: '0' })).not.toHaveProperty('weight')
  expect(nameOfPatient(codePatientOf({ ...milo, name: ' ' }))).toBe('Cat')
})
