import { expect, test } from 'vitest'
import type { JsonObject } from '../records/json.ts'
import { ketamine } from '../testing/examples.ts'
import { changes, listed } from './changes.ts'
import { fullName } from './names.ts'

const noTitles = () => undefined

test('what a conflict says is absent is no fact, whatever field it is', () => {
  const bare = ketamine({ schedule: null, limits: null })
  expect(listed('drugs', bare, noTitles)).not.toContain('?')
  expect(changes('drugs', bare, ketamine(), noTitles)).toBe('schedule none to III')
  expect(
    listed('sections', { key: 1, title_s: 'A', title_p: 'As', drug_class: null }, noTitles),
  ).not.toContain('?')
})

test('a difference without words of its own is named as people name it', () => {
  const row = { name: 'Duke', species: 0, day: '2026-11-27', order: 'a', status: 'listed' }
  const planned = { ...row, anesthesia_protocol_id: 'f3c0', order: 'b' }
  expect(changes('day_rows', row, planned, noTitles)).toBe('order, anesthesia protocol')
})

test.each([
  [
    'sheets',
    {
      species: 'dog',
      patient_id: {},
      weight: 'heavy',
      procedure: ['Spay'],
      anesthesia_protocol: 'Standard',
      injections: [7, {}],
      outcome: 3,
    },
    "heavy , injections '7', '?'",
    '',
  ],
  [
    'draws',
    { drug_name: 'Ketamine', drug_concentration: {}, drug_volume: 'much', sheet_data: ['Rex'] },
    '',
    "much ml of 'Ketamine' ? mg/ml for ''",
  ],
  [
    'balances',
    { drug_name: 'Ketamine', drug_concentration: '100', date_start: 5, closing: { balance: 'x' } },
    'container ? ml, closing balance x ml',
    "'Ketamine' 100 mg/ml",
  ],
  [
    'anesthesia_protocols',
    {
      name: 5,
      sections: ['Induction', { title_p: 'Opioids', drugs: [null, { name: 5, dosage: 'x' }] }],
      fluids: [{ rate: null }, 'Saline'],
    },
    "'' in Opioids #2 (dosage x mg/kg)",
    '',
  ],
  [
    'drugs',
    {
      name: 'K',
      species: 'both',
      dosage: [5, 'x', 7],
      concentration: {},
      limits: ['x'],
      reference: 5,
      reverses: [5, { name: 'X', rule: 'drops', value: 'few' }],
    },
    "concentration ? mg/ml, canine dosage 5 mg/kg, feline dosage x mg/kg, canine reversal of '' (?), canine reversal of 'X' (few drops)",
    "'K' ? mg/ml",
  ],
] as const)(
  'of %s that hold what they cannot, as much is said as there is',
  (collection, content, words, name) => {
    const held = JSON.parse(JSON.stringify(content)) as JsonObject
    expect(listed(collection, held, noTitles)).toBe(words)
    expect(fullName(collection, held)).toBe(name)
  },
)

test('[Q-16] what a drug reverses is said drug by drug', () => {
  const row = { name: 'Dexmedetomidine', species: 0, rule: 'times_mass', value: 10, route: 'IM' }
  const cats = { ...row, species: 1, value: 5, note: 'IV only in arrest' }
  const xylazine = { name: 'Xylazine', species: 0, rule: 'mg_per_kg', value: 0.1, route: 'IM' }
  const drug = (...reverses: JsonObject[]) => ketamine({ reverses })
  const said = (before: JsonObject, after: JsonObject) => changes('drugs', before, after, noTitles)
  expect(said(ketamine(), drug(row, cats))).toBe(
    "added canine reversal of 'Dexmedetomidine' (10 times its dose, IM), added feline reversal of 'Dexmedetomidine' (5 times its dose, IM, IV only in arrest)",
  )
  expect(said(drug(row, cats), drug({ ...row, value: 1 }, xylazine))).toBe(
    "canine reversal of 'Dexmedetomidine' 10 times its dose, IM to 1 times its dose, IM, removed feline reversal of 'Dexmedetomidine' (5 times its dose, IM, IV only in arrest), added canine reversal of 'Xylazine' (0.1 mg/kg, IM)",
  )
  expect(said(drug(xylazine), ketamine({ reverses: [xylazine], amount_unit: 'units' }))).toContain(
    "canine reversal of 'Xylazine' 0.1 mg/kg, IM to 0.1 units/kg, IM",
  )
})
