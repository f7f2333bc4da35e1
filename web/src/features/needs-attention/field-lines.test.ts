import { afterEach, expect, it } from 'vitest'
import type { Collection } from 'sync-protocol/records/envelope'
import { optional, text } from 'sync-protocol/records/fields'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Field } from 'sync-protocol/records/kind'
import { kinds } from 'sync-protocol/records/kinds'
import { vasopressin } from 'sync-protocol/testing/examples'
import { recordLines, type About } from './field-lines.ts'

/** Of a record whose kind has no field of these names. */
const lines = (content: JsonObject, about: About = {}, collection: Collection = 'conflicts') =>
  recordLines(collection, content, about).map(({ label, value }) => `${label}: ${value}`)

it('leaves no value out, however deep, and calls items by their names', () => {
  const content = {
    name: 'Spay',
    notes: '',
    injections: ['Carprofen', 'Penicillin'],
    sections: [
      {
        title: 'Opioids',
        drugs: [
          { name: 'Morphine', volume: 0.5, controlled: true },
          { name: 'Morphine', volume: 1, controlled: true },
        ],
      },
    ],
  }
  expect(lines(content)).toEqual([
    'Name: Spay',
    'Notes: (empty)',
    'Injections: Carprofen, Penicillin',
    'Opioids · Title: Opioids',
    'Opioids · Morphine · Name: Morphine',
    'Opioids · Morphine · Volume: 0.5 ml',
    'Opioids · Morphine · Controlled substance: yes',
    'Opioids · Morphine (2) · Name: Morphine',
    'Opioids · Morphine (2) · Volume: 1 ml',
    'Opioids · Morphine (2) · Controlled substance: yes',
  ])
})

it('says of each number of a dose whose it is, and its unit', () => {
  const drug = {
    name: 'Ketamine',
    concentration: 100,
    species: [0],
    dosage: [0.005, -1],
    limits: [{ min: 2, max: 10, cap_mg: 50 }, null],
    reference: 'Plumb’s',
    reviewed: '2026-03-01',
    review_months: 12,
    route: ['IM', 'IV'],
    section_key: 1000,
  }
  expect(
    lines(drug, { sectionTitle: (key) => (key === 1000 ? 'Dissociatives' : undefined) }, 'drugs'),
  ).toEqual([
    'Name: Ketamine',
    'Concentration: 100 mg/ml',
    'Species: Canine',
    'Canine dosage: 0.005 mg/kg',
    'Feline dosage: not used',
    'Canine limits: 2 to 10 mg/kg, at most 50 mg',
    'Feline limits: (empty)',
    'Reference: Plumb’s',
    'Reviewed on: 03/01/2026',
    'Review after: 12 months',
    'Canine route: IM',
    'Feline route: IV',
    'Section: Dissociatives',
  ])
  expect(lines({ 'dosage_from.0': 0.1, 'dosage_to.1': -1 })).toEqual([
    'Canine low dosage: 0.1 mg/kg',
    'Feline high dosage: not used',
  ])
})

it('says what a drug reverses in one line each, whose it is, and in the drug’s unit', () => {
  const reverses = [
    {
      name: 'Dexmedetomidine',
      species: 0,
      rule: 'times_mass',
      value: 10,
      route: 'IM',
      note: 'IV only in arrest',
    },
    { name: 'Dexmedetomidine', species: 1, rule: 'mg_per_kg', value: 0.04, route: 'IV' },
  ]
  const of = (content: JsonObject, about: About = {}) => lines(content, about, 'drugs')
  expect(of({ name: 'Atipamezole', reverses })).toEqual([
    'Name: Atipamezole',
    'Reverses · Dexmedetomidine (canine): 10 times its dose, IM, IV only in arrest',
    'Reverses · Dexmedetomidine (feline): 0.04 mg/kg, IV',
  ])
  expect(of({ reverses: reverses.slice(1) }, { within: { amount_unit: 'units' } })).toEqual([
    'Reverses · Dexmedetomidine (feline): 0.04 units/kg, IV',
  ])
  // As it stands in a form that is not saved.
  expect(
    of({
      reverses: [
        { ...reverses[0], value: '1O', note: '' },
        { ...reverses[0], name: '' },
      ],
    }),
  ).toEqual([
    'Reverses · Dexmedetomidine (canine): 1O times its dose, IM',
    'Reverses · (canine): 10 times its dose, IM, IV only in arrest',
  ])
  expect(of({ reverses: [] })).toEqual(['Reverses: (empty)'])
  expect(of({ reverses: null })).toEqual(['Reverses: (empty)'])
  // What is no reversal is shown whole.
  expect(of({ reverses: [{ name: 'X', species: 2, value: 5 }] })).toEqual([
    'X · Name: X',
    'X · Species: Exotic',
    'X · Value: 5',
  ])
})

