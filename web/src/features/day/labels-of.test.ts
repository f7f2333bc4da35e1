import { expect, test } from 'vitest'
import type { AnesthesiaProtocolContent } from 'sync-protocol/records/anesthesia-protocol'
import type { DayRowContent } from 'sync-protocol/records/day-row'
import { emptySheetDraft, sheetOfDraft } from 'sync-protocol/rules/sheet'
import type { DayRow } from '../../data/view/day-rows.ts'
import { labelledFor, patientLabels, syringeLabels } from './labels-of.ts'
import { plannedRows } from './planned-rows.ts'

const drug = (name: string, dosage: number, concentration: number, more: object = {}) => ({
  name,
  concentration,
  dosage,
  dosage_from: -1 as const,
  dosage_to: -1 as const,
  route: 'IM' as const,
  form: 'INJECTION' as const,
  controlled: false,
  ...more,
})
const PROTOCOL: AnesthesiaProtocolContent = {
  species: 0,
  name: 'TTDex',
  sections: [
    {
      key: 1,
      title_s: 'Premedication',
      title_p: 'Premedications',
      drugs: [
        drug('Butorphanol', 0.2, 10),
        drug('Atropine', 0.02, 0.5),
        drug('Maropitant', 1, 60, { form: 'TABLET' }),
      ],
    },
    {
      key: 2,
      title_s: 'Other',
      title_p: 'Others',
      drugs: [drug('Heparin', 10, 1000, { amount_unit: 'units' }), drug('Butorphanol', 0.1, 10)],
    },
  ],
}
const row = (name: string, content: Partial<DayRowContent> = {}): DayRow => ({
  _id: name,
  version: 1,
  order: name,
  content: {
    day: '2026-11-20',
    order: name,
    name,
    species: 0,
    status: 'weighed',
    weight: 0.3,
    weight_units: 'kg',
    anesthesia_protocol_id: 'dogs',
    ...content,
  },
})
const known = { prints: {}, classes: new Map([[2, 'vasopressor' as const]]), sheets: new Map(), time: 'now' }
const planOf = (rows: readonly DayRow[]) => plannedRows(rows, new Map([['dogs', PROTOCOL]]), new Set())

test('a syringe for each drug that is drawn up, with its volume as the sheet prints it', () => {
  const rows = [row('Rex', { line: '7' })]
  const prints = { Rex: { at: '', counts: { 'Atropine 0.5 mg/ml': 1 } } }
  const [rex] = syringeLabels(rows, planOf(rows), { ...known, prints })
  expect(rex?.labels.map(({ label, paper }) => [label, paper])).toEqual([
    [
      'Butorphanol 10 mg/ml',
      {
        drug: 'Butorphanol',
        strength: '10 mg/ml',
        volume: '0.01',
        patient: 'Rex',
        line: '7',
        time: 'now',
        drugClass: 'opioid',
        print: 1,
      },
    ],
    [
      'Atropine 0.5 mg/ml',
      expect.objectContaining({ volume: '0.01', drugClass: 'anticholinergic', print: 2 }),
    ],
    [
      'Heparin 1000 units/ml',
      expect.objectContaining({ strength: '1000 units/ml', volume: '<0.01', drugClass: 'vasopressor' }),
    ],
    // Drawn twice: two syringes.
    ['Butorphanol 10 mg/ml 2', expect.objectContaining({ volume: '<0.01', print: 1 })],
  ])
})

test('a saved sheet says what its syringes hold, whatever the row says by now; without labels is who cannot be computed', () => {
  const draft = {
    ...emptySheetDraft({ outcome: 'N/A' }),
    species: 0 as const,
    name: 'Max as saved',
    weight: '12.4',
    weight_units: 'kg' as const,
    procedure: { content: { name: 'Neuter' } },
    anesthesia_protocol: { content: PROTOCOL },
  }
  const sheets = new Map([['s', sheetOfDraft(draft, '2026-11-20')]])
  const noWeight = row('Bella')
  delete noWeight.content.weight
  delete noWeight.content.weight_units
  const rows = [
    row('Max', { status: 'drawn', sheet_id: 's' }),
    noWeight,
    row('By hand', { status: 'drawn' }),
    row('Refused', { status: 'refused', sheet_id: 's' }),
  ]
  const found = syringeLabels(rows, planOf(rows), { ...known, sheets })
  expect(found.map(({ row: { _id }, labels, lack }) => [_id, labels.length, lack])).toEqual([
    ['Max', 4, undefined],
    ['Bella', 0, 'weight'],
  ])
  expect(found[0]?.labels[0]?.paper).toMatchObject({ patient: 'Max as saved', volume: '0.25', line: '1' })
})

test('a label for each patient; nobody’s weight while two wait, and none for the refused', () => {
  const rows = [
    row('Rex', { patient_id: 'A-1', estimated: true }),
    row('Twice'),
    row('Refused', { status: 'refused' }),
  ]
  const prints = { Twice: { at: '', counts: { patient: 2 } } }
  expect(patientLabels(rows, new Set(['Twice']), { prints }).map(({ labels: [one] }) => one?.paper)).toEqual([
    {
      patient: 'Rex',
      patientId: 'A-1',
      species: 'Canine',
      weight: 'about 0.3 kg · 0.66 lb',
      line: '1',
      day: '11/20/2026',
      print: 1,
    },
    {
      patient: 'Twice',
      patientId: '',
      species: 'Canine',
      weight: '',
      line: '2',
      day: '11/20/2026',
      print: 3,
    },
  ])
})

test('labels for another weight are told of whoever is still to be drawn', () => {
  const prints = {
    Rex: { at: '', counts: { patient: 1 }, weights: { patient: '0.3 kg', 'Atropine 0.5 mg/ml': '0.4 kg' } },
    Max: { at: '', counts: { patient: 1 } },
  }
  expect(labelledFor(row('Rex'), prints)).toBe('0.4 kg')
  expect(labelledFor(row('Rex', { weight: 0.4, estimated: true }), prints)).toBe('0.3 kg')
  expect(labelledFor(row('Rex', { status: 'drawn', sheet_id: 's' }), prints)).toBe(undefined)
  expect(labelledFor(row('Max'), prints)).toBe(undefined)
  const [rex] = syringeLabels([row('Rex')], planOf([row('Rex')]), { ...known, prints })
  expect(rex?.labels.map(({ weight }) => weight)).toEqual(['0.3 kg', '0.3 kg', '0.3 kg', '0.3 kg'])
})
