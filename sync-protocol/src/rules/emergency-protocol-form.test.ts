import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { DrugContent } from '../records/drug.ts'
import { emergencyProtocolContent } from '../records/emergency-protocol.ts'
import { EMERGENCY_SECTION, FORMS, ROUTES } from '../records/fields.ts'
import type { JsonObject } from '../records/json.ts'
import { ketamine, testId } from '../testing/examples.ts'
import {
  checkEmergencyProtocol,
  copyOfEmergencyDrug,
  emergencyProtocolOf,
  typedEmergencyProtocol,
  type EmergencyProtocolForm,
  type TypedEmergencyDrug,
} from './emergency-protocol-form.ts'
import { firstTooFine } from './library-numbers.ts'

const drug = (over: Partial<TypedEmergencyDrug> = {}): TypedEmergencyDrug => ({
  name: 'Atropine',
  concentration: '0.54',
  dosage_from: '0.02',
  dosage_to: '0.04',
  route: 'IV',
  form: 'INJECTION',
  controlled: false,
  ...over,
})
const good: EmergencyProtocolForm = { species: 0, name: 'Arrest', drugs: [drug()] }
const said = (over: Partial<EmergencyProtocolForm>) => checkEmergencyProtocol({ ...good, ...over })

test.each([
  ['[EPROT-09]', 'n'.repeat(51), 'Your emergency protocol name is too long.'],
  ['[EPROT-10]', ' ', 'Please enter the emergency protocol name.'],
  ['[Q-144]', '\uD800', 'Name is invalid.'],
])('%s the name %j: %s', (_, name, message) => {
  expect(said({ name })).toEqual({ field: 'name', message })
})

test('[EPROT-11] [EPROT-03] one drug at least, and ten at most', () => {
  expect(said({ drugs: [] })).toEqual({ field: 'drugs', message: 'Please add at least one emergency drug.' })
  const eleven = Array.from({ length: 11 }, () => drug())
  expect(said({ drugs: eleven })).toEqual({
    field: 'drugs',
    message: 'An emergency protocol has at most 10 drugs.',
  })
  expect(said({ drugs: eleven.slice(1) })).toBeNull()
})

const tooLarge = (label: string) =>
  `${label} for Atropine is too large! Are you sure you entered it correctly?`
const tooFine = (label: string) =>
  `${label} for Atropine 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.`

describe('numbers', () => {
  test.each([
    ['[EPROT-12]', 'concentration', '', 'Please enter the concentration for Atropine.'],
    ['[EPROT-13]', 'concentration', '1e3', 'Concentration for Atropine is an invalid number.'],
    ['[EPROT-14]', 'concentration', '0', 'Concentration for Atropine must be greater than zero.'],
    ['[EPROT-15]', 'concentration', '100000.1', tooLarge('Concentration')],
    ['[Q-02]', 'concentration', '0.0005', tooFine('Concentration')],
    ['[EPROT-16]', 'dosage_from', '', 'Please enter the low dosage for Atropine.'],
    ['[EPROT-17]', 'dosage_from', '1,5', 'Low dosage for Atropine is an invalid number.'],
    ['[EPROT-18]', 'dosage_from', '-1', 'Low dosage for Atropine must be greater than zero.'],
    ['[EPROT-19]', 'dosage_from', '200000', tooLarge('Low dosage')],
    ['[Q-02]', 'dosage_from', '0.0005', tooFine('Low dosage')],
    ['[EPROT-20]', 'dosage_to', '', 'Please enter the high dosage for Atropine.'],
    ['[EPROT-21]', 'dosage_to', '+5', 'High dosage for Atropine is an invalid number.'],
    ['[EPROT-22]', 'dosage_to', '0', 'High dosage for Atropine must be greater than zero.'],
    ['[EPROT-23]', 'dosage_to', '100001', tooLarge('High dosage')],
    ['[Q-02]', 'dosage_to', '0.0005', tooFine('High dosage')],
  ] as const)('%s %s %j: %s', (_, field, typed, message) => {
    expect(said({ drugs: [drug(), drug({ [field]: typed })] })).toEqual({
      field: `drugs.1.${field}`,
      message,
    })
  })

  test('are checked drug by drug: concentration, low, high', () => {
    let one = drug({ concentration: '', dosage_from: '', dosage_to: '' })
    for (const field of ['concentration', 'dosage_from', 'dosage_to'] as const) {
      expect(said({ drugs: [one, drug({ concentration: '' })] })?.field).toBe(`drugs.0.${field}`)
      one = { ...one, [field]: '1' }
    }
    expect(said({ drugs: [one, drug({ concentration: '' })] })?.field).toBe('drugs.1.concentration')
  })

  test('[EPROT-24] [Q-07] low above high is saved as entered', () => {
    const turned = drug({ dosage_from: '0.04', dosage_to: '0.02' })
    expect(said({ drugs: [turned] })).toBeNull()
    expect(emergencyProtocolOf({ ...good, drugs: [turned] }).drugs[0]).toMatchObject({
      dosage_from: 0.04,
      dosage_to: 0.02,
    })
  })
})

