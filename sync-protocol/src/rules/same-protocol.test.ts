import { expect, test } from 'vitest'
import type { AnesthesiaProtocolContent } from '../records/anesthesia-protocol.ts'
import type { EmergencyProtocolContent } from '../records/emergency-protocol.ts'
import type { SheetContent } from '../records/sheet.ts'
import { isAnesthesiaOf, isEmergencyOf } from './same-protocol.ts'
import { emergencyProtocolOfSheet, protocolOfSheet } from './sheet-protocols.ts'

const drug = { concentration: 10, dosage_from: -1, dosage_to: -1, route: 'IM', form: 'INJECTION' } as const
const ANESTHESIA: AnesthesiaProtocolContent = {
  species: 0,
  name: 'Spay A',
  sections: [
    {
      key: 10,
      title_s: 'Opioid',
      title_p: 'Opioids',
      drugs: [
        { ...drug, name: 'Methadone', dosage: 0.5, controlled: true },
        { ...drug, name: 'Maropitant', dosage: 1, controlled: false },
      ],
    },
  ],
  fluids: [{ name: 'Saline', rate: 5 }],
}
const EMERGENCY: EmergencyProtocolContent = {
  species: 0,
  name: 'CPR',
  drugs: [
    {
      ...drug,
      name: 'Epinephrine',
      concentration: 1,
      dosage: -1,
      dosage_from: 0.01,
      dosage_to: 0.1,
      controlled: false,
    },
  ],
}
const WEIGHT = { weight: '12.4', units: 'kg' } as const
const SHEET: SheetContent = {
  species: 0,
  procedure: 'Spay',
  anesthesia_protocol: protocolOfSheet(ANESTHESIA, WEIGHT),
  emergency_protocol: emergencyProtocolOfSheet(EMERGENCY, WEIGHT),
  name: 'Bella',
  weight: 12.4,
  weight_units: 'kg',
  outcome: 'N/A',
  injections: [],
  day: '2026-11-20',
}

type Section = AnesthesiaProtocolContent['sections'][number]
const withDrugs = (change: (drugs: Section['drugs']) => Section['drugs']): AnesthesiaProtocolContent => ({
  ...ANESTHESIA,
  sections: ANESTHESIA.sections.map((section) => ({ ...section, drugs: change(section.drugs) })),
})

test('a protocol is as it was while it gives the same drugs, doses and fluids', () => {
  expect(isAnesthesiaOf(SHEET, ANESTHESIA)).toBe(true)
  expect(isAnesthesiaOf(SHEET, { ...ANESTHESIA, name: 'Spay B' })).toBe(true)
})

test.each<[string, AnesthesiaProtocolContent]>([
  ['a dosage', withDrugs((drugs) => drugs.map((one) => ({ ...one, dosage: 0.51 })))],
  ['a concentration', withDrugs((drugs) => drugs.map((one) => ({ ...one, concentration: 20 })))],
  ['a unit', withDrugs((drugs) => drugs.map((one) => ({ ...one, amount_unit: 'units' })))],
  ['a route', withDrugs((drugs) => drugs.map((one) => ({ ...one, route: 'IV' })))],
  ['what is controlled', withDrugs((drugs) => drugs.map((one) => ({ ...one, controlled: true })))],
  ['a drug less', withDrugs((drugs) => drugs.slice(1))],
  ['a drug more', withDrugs((drugs) => [...drugs, ...drugs])],
  ['no fluid', { ...ANESTHESIA, fluids: [] }],
  ['a rate', { ...ANESTHESIA, fluids: [{ name: 'Saline', rate: 10 }] }],
])('a protocol with another of these is another one: %s', (_what, protocol) => {
  expect(isAnesthesiaOf(SHEET, protocol)).toBe(false)
})

test('of a sheet without dosages the volumes say whether it is the same', () => {
  const { sections, fluids, name } = SHEET.anesthesia_protocol
  const withoutDosages = sections.map((section) => ({
    ...section,
    drugs: section.drugs.map(({ dosage: _dosage, ...rest }) => rest),
  }))
  const sheet = { ...SHEET, anesthesia_protocol: { name, fluids, sections: withoutDosages } }
  expect(isAnesthesiaOf(sheet, ANESTHESIA)).toBe(true)
  const doubled = withDrugs((drugs) => drugs.map((one) => ({ ...one, dosage: one.dosage * 2 })))
  expect(isAnesthesiaOf(sheet, doubled)).toBe(false)
})

test('an emergency protocol is compared by the volumes of the weight of then', () => {
  expect(isEmergencyOf(SHEET, EMERGENCY)).toBe(true)
  const [epinephrine] = EMERGENCY.drugs
  if (!epinephrine) throw new Error('There is no drug.')
  for (const other of [{ dosage_from: 0.02 }, { dosage_to: 0.2 }, { name: 'Atropine' }])
    expect(isEmergencyOf(SHEET, { ...EMERGENCY, drugs: [{ ...epinephrine, ...other }] })).toBe(false)
})
