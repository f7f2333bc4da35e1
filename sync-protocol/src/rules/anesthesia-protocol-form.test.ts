import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anesthesiaProtocolContent } from '../records/anesthesia-protocol.ts'
import type { DrugContent } from '../records/drug.ts'
import { FORMS, ROUTES } from '../records/fields.ts'
import type { JsonObject } from '../records/json.ts'
import { ketamine, testId } from '../testing/examples.ts'
import {
  anesthesiaProtocolOf,
  checkAnesthesiaProtocol,
  copyOfDrug,
  copyOfFluid,
  sectionCount,
  typedAnesthesiaProtocol,
  type AnesthesiaProtocolForm,
  type TypedDrug,
} from './anesthesia-protocol-form.ts'
import { firstTooFine } from './library-numbers.ts'
import { protocolOfSheet } from './sheet-protocols.ts'

const drug = (over: Partial<TypedDrug> = {}): TypedDrug => ({
  name: 'Ketamine',
  concentration: '100',
  dosage: '5',
  route: 'IM',
  form: 'INJECTION',
  controlled: true,
  ...over,
})
const section = (drugs: readonly TypedDrug[], key = 1001) => ({
  key,
  title_s: 'Induction Agent',
  title_p: 'Induction Agents',
  drugs,
})
const good: AnesthesiaProtocolForm = { species: 0, name: 'Spay', sections: [section([drug()])], fluids: null }
const said = (over: Partial<AnesthesiaProtocolForm>) => checkAnesthesiaProtocol({ ...good, ...over })

describe('the name', () => {
  test.each([
    ['[APROT-31]', 'n'.repeat(51), 'Your protocol name is too long.'],
    ['[APROT-32]', '', 'Please enter the protocol name.'],
    ['[APROT-32]', '   ', 'Please enter the protocol name.'],
    ['[APROT-31]', ' '.repeat(60), 'Please enter the protocol name.'],
    ['[Q-144]', 'nul\u0000', 'Name is invalid.'],
  ])('%s %j: %s', (_, name, message) => {
    expect(said({ name })).toEqual({ field: 'name', message })
  })

  test('of 50 characters passes, and is saved without the blanks around it', () => {
    const name = 'n'.repeat(50)
    expect(said({ name: ` ${name} ` })).toBeNull()
    expect(anesthesiaProtocolOf({ ...good, name: ` ${name} ` }).name).toBe(name)
  })
})

describe('sections and their drugs', () => {
  test('[APROT-33] there is one at least, and [Q-107] fluids are none', () => {
    const message = 'Please add at least one section.'
    expect(said({ sections: [] })).toEqual({ field: 'sections', message })
    const fluids = [{ name: 'Saline', rate: '5' }]
    expect(said({ sections: [], fluids })).toEqual({ field: 'sections', message })
  })

  test('[APROT-34] an empty one is named', () => {
    expect(said({ sections: [section([drug()]), section([], 1002)] })).toEqual({
      field: 'sections.1.drugs',
      message: 'Please add at least one drug to Induction Agents.',
    })
  })

  test.each([
    ['[APROT-35]', '', 'Please enter the concentration for Ketamine (Induction Agents)'],
    ['[APROT-36]', '1,5', 'Concentration for Ketamine (Induction Agents) is an invalid number.'],
    ['[APROT-37]', '0', 'Concentration for Ketamine (Induction Agents) must be greater than zero.'],
    [
      '[APROT-38]',
      '100000.001',
      'Concentration for Ketamine (Induction Agents) is too large! Are you sure you entered it correctly?',
    ],
    [
      '[Q-02]',
      '0.0015',
      'Concentration for Ketamine (Induction Agents) 0.0015 would be saved as 0.002, another amount. Only 3 decimals are kept.',
    ],
  ])('%s a concentration of %j: %s', (_, concentration, message) => {
    const drugs = [drug(), drug({ concentration })]
    expect(said({ sections: [section(drugs)] })).toEqual({
      field: 'sections.0.drugs.1.concentration',
      message,
    })
  })

  test.each([
    ['[APROT-39]', ' ', 'Please enter the dosage for Ketamine (Induction Agents)'],
    ['[APROT-40]', '5mg', 'Dosage for Ketamine (Induction Agents) is an invalid number.'],
    ['[APROT-41]', '0.0', 'Dosage for Ketamine (Induction Agents) must be greater than zero.'],
    ['[Q-08]', '-1', 'Dosage for Ketamine (Induction Agents) must be greater than zero.'],
    [
      '[APROT-42]',
      '100001',
      'Dosage for Ketamine (Induction Agents) is too large! Are you sure you entered it correctly?',
    ],
    [
      '[Q-02]',
      '0.0005',
      'Dosage for Ketamine (Induction Agents) 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.',
    ],
  ])('%s a dosage of %j: %s', (_, dosage, message) => {
    expect(said({ sections: [section([drug({ dosage })])] })).toEqual({
      field: 'sections.0.drugs.0.dosage',
      message,
    })
  })

  test('[APROT-27] a sixth drug is refused', () => {
    const drugs = Array.from({ length: 6 }, () => drug())
    expect(said({ sections: [section(drugs)] })).toEqual({
      field: 'sections.0.drugs',
      message: 'Induction Agents can have at most 5 drugs.',
    })
    expect(said({ sections: [section(drugs.slice(1))] })).toBeNull()
  })

  test('[Q-108] each is there once', () => {
    expect(said({ sections: [section([drug()], 7), section([drug()], 8), section([drug()], 7)] })).toEqual({
      field: 'sections',
      message: 'Induction Agents can be in a protocol only once.',
    })
  })

  test('[APROT-29] there are at most ten, fluids counting as one', () => {
    const ten = Array.from({ length: 10 }, (_, key) => section([drug()], key))
    const fluids = [{ name: 'Saline', rate: '5' }]
    expect(said({ sections: ten })).toBeNull()
    expect(said({ sections: ten.slice(1), fluids })).toBeNull()
    const tooMany = {
      field: 'sections',
      message: 'A protocol has at most 10 sections, fluids counting as one.',
    }
    expect(said({ sections: ten, fluids })).toEqual(tooMany)
    expect(said({ sections: [...ten, section([drug()], 10)] })).toEqual(tooMany)
    expect(sectionCount({ sections: ten.slice(1), fluids: [] })).toBe(10)
  })
})