it('never shows a weight without its unit', () => {
  expect(lines({ weight: '26.4', weight_units: 'lb' })).toEqual(['Patient weight: 26.4 lb'])
  expect(lines({ weight: 12, weight_units: 'kg' })).toEqual(['Patient weight: 12 kg'])
  const guess = { estimated: true, weighed_at: '2026-11-26T10:40:00.000Z' }
  expect(lines({ weight: 12, weight_units: 'kg', ...guess })).toEqual(['Patient weight: about 12 kg'])
  expect(lines({ weight: 12, weight_units: 'kg', ...guess, estimated: false })).toEqual([
    'Patient weight: 12 kg',
  ])
  expect(lines({ weight: '12', weight_units: '-' })).toEqual(['Patient weight: 12 (no unit)'])
  expect(lines({ weight: '', weight_units: 'kg' })).toEqual(['Patient weight: (empty)', 'Weight units: kg'])
})

it('leaves out which other records something came from: nobody typed that', () => {
  const drug = { source_id: 'ac970638-e4c2-5c2a-a64c-03585dca562a', name: 'Midazolam', volume: 0.5 }
  expect(lines({ name: 'Spay', drugs: [drug] })).toEqual([
    'Name: Spay',
    'Midazolam · Name: Midazolam',
    'Midazolam · Volume: 0.5 ml',
  ])
})

it('shows what nobody foresaw as it is', () => {
  const odd = { species: [7], dosage: [{ odd: 1 }, 2], rate: '1,5', concentration: null, balance: -0.5 }
  expect(lines(odd)).toEqual([
    'Species: 7',
    'Dosage 1 · Odd: 1',
    'Dosage 2: 2',
    'Rate: 1,5',
    'Concentration: (empty)',
    'Balance: -0.5 ml',
  ])
})

it('says a day as all screens do, and leaves what is none as it was typed', () => {
  expect(lines({ day: '2026-11-19', date: '2026-11-19', pages: [{ day: 'today' }] })).toEqual([
    'Day: 11/19/2026',
    'Date: 11/19/2026',
    'Page 1 · Day: today',
  ])
})

it('says a drug’s numbers in its unit, also those of a copy within a protocol or a sheet', () => {
  expect(lines(vasopressin())).toEqual(
    expect.arrayContaining([
      'Concentration: 20 units/ml',
      'Canine dosage: 0.8 units/kg',
      'Canine low dosage: not used',
      'Canine limits: 0.4 to 0.8 units/kg',
    ]),
  )
  expect(lines(vasopressin()).join()).not.toMatch(/\bmg\b|Measured in/)
  const copies = [
    { name: 'Vasopressin', concentration: 20, dosage: 0.8, amount_unit: 'units' },
    { name: 'Dexmedetomidine', concentration: 0.5, dosage: 0.01 },
  ]
  expect(lines({ sections: [{ title_p: 'Drugs', drugs: copies }] })).toEqual(
    expect.arrayContaining([
      'Drugs · Vasopressin · Concentration: 20 units/ml',
      'Drugs · Vasopressin · Dosage: 0.8 units/kg',
      'Drugs · Dexmedetomidine · Concentration: 0.5 mg/ml',
      'Drugs · Dexmedetomidine · Dosage: 0.01 mg/kg',
    ]),
  )
})

it('says the unit by itself where no number stands beside it, and takes it from the record where an edit leaves it out', () => {
  expect(lines({ amount_unit: 'units' })).toEqual(['Measured in: units'])
  expect(lines({ amount_unit: null })).toEqual(['Measured in: mg'])
  expect(lines({ 'dosage.0': 0.4 }, { within: vasopressin() })).toEqual(['Canine dosage: 0.4 units/kg'])
  expect(lines({ 'dosage.0': 0.4, amount_unit: null }, { within: vasopressin() })).toEqual([
    'Canine dosage: 0.4 mg/kg',
  ])
})

