import { describe, expect, test } from 'vitest'
import {
  anesthesiaProtocolContent,
  protocolDrug,
  protocolFluid,
  protocolSection,
  type AnesthesiaProtocolContent,
} from 'sync-protocol/records/anesthesia-protocol'
import {
  emergencyDrug,
  emergencyProtocolContent,
  type EmergencyProtocolContent,
} from 'sync-protocol/records/emergency-protocol'
import { anesthesiaForm } from './anesthesia-form.ts'
import { emergencyForm } from './emergency-form.ts'

const source_id = '0193aaaa-0000-7000-8000-000000000001'
const limits = { min: 0.05, max: 0.2, cap_mg: 10, never: 'Not in kidney failure' }
const given = { route: 'IM', form: 'INJECTION', source_id, limits } as const
const controlled = { ...given, controlled: true, schedule: 'II' } as const
const inUnits = { ...given, controlled: false, amount_unit: 'units', limits: { min: 1, max: 4 } } as const

const ANESTHESIA: AnesthesiaProtocolContent = {
  species: 0,
  name: 'Spay',
  sections: [
    {
      key: 1000,
      title_s: 'Opioid',
      title_p: 'Opioids',
      drugs: [
        {
          ...controlled,
          name: 'Hydromorphone',
          concentration: 2,
          dosage: 0.3,
          dosage_from: -1,
          dosage_to: -1,
          usual: 0.1,
        },
        {
          ...inUnits,
          name: 'Insulin',
          concentration: 100,
          dosage: 2,
          dosage_from: -1,
          dosage_to: -1,
          usual: 2,
        },
      ],
    },
  ],
  fluids: [{ name: 'LRS', rate: 5 }],
}
const EMERGENCY: EmergencyProtocolContent = {
  species: 1,
  name: 'Arrest',
  drugs: [
    { ...controlled, name: 'Ketamine', concentration: 100, dosage: -1, dosage_from: 1, dosage_to: 2 },
    { ...inUnits, name: 'Vasopressin', concentration: 20, dosage: -1, dosage_from: 0.4, dosage_to: 0.8 },
  ],
}

const keysOf = (rows: readonly object[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
const shapeOf = ({ shape }: { shape: object }) => Object.keys(shape).toSorted()

describe('a protocol whose form is saved with nothing changed', () => {
  test('says here all that a protocol can say', () => {
    expect(keysOf([ANESTHESIA])).toEqual(shapeOf(anesthesiaProtocolContent))
    expect(keysOf(ANESTHESIA.sections)).toEqual(shapeOf(protocolSection))
    expect(keysOf(ANESTHESIA.sections.flatMap(({ drugs }) => drugs))).toEqual(shapeOf(protocolDrug))
    expect(keysOf(ANESTHESIA.fluids ?? [])).toEqual(shapeOf(protocolFluid))
    expect(keysOf([EMERGENCY])).toEqual(shapeOf(emergencyProtocolContent))
    expect(keysOf(EMERGENCY.drugs)).toEqual(shapeOf(emergencyDrug))
  })

  test('stays as it was: also what its drugs are judged by', () => {
    expect(anesthesiaForm.contentOf(anesthesiaForm.valuesOf(ANESTHESIA, 0), 0, undefined)).toEqual(ANESTHESIA)
    expect(emergencyForm.contentOf(emergencyForm.valuesOf(EMERGENCY, 1), 1, undefined)).toEqual(EMERGENCY)
  })
})
