import { expect, it } from 'vitest'
import { keyOf } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Choice, Mutation, Op } from 'sync-protocol/records/mutation'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import { attentionText as text } from './attention-text.ts'
import { choiceWords, copyOf, enteredLines, titleOf, titleOfConflict } from './entry-words.ts'

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

it('says in plain words that a change could not be read', () => {
  expect(titleOf({ ...change(), action: 'unreadable' })).toBe('A change that the server could not read')
})

it('names what a change is about, and how much goes with it', () => {
  expect(titleOf(change(edit))).toBe('Drug, edited: Ketamine')
  const sheet: Op = { op: 'create', collection: 'sheets', _id: 's', content: { name: 'Bella' } }
  const draw: Op = { op: 'create', collection: 'draws', _id: 'w', content: { drug_name: 'Ketamine' } }
  const content = { drug_name: 'Ketamine', drug_volume: 0.37, sheet_data: { patient_name: 'Rex' } }
  expect(titleOf(change({ op: 'create', collection: 'draws', _id: 'w', content }))).toBe(
    'Controlled draw, new: Ketamine, 0.37 ml, Rex',
  )
  expect(titleOf(change(draw))).toBe('Controlled draw, new: Ketamine')
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
    { label: 'Concentration', value: '50 mg/ml' },
    { label: 'Canine dosage', value: '5 mg/kg' },
  ])
})

it('copies title, author, time and values as plain lines', () => {
  expect(copyOf('Drug, edited: Ketamine', 'Ana, 11/20/2026, 8:00 AM', enteredLines(change(edit)))).toBe(
    'Drug, edited: Ketamine\nAna, 11/20/2026, 8:00 AM\nConcentration: 50 mg/ml\nCanine dosage: 5 mg/kg',
  )
})

it('keeps a name of any length within a title', () => {
  const long: Op = { op: 'create', collection: 'drafts', _id: 'x', content: { name: 'x'.repeat(3000) } }
  expect(titleOf(change(long))).toBe(`Open sheet, new: ${'x'.repeat(80)}…`)
})

it('calls the protocols of a day list’s patient by their names in whatever was done with the row', () => {
  const [OLD, NEW] = ['0193aaaa-0000-7000-8000-000000000001', '0193aaaa-0000-7000-8000-000000000002']
  const record = { collection: 'day_rows', _id: 'r' } as const
  const content = { name: 'Bella', anesthesia_protocol_id: NEW, emergency_protocol_id: OLD }
  const protocolName = (id: string) => (id === NEW ? 'Dental' : undefined)
  const known = new Map<string, JsonObject>([[keyOf(record), content]])
  const ops: Op[] = [
    { op: 'create', ...record, content },
    { op: 'update', ...record, base: 1, set: content, was: { anesthesia_protocol_id: OLD } },
    { op: 'delete', ...record, base: 1 },
  ]
  for (const op of ops) {
    const lines = enteredLines(change(op), { protocolName }, known)
    expect(lines).toContainEqual({ label: 'Anesthesia protocol', value: 'Dental' })
    expect(lines).toContainEqual({ label: 'Emergency protocol', value: '(not in the library)' })
    expect(JSON.stringify([lines, enteredLines(change(op), {}, known)])).not.toContain('0193aaaa')
  }
})

it('says of a deletion what it deletes', () => {
  const drawn: Op = { op: 'void', collection: 'draws', _id: 'w', base: 1, reason: 'Entered twice' }
  const gone: Op = { op: 'delete', collection: 'procedures', _id: 'p', base: 1 }
  const known = new Map<string, JsonObject>([
    [keyOf(drawn), { drug_name: 'Ketamine', drug_volume: 0.5, sheet_data: { patient_name: 'Rex' } }],
    [keyOf(gone), { name: 'Spay' }],
  ])
  expect(titleOf(change(drawn), known)).toBe('Controlled draw, deleted: Ketamine, 0.5 ml, Rex')
  const lines = enteredLines(change(drawn), undefined, known)
  expect(lines[0]).toEqual({ label: 'Reason given', value: 'Entered twice' })
  expect(lines.map(({ value }) => value)).toEqual(expect.arrayContaining(['Ketamine', '0.5 ml', 'Rex']))
  expect(titleOf(change(gone), known)).toBe('Procedure, deleted: Spay')
  expect(enteredLines(change(gone), undefined, known).map(({ value }) => value)).toContain('Spay')
  expect(titleOf(change(gone))).toBe('Procedure, deleted')
})

it('names what a decision that came too late was about, and what was chosen', () => {
  const over: Op = { op: 'settle', collection: 'conflicts', _id: 'c', base: 1, choice: 'theirs' }
  const approval: Op = { op: 'settle', collection: 'attention', _id: 'a', base: 1, choice: 'mine' }
  const known = new Map<string, JsonObject>([
    [
      keyOf(over),
      { groups: [{ group: 'name', base: {}, theirs: { name: 'Spay' }, mine: { name: 'Spay 2' } }] },
    ],
    [keyOf(approval), { mutation: change(edit) }],
  ])
  expect(titleOf(change(over), known)).toBe('Decision between two versions: Spay 2')
  expect(titleOf(change(approval), known)).toBe('Decision on a refused change: Drug, edited: Ketamine')
  expect(titleOf(change(over))).toBe('Decision between two versions')
  expect(enteredLines(change(over))).toEqual([{ label: 'Chosen', value: 'to keep the current version' }])
})