it('says of a balance sheet what its rows say, not what they leave blank', () => {
  const blank = { species: '', description: '', bottle_number: '', added: null, used: null, adjusted: null }
  const row = { ...blank, date: '2026-11-17', reason: 'Castration', empty: false }
  const pages = [
    [
      { ...row, kind: 'opening', procedure_number: -1, title: 'Ketamine', balance: 10, container_size: 10 },
      { ...row, kind: 'draw', procedure_number: 1, title: 'Hank', species: 0, used: 0.9, balance: 9.1 },
      { ...row, kind: 'adjustment', procedure_number: -1, title: 'Gap', adjusted: -1, balance: -1 },
      { ...blank, kind: 'empty', date: '', reason: '', procedure_number: -1, title: '', empty: true },
    ],
  ]
  expect(lines({ date_start: '2026-11-17', combined: false, pages })).toEqual([
    'First day: 11/17/2026',
    'Combined: no',
    'Page 1 · Ketamine · Date: 11/17/2026',
    'Page 1 · Ketamine · Reason: Castration',
    'Page 1 · Ketamine · Kind: opening',
    'Page 1 · Ketamine · Title: Ketamine',
    'Page 1 · Ketamine · Balance: 10 ml',
    'Page 1 · Ketamine · Container size: 10 ml',
    'Page 1 · Hank · Species: Canine',
    'Page 1 · Hank · Used: 0.9 ml',
    'Page 1 · Hank · Date: 11/17/2026',
    'Page 1 · Hank · Reason: Castration',
    'Page 1 · Hank · Kind: draw',
    'Page 1 · Hank · Procedure number: 1',
    'Page 1 · Hank · Title: Hank',
    'Page 1 · Hank · Balance: 9.1 ml',
    'Page 1 · Gap · Adjusted: -1 ml',
    'Page 1 · Gap · Date: 11/17/2026',
    'Page 1 · Gap · Reason: Castration',
    'Page 1 · Gap · Kind: adjustment',
    'Page 1 · Gap · Title: Gap',
    'Page 1 · Gap · Balance: -1 ml',
  ])
})

it('leaves out the number of a section, which nobody typed', () => {
  const sections = [{ key: 1000, title: 'Opioids', drugs: [] }]
  expect(lines({ sections })).toEqual(['Opioids · Title: Opioids', 'Opioids · Drugs: (empty)'])
})

const fields = kinds.fluids.fields as Record<string, Field>
const NAMES = ['reason', 'day', 'balance', 'outcome', 'kind']
afterEach(() => {
  for (const name of NAMES) delete fields[name]
})

it('calls a field of a kind by that kind, also where a fact has one of the same name', () => {
  const schema = optional(text(20, 'Any'))
  for (const name of NAMES.slice(0, 4))
    fields[name] = { schema, label: `Fluid ${name}`, reads: 'words', plain: 'text', group: name }
  const content = { reason: 'cheap', day: '2026-03-01', balance: 5, outcome: 'good' }
  expect(lines(content, {}, 'fluids')).toEqual([
    'Fluid reason: cheap',
    'Fluid day: 2026-03-01',
    'Fluid balance: 5',
    'Fluid outcome: good',
  ])
  fields['kind'] = { schema, label: 'Fluid kind', plain: 'text', group: 'kind' }
  expect(lines({ kind: 'draw' }, {}, 'balances')).toEqual(['Kind: draw'])
  const facts = ['Reason: cheap', 'Day: 03/01/2026', 'Balance: 5 ml', 'Outcome: good']
  expect(lines(content, {}, 'balances')).toEqual(facts)
  expect(lines({ rows: [{ name: 'A', ...content }] }, {}, 'fluids')).toEqual([
    'A · Name: A',
    ...facts.map((fact) => `A · ${fact}`),
  ])
})

it('says what a copy in a protocol is judged by', () => {
  const drug = {
    name: 'Vasopressin',
    concentration: 20,
    dosage: 0.8,
    amount_unit: 'units',
    usual: 0.4,
    limits: { min: 0.4, max: 0.8, never: 'Not in shock.' },
  }
  const protocol = { name: 'Arrest', sections: [{ key: 1, title_p: 'Vasopressors', drugs: [drug] }] }
  expect(lines(protocol, {}, 'anesthesia_protocols')).toEqual(
    expect.arrayContaining([
      'Vasopressors · Vasopressin · Usual dosage: 0.4 units/kg',
      'Vasopressors · Vasopressin · Limits: 0.4 to 0.8 units/kg, never: Not in shock.',
    ]),
  )
})