describe('fluids', () => {
  test('[APROT-44] a Fluids section has one at least, and [APROT-28] five at most', () => {
    expect(said({ fluids: [] })).toEqual({
      field: 'fluids',
      message: 'Please add at least one fluid or remove the fluids section.',
    })
    const six = Array.from({ length: 6 }, () => ({ name: 'Saline', rate: '5' }))
    expect(said({ fluids: six })).toEqual({ field: 'fluids', message: 'A protocol has at most 5 fluids.' })
    expect(said({ fluids: six.slice(1) })).toBeNull()
  })

  test.each([
    ['[APROT-45]', '', 'Valid rate for Saline is required.'],
    ['[APROT-46]', 'fast', 'Rate for Saline must be a valid number.'],
    ['[APROT-47]', '0', 'Rate for Saline must be greater than zero.'],
    ['[APROT-48]', '100000.5', 'Rate for Saline is too large.'],
    [
      '[Q-02]',
      '0.0005',
      'Rate for Saline 0.0005 would be saved as 0.001, another amount. Only 3 decimals are kept.',
    ],
  ])('%s a rate of %j: %s', (_, rate, message) => {
    const fluids = [
      { name: 'Ringer', rate: '10' },
      { name: 'Saline', rate },
    ]
    expect(said({ fluids })).toEqual({ field: 'fluids.1.rate', message })
  })
})

test('[APROT-43] [APROT-49] everything wrong at once is told in the order of the form', () => {
  let form: AnesthesiaProtocolForm = {
    species: 1,
    name: 'n'.repeat(51),
    sections: [],
    fluids: [{ name: 'Saline', rate: 'x' }],
  }
  const bad = drug({ concentration: '', dosage: '' })
  const half = { ...bad, concentration: '1' }
  const steps: readonly (readonly [string, Partial<AnesthesiaProtocolForm>])[] = [
    ['name', { name: '' }],
    ['name', { name: 'Spay' }],
    ['sections', { sections: [section([]), section([], 1002)] }],
    ['sections.0.drugs', { sections: [section([bad]), section([], 1002)] }],
    ['sections.1.drugs', { sections: [section([bad, bad]), section([bad], 1002)] }],
    ['sections.0.drugs.0.concentration', { sections: [section([half, bad]), section([bad], 1002)] }],
    ['sections.0.drugs.0.dosage', { sections: [section([drug(), bad]), section([bad], 1002)] }],
    ['sections.0.drugs.1.concentration', { sections: [section([drug(), half]), section([bad], 1002)] }],
    ['sections.0.drugs.1.dosage', { sections: [section([drug()]), section([bad], 1002)] }],
    ['sections.1.drugs.0.concentration', { sections: [section([drug()]), section([half], 1002)] }],
    ['sections.1.drugs.0.dosage', { sections: [section([drug()]), section([drug()], 1002)] }],
    ['fluids.0.rate', { fluids: [] }],
    ['fluids', { fluids: null }],
  ]
  for (const [field, repair] of steps) {
    expect(checkAnesthesiaProtocol(form)?.field).toBe(field)
    form = { ...form, ...repair }
  }
  expect(checkAnesthesiaProtocol(form)).toBeNull()
})

