import { expect, it } from 'vitest'
import { emptySheetDraft } from 'sync-protocol/rules/sheet'
import { patientOfSaved, patientOfSheet } from './patient.ts'

const sheet = {
  ...emptySheetDraft({ outcome: 'N/A' }),
  species: 0 as const,
  weight: ' 12.4 ',
  weight_units: 'kg' as const,
}

it('a sheet has a patient once it has a species, a weight that can be computed with, and its unit', () => {
  expect(patientOfSheet(sheet)).toEqual({
    species: 0,
    weight: ' 12.4 ',
    units: 'kg',
    sheet: { name: '', patient_id: '', saved_as: null, given: [], emergency: null },
  })
  const without: Partial<Parameters<typeof patientOfSheet>[0]>[] = [
    { species: -1 },
    { weight: '' },
    { weight: '0' },
    { weight: '12,4' },
    { weight_units: '-' },
  ]
  for (const missing of without) expect(patientOfSheet({ ...sheet, ...missing })).toBeNull()
})

it('a weight that is a guess is one for everything that is worked out with it', () => {
  expect(patientOfSheet({ ...sheet, estimated: true })?.estimated).toBe(true)
  expect(patientOfSheet({ ...sheet, estimated: false })).not.toHaveProperty('estimated')
})

it('a saved sheet has its patient, with the drugs that it gives', () => {
  const drug = {
    name: 'Dexmedetomidine',
    concentration: 0.5,
    dosage: 0.005,
    volume: 0.12,
    route: 'IM' as const,
  }
  const saved = {
    species: 1 as const,
    procedure: 'Spay',
    anesthesia_protocol: { name: 'Cats', sections: [{ title: 'Sedatives', drugs: [drug] }], fluids: [] },
    name: 'Tiger',
    weight: 4.1,
    weight_units: 'kg' as const,
    outcome: 'N/A' as const,
    injections: [],
    day: '2026-11-26',
  }
  expect(patientOfSaved('sheet', saved)).toEqual({
    species: 1,
    weight: '4.1',
    units: 'kg',
    sheetId: 'sheet',
    sheet: { name: 'Tiger', patient_id: '', saved_as: 'sheet', given: [drug], emergency: null },
  })
  expect(patientOfSaved('sheet', { ...saved, species: 2 })).toBeNull()
})
