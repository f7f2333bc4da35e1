import { expect, it } from 'vitest'
import { sheetGiving } from './emergency-samples.ts'
import { patientOfSheet } from './emergency-patient.ts'

const sheet = { ...sheetGiving([]), weight: ' 12.4 ' }

it('a sheet has a patient once it has a species, a weight that can be computed with, and its unit', () => {
  expect(patientOfSheet(sheet)).toEqual({ species: 0, weight: ' 12.4 ', units: 'kg', sheet })
  const without: Partial<Parameters<typeof patientOfSheet>[0]>[] = [
    { species: -1 },
    { weight: '' },
    { weight: '0' },
    { weight: '12,4' },
    { weight_units: '-' },
  ]
  for (const missing of without) expect(patientOfSheet({ ...sheet, ...missing })).toBeNull()
})