describe('a copy of a library drug', () => {
  const library = ketamine() as unknown as DrugContent
  const id = testId(1, 7)

  test('[APROT-21] [APROT-22] has the dosage and route of the species, the controlled flag and its source', () => {
    const feline = copyOfDrug({ ...library, route: ['IV', 'SC'] }, id, 1)
    expect(feline).toEqual({
      name: 'Ketamine',
      concentration: '100',
      dosage: '4',
      usual: 4,
      route: 'SC',
      form: 'INJECTION',
      controlled: true,
      schedule: 'III',
      source_id: id,
    })
  })

  test('[Q-08] is never made for a species that the drug is not used for', () => {
    expect(copyOfDrug({ ...library, species: [0], dosage: [5, -1] }, id, 1)).toBeNull()
  })

  test('[APROT-17] is saved with both ends of the range -1', () => {
    const copy = copyOfDrug(library, id, 0)
    const saved = anesthesiaProtocolOf({ ...good, sections: [section(copy ? [copy] : [])] })
    expect(saved.sections[0]?.drugs).toEqual([
      {
        name: 'Ketamine',
        concentration: 100,
        dosage: 5,
        dosage_from: -1,
        dosage_to: -1,
        usual: 5,
        route: 'IM',
        form: 'INJECTION',
        controlled: true,
        schedule: 'III',
        source_id: id,
      },
    ])
  })

  test('keeps the dosage that the library has and the limits of its species, whatever dosage is typed', () => {
    const limits: DrugContent['limits'] = [
      { min: 2, max: 10 },
      { min: 3, cap_mg: 40, never: 'Not in shock.' },
    ]
    const copy = copyOfDrug({ ...library, limits }, id, 1)
    const typed = copy === null ? [] : [{ ...copy, dosage: '40' }]
    const saved = anesthesiaProtocolOf({ ...good, sections: [section(typed)] })
    const judged = { dosage: 40, usual: 4, limits: { min: 3, cap_mg: 40, never: 'Not in shock.' } }
    expect(saved.sections[0]?.drugs).toMatchObject([judged])
    expect(anesthesiaProtocolOf(typedAnesthesiaProtocol(saved))).toEqual(saved)
    const sheet = protocolOfSheet(saved, { weight: '4', units: 'kg' })
    expect(sheet.sections[0]?.drugs).toMatchObject([judged])
    expect(copyOfDrug({ ...library, limits: [limits[0], null] }, id, 1)).not.toHaveProperty('limits')
  })

  test('[APROT-18] a fluid is copied with its rate', () => {
    expect(copyOfFluid({ name: 'Saline', rate: 0.5 })).toEqual({ name: 'Saline', rate: '0.5' })
  })
})

test('a form with a fault cannot be saved', () => {
  expect(() => anesthesiaProtocolOf({ ...good, name: '' })).toThrow('Please enter the protocol name.')
})

const name = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== '')
const typed = fc.oneof(
  fc.integer({ min: 1, max: 100_000_000 }).map((thousandths) => String(thousandths / 1000)),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom('', '0', '-1', '1,5', ' 2.5 ', '.5', '0.0005', '100000.0004'),
)
const anyDrug = fc.record(
  {
    name,
    concentration: typed,
    dosage: typed,
    route: fc.constantFrom(...ROUTES),
    form: fc.constantFrom(...FORMS),
    controlled: fc.boolean(),
    schedule: fc.constantFrom('II' as const, 'IV' as const),
    source_id: fc.constant(testId(1, 1)),
  },
  { requiredKeys: ['name', 'concentration', 'dosage', 'route', 'form', 'controlled'] },
)
const anyForm: fc.Arbitrary<AnesthesiaProtocolForm> = fc.record({
  species: fc.constantFrom(0 as const, 1 as const),
  name: fc.oneof(name, fc.string({ maxLength: 60 })),
  sections: fc.array(
    fc.record({
      key: fc.integer(),
      title_s: name,
      title_p: name,
      drugs: fc.array(anyDrug, { maxLength: 6 }),
    }),
    { maxLength: 11 },
  ),
  fluids: fc.option(fc.array(fc.record({ name, rate: typed }), { maxLength: 6 })),
})

/** The same form with every number replaced by one that can be saved. */
const repaired = (form: AnesthesiaProtocolForm): AnesthesiaProtocolForm => ({
  ...form,
  name: form.name.trim() === '' ? 'Repaired' : form.name.slice(0, 50),
  sections: form.sections.map((one) => ({
    ...one,
    drugs: one.drugs.map((each) => ({ ...each, concentration: '2.5004', dosage: '0.5' })),
  })),
  fluids: form.fluids?.map((fluid) => ({ ...fluid, rate: '5' })) ?? null,
})

describe('whatever is typed', () => {
  it('is either told or passes the record, with numbers that 3 decimals hold', () => {
    fc.assert(
      fc.property(anyForm, fc.boolean(), (form, repair) => {
        const entered = repair ? repaired(form) : form
        fc.pre(checkAnesthesiaProtocol(entered) === null)
        const content = anesthesiaProtocolOf(entered)
        expect(anesthesiaProtocolContent.safeParse(content).error).toBeUndefined()
        expect(firstTooFine('anesthesia_protocols', content as unknown as JsonObject)).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('comes back from the record as it was saved', () => {
    fc.assert(
      fc.property(anyForm.map(repaired), (form) => {
        fc.pre(checkAnesthesiaProtocol(form) === null)
        const content = anesthesiaProtocolOf(form)
        expect(anesthesiaProtocolOf(typedAnesthesiaProtocol(content))).toEqual(content)
      }),
    )
  })
})