describe('a copy of a library drug', () => {
  const library = ketamine({
    section_key: EMERGENCY_SECTION,
    dosage: [-1, -1],
    dosage_from: [1, 2],
    dosage_to: [3, 4],
    route: ['IV', 'IM'],
  }) as unknown as DrugContent
  const id = testId(1, 7)

  test('[EPROT-05] [EPROT-07] has the range and route of the species, and is saved with dosage -1', () => {
    const copy = copyOfEmergencyDrug(library, id, 1)
    expect(copy).toMatchObject({ dosage_from: '2', dosage_to: '4', route: 'IM', source_id: id })
    expect(emergencyProtocolOf({ ...good, drugs: copy ? [copy] : [] }).drugs).toEqual([
      {
        name: 'Ketamine',
        concentration: 100,
        dosage: -1,
        dosage_from: 2,
        dosage_to: 4,
        route: 'IM',
        form: 'INJECTION',
        controlled: true,
        schedule: 'III',
        source_id: id,
      },
    ])
  })

  test('keeps the limits of its species', () => {
    const copy = copyOfEmergencyDrug({ ...library, limits: [null, { max: 4 }] }, id, 1)
    expect(emergencyProtocolOf({ ...good, drugs: copy ? [copy] : [] }).drugs).toMatchObject([
      { limits: { max: 4 } },
    ])
  })

  test('is made of emergency drugs of the species alone', () => {
    expect(copyOfEmergencyDrug({ ...library, section_key: 999 }, id, 1)).toBeNull()
    expect(copyOfEmergencyDrug({ ...library, species: [0] }, id, 1)).toBeNull()
  })
})

test('a form with a fault cannot be saved', () => {
  expect(() => emergencyProtocolOf({ ...good, drugs: [] })).toThrow(RangeError)
})

const name = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== '')
const amount = fc.integer({ min: 1, max: 100_000_000 }).map((thousandths) => String(thousandths / 1000))
const typed = fc.oneof({ weight: 9, arbitrary: amount }, { weight: 1, arbitrary: fc.double().map(String) })
const anyForm: fc.Arbitrary<EmergencyProtocolForm> = fc.record({
  species: fc.constantFrom(0 as const, 1 as const),
  name,
  drugs: fc.array(
    fc.record({
      name,
      concentration: typed,
      dosage_from: typed,
      dosage_to: typed,
      route: fc.constantFrom(...ROUTES),
      form: fc.constantFrom(...FORMS),
      controlled: fc.boolean(),
    }),
    { maxLength: 11 },
  ),
})

it('what is saved passes the record, and comes back as it was saved', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      fc.pre(checkEmergencyProtocol(form) === null)
      const content = emergencyProtocolOf(form)
      expect(emergencyProtocolContent.safeParse(content).error).toBeUndefined()
      expect(firstTooFine('emergency_protocols', content as unknown as JsonObject)).toBeNull()
      expect(emergencyProtocolOf(typedEmergencyProtocol(content))).toEqual(content)
    }),
    { numRuns: 300 },
  )
})
