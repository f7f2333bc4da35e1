import { expect, it } from 'vitest'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { patientOfSheet } from './patient.ts'

const sheet = {
  ...emptySheetDraft({ outcome: 'N/A' }),
  species: 0 as const,
  weight: ' 12.4 ',
  weight_units: 'kg' as const,
}

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