it('says what a decision was about: other values, a deletion, or the edit of a deleted record', () => {
  const wanted = (choice: Choice, kind?: string) => {
    const over: Op = { op: 'settle', collection: 'conflicts', _id: 'c', base: 1, choice }
    const known = new Map<string, JsonObject>([[keyOf(over), kind === undefined ? {} : { kind }]])
    return enteredLines(change(over), undefined, known)[0]?.value
  }
  expect(wanted('mine', 'update')).toBe('to use what was entered')
  expect(wanted('mine', 'delete_of_changed')).toBe('to delete it')
  expect(wanted('theirs', 'delete_of_changed')).toBe('to keep it')
  expect(wanted('restore', 'update_of_deleted')).toBe('to restore it with the edit')
  expect(wanted('theirs', 'update_of_deleted')).toBe('to leave it deleted')
  expect(wanted('mine')).toBe('to use what was entered')
  expect(choiceWords(text.choices, 'mine', { kind: 'delete_of_changed' })).toBe('it was deleted')
  expect(choiceWords(text.choices, 'mine', { kind: 'update' })).toBe('what was entered was used')
  expect(choiceWords(text.choices, 'mine', undefined)).toBe('what was entered was used')
})

it('names the values of a decision as the record’s own kind does', () => {
  const over: Op = {
    op: 'settle',
    collection: 'conflicts',
    _id: 'c',
    base: 1,
    choice: 'mine',
    set: { review_months: 6 },
  }
  const known = new Map<string, JsonObject>([[keyOf(over), { record: { collection: 'drugs', _id: 'd' } }]])
  expect(enteredLines(change(over), undefined, known)).toEqual([{ label: 'Review after', value: '6 months' }])
  expect(enteredLines(change(over))).toEqual([{ label: 'Review months', value: '6' }])
})

it('names the record of an edit that does not touch its name, where it is known', () => {
  const drugs: Op = {
    op: 'update',
    collection: 'emergency_protocols',
    _id: 'e',
    base: 1,
    set: { drugs: [] },
    was: {},
  }
  const known = new Map<string, JsonObject>([[keyOf(drugs), { name: 'CPR' }]])
  expect(titleOf(change(drugs), known)).toBe('Emergency protocol, edited: CPR')
  expect(titleOf(change({ ...drugs, set: { name: 'Arrest' } }), known)).toBe(
    'Emergency protocol, edited: Arrest',
  )
})

it('calls a conflict as its record is called, also where that is deleted here or known to the conflict alone', () => {
  const conflict: ConflictContent = {
    record: { collection: 'drugs', _id: 'd' },
    kind: 'update',
    groups: [{ group: 'dose', base: {}, theirs: { concentration: 50 }, mine: { concentration: 25 } }],
    version: 2,
    mutation_id: 'm',
    lane: 'l',
    device: 'v',
    at: '2026-11-20T10:00:00.000Z',
  }
  expect(titleOfConflict(conflict, { name: 'Ketamine' })).toBe('Drug: Ketamine')
  expect(titleOfConflict({ ...conflict, full: { name: 'Morphine' } }, undefined)).toBe('Drug: Morphine')
  const renamed = { group: 'name', base: {}, theirs: { name: 'A' }, mine: { name: 'B' } }
  expect(titleOfConflict({ ...conflict, groups: [renamed] }, undefined)).toBe('Drug: B')
  expect(titleOfConflict(conflict, undefined)).toBe('Drug')
})

it('says an edit’s numbers in the unit of its drug, whether the edit says it or not', () => {
  const inUnits = {
    ...edit,
    set: { 'dosage.0': 0.4 },
    was: { amount_unit: 'units', 'dosage.0': 0.8 },
  } as const
  const said = (op: Op, known = new Map<string, JsonObject>(), edition = 2) =>
    enteredLines({ ...change(op), schema: edition }, undefined, known).map(
      ({ label, value }) => `${label}: ${value}`,
    )
  expect(said(inUnits)).toEqual(['Canine dosage: 0.4 units/kg'])
  const known = new Map([[keyOf({ collection: 'drugs', _id: 'd' }), { amount_unit: 'units' }]])
  expect(said({ ...inUnits, was: {} }, known)).toEqual(['Canine dosage: 0.4 units/kg'])
  expect(said({ ...inUnits, was: { ...inUnits.was, amount_unit: null } }, known)).toEqual([
    'Canine dosage: 0.4 mg/kg',
  ])
  // Edition 1 saw mg, whatever stands by now.
  expect(said({ ...edit, set: { concentration: 50 } }, known, 1)).toEqual(['Concentration: 50 mg/ml'])
  expect(said({ ...inUnits, set: { amount_unit: 'units' }, was: {} })).toEqual(['Measured in: units'])
})

it('numbers what one change makes several of', () => {
  const draw = (_id: string): Op => ({
    op: 'create',
    collection: 'draws',
    _id,
    content: { drug_volume: 0.5 },
  })
  const sheet: Op = { op: 'create', collection: 'sheets', _id: 's', content: { name: 'Bella' } }
  expect(enteredLines(change(sheet, draw('a'), draw('b'))).map(({ label }) => label)).toEqual([
    'Anesthesia sheet · Patient name',
    'Controlled draw 1 · Volume',
    'Controlled draw 2 · Volume',
  ])
})
