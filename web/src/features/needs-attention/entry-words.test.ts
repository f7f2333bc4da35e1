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
  expect(titleOf({ ...change(), action: 'sheet.export', detail: 'Bella.pdf' })).toBe('Bella.pdf')
})

it('shows the values that were entered, not those that were there', () => {
  expect(enteredLines(change(edit))).toEqual([
    { label: 'concentration', value: '50' },
    { label: 'dosage canine', value: '5' },
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
    'Drug, edited: Ketamine\nconcentration: 50\ndosage canine: 5',
  )
})
