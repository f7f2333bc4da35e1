import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMERGENCY_SECTION } from '../records/fields.ts'
import type { JsonObject } from '../records/json.ts'
import { ketamine } from '../testing/examples.ts'
import { firstTooFine } from './library-numbers.ts'

const drug = (change: JsonObject) => ({ ...ketamine(), ...change })

test('a micro-dose that 3 decimals would double is named with what it would become', () => {
  expect(firstTooFine('drugs', drug({ species: [0], dosage: [0.0005, -1] }))).toEqual({
    field: 'dosage.0',
    message: 'Canine dosage 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.',
  })
})

test('only the dosages that the drug uses count', () => {
  const tiny = { species: [1], dosage: [0.0005, 0.005], dosage_from: [0.0001, 0.0001] }
  expect(firstTooFine('drugs', drug(tiny))).toBeNull()
  expect(firstTooFine('drugs', drug({ ...tiny, section_key: EMERGENCY_SECTION }))?.field).toBe(
    'dosage_from.1',
  )
})

const copy = (name: string, dosage: number) => ({
  name,
  concentration: 0.5,
  dosage,
  dosage_from: -1,
  dosage_to: -1,
  route: 'IM',
  form: 'INJECTION',
  controlled: false,
})

test('a protocol names the drug and its section', () => {
  const drugs = [copy('Butorphanol', 0.2), copy('Dexmedetomidine', 0.0075)]
  const sections = [{ key: 0, title_s: 'Premedication', title_p: 'Premedications', drugs }]
  expect(firstTooFine('anesthesia_protocols', { species: 1, name: 'TTDex', sections })).toEqual({
    field: 'sections.0.drugs.1.dosage',
    message:
      'Dosage for Dexmedetomidine (Premedications) 0.0075 would be saved as 0.008, another amount. Only 3 decimals are kept.',
  })
})

test('an emergency protocol says which end of the range', () => {
  const drugs = [{ ...copy('Atropine', -1), dosage_from: 0.0004, dosage_to: 0.04 }]
  expect(firstTooFine('emergency_protocols', { species: 0, name: 'Arrest', drugs })).toEqual({
    field: 'drugs.0.dosage_from',
    message: 'Low dosage for Atropine 0.0004 would be saved as 0, another amount. Only 3 decimals are kept.',
  })
})

test('what has at most 3 decimals is always taken, and what changes by 2 % or less too', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (thousandths) => {
      expect(firstTooFine('fluids', { name: 'Saline', rate: thousandths / 1000, species: [0] })).toBeNull()
    }),
  )
  expect(firstTooFine('fluids', { name: 'Saline', rate: 12.34567, species: [0] })).toBeNull()
})
