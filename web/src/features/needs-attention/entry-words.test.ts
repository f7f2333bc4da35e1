import { expect, it } from 'vitest'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { copyOf, enteredLines, fieldLines, titleOf } from './entry-words.ts'

const change = (...ops: Op[]): Mutation => ({
  n: 1,
  id: 'm',
  at: '2026-11-20T10:00:00.000Z',
  clock_offset_ms: null,
  schema: 1,
  action: 'drug.update',
  detail: null,
  ops,
})
const edit: Op = {
  op: 'update',
  collection: 'drugs',
  _id: 'd',
  base: 3,
  set: { concentration: 50, 'dosage.0': 5 },
  was: { name: 'Ketamine', concentration: 100, 'dosage.0': 4 },
}

it('names what a change is about, and how much goes with it', () => {
  expect(titleOf(change(edit))).toBe('Drug, edited: Ketamine')
  const sheet: Op = { op: 'create', collection: 'sheets', _id: 's', content: { name: 'Bella' } }
  const draw: Op = { op: 'create', collection: 'draws', _id: 'w', content: { drug_name: 'Ketamine' } }
  const end: Op = { op: 'delete', collection: 'drafts', _id: 'x', base: 1 }
  expect(titleOf(change(sheet, draw, end))).toBe('Anesthesia sheet, new: Bella (and 1 more)')
  const table: Op = {
    op: 'create',
    collection: 'drafts',
    _id: 't',
    content: { kind: 'balance', table: { events: [] } },
  }
  const later: Op = {
    ...edit,
    collection: 'drafts',
    set: { table: { events: [1] } },
    was: { table: { events: [] } },
  }
  expect(titleOf(change(table))).toBe('Open balance table, new')
  expect(titleOf(change(later))).toBe('Open balance table, edited')
  expect(titleOf({ ...change(), action: 'sheet.export', detail: 'Bella.pdf' })).toBe('Bella.pdf')
})

it('shows the values that were entered, not those that were there', () => {
  expect(enteredLines(change(edit))).toEqual([
    { label: 'concentration', value: '50 mg/ml' },
    { label: 'dosage canine', value: '5 mg/kg' },
  ])
})

it('leaves no value out, however deep', () => {
  const content = {
    name: 'Spay',
    notes: '',
    injections: ['Carprofen', 'Penicillin'],
    sections: [{ title: 'Opioids', drugs: [{ name: 'Morphine', volume: 0.5, controlled: true }] }],
  }
  expect(fieldLines(content)).toEqual([
    { label: 'name', value: 'Spay' },
    { label: 'notes', value: '(empty)' },
    { label: 'injections', value: 'Carprofen, Penicillin' },
    { label: 'sections 1 · title', value: 'Opioids' },
    { label: 'sections 1 · drugs 1 · name', value: 'Morphine' },
    { label: 'sections 1 · drugs 1 · volume', value: '0.5' },
    { label: 'sections 1 · drugs 1 · controlled', value: 'yes' },
  ])
})

it('copies title and values as plain lines', () => {
  expect(copyOf('Drug, edited: Ketamine', enteredLines(change(edit)))).toBe(
    'Drug, edited: Ketamine\nconcentration: 50 mg/ml\ndosage canine: 5 mg/kg',
  )
})

it('says of each number of a dose whose it is, and its unit', () => {
  const drug = {
    name: 'Ketamine',
    concentration: 100,
    species: [0],
    dosage: [0.005, -1],
    range: [[2, 10], null],
    route: ['IM', 'IV'],
  }
  expect(fieldLines(drug)).toEqual([
    { label: 'name', value: 'Ketamine' },
    { label: 'concentration', value: '100 mg/ml' },
    { label: 'species', value: 'Canine' },
    { label: 'dosage canine', value: '0.005 mg/kg' },
    { label: 'dosage feline', value: 'not used' },
    { label: 'range canine', value: '2 to 10 mg/kg' },
    { label: 'range feline', value: '(empty)' },
    { label: 'route canine', value: 'IM' },
    { label: 'route feline', value: 'IV' },
  ])
  expect(fieldLines({ species: 1, sections: [{ drugs: [{ dosage: 0.1, dosage_from: -1 }] }] })).toEqual([
    { label: 'species', value: 'Feline' },
    { label: 'sections 1 · drugs 1 · dosage', value: '0.1 mg/kg' },
    { label: 'sections 1 · drugs 1 · dosage from', value: 'not used' },
  ])
})

it('shows what nobody foresaw as it is', () => {
  expect(fieldLines({ species: [7], dosage: [{ odd: 1 }, 2], rate: '1,5', concentration: null })).toEqual([
    { label: 'species', value: '7' },
    { label: 'dosage 1 · odd', value: '1' },
    { label: 'dosage 2', value: '2' },
    { label: 'rate', value: '1,5' },
    { label: 'concentration', value: '(empty)' },
  ])
})
