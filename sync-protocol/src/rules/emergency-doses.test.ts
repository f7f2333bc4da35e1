import { describe, expect, it } from 'vitest'
import type { EmergencyDrug } from '../records/emergency-protocol.ts'
import { CANINE, EMERGENCY_SECTION, FELINE } from '../records/fields.ts'
import {
  emergencyDrugOf,
  emergencyVolumes,
  isForDogsOnly,
  type LibraryEmergencyDrug,
} from './emergency-doses.ts'

const drug: EmergencyDrug = {
  name: 'Epinephrine 1:1000',
  concentration: 1,
  dosage: -1,
  dosage_from: 0.01,
  dosage_to: 0.02,
  route: 'IV',
  form: 'INJECTION',
  controlled: false,
}
const kg = (weight: string) => ({ weight, units: 'kg' as const })

describe('the volumes of an emergency drug', () => {
  it('are low and high, as entered', () => {
    expect(emergencyVolumes(drug, kg('12.4'))?.text).toBe('0.12–0.25')
    const turned = { ...drug, dosage_from: 0.02, dosage_to: 0.01 }
    expect(emergencyVolumes(turned, kg('12.4'))?.text).toBe('0.25–0.12')
  })

  it('are one value where both are printed alike', () => {
    const atropine = { ...drug, concentration: 0.54, dosage_from: 0.04, dosage_to: 0.04 }
    expect(emergencyVolumes(atropine, kg('12.4'))).toMatchObject({ isOne: true, text: '0.92' })
    // 0.124 and 0.1232 ml.
    expect(emergencyVolumes({ ...drug, dosage_to: 0.00994 }, kg('12.4'))?.text).toBe('0.12')
    expect(emergencyVolumes(drug, kg('0.1'))?.text).toBe('<0.01')
  })

  it('are none without a weight', () => {
    expect(emergencyVolumes(drug, kg(''))).toBeNull()
    expect(emergencyVolumes(drug, kg('0'))).toBeNull()
  })
})

describe('a drug of the library', () => {
  const library: LibraryEmergencyDrug = {
    _id: '0193aaaa-0000-7000-8000-0000000000d1',
    name: 'Vasopressin',
    concentration: 20,
    amount_unit: 'units',
    dosage_from: [0.4, 0.2],
    dosage_to: [0.8, 0.3],
    route: ['IV', 'IM'],
    form: 'INJECTION',
    controlled: false,
    limits: [{ max: 1 }, null],
    section_key: EMERGENCY_SECTION,
    species: [CANINE, FELINE],
  }

  it('is given to a species by its own range, route and limits', () => {
    const copy = { name: 'Vasopressin', concentration: 20, amount_unit: 'units', dosage: -1 }
    expect(emergencyDrugOf(library, CANINE)).toEqual({
      ...copy,
      dosage_from: 0.4,
      dosage_to: 0.8,
      route: 'IV',
      form: 'INJECTION',
      controlled: false,
      limits: { max: 1 },
      source_id: library._id,
    })
    const cat = emergencyDrugOf(library, FELINE)
    expect(cat).toMatchObject({ ...copy, dosage_from: 0.2, dosage_to: 0.3, route: 'IM' })
    expect(cat).not.toHaveProperty('limits')
  })

  it('of another section, or of another species, is none', () => {
    expect(emergencyDrugOf({ ...library, section_key: 1 }, CANINE)).toBeNull()
    expect(emergencyDrugOf({ ...library, species: [CANINE] }, FELINE)).toBeNull()
  })
})

it('lidocaine against arrhythmia is for dogs only, whatever else its name says', () => {
  const named = (name: string) => ({ name })
  for (const name of [
    'Lidocaine',
    ' lidocaine (VT/VF)',
    'LIDOCAINE 2%',
    'Lidocaine, IV',
    '2% Lidocaine',
    'Lignocaine',
  ])
    expect(isForDogsOnly(named(name), FELINE)).toBe(true)
  expect(isForDogsOnly(named('Lidocaine'), CANINE)).toBe(false)
  for (const name of ['Epinephrine', 'Lidocaines', 'Epinephrine with lidocaine'])
    expect(isForDogsOnly(named(name), FELINE)).toBe(false)
})
