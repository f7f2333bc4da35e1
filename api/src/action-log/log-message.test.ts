import { describe, expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import { COLLECTIONS } from 'sync-protocol/records/envelope'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { draw, ketamine, mutationOf, testId } from 'sync-protocol/testing/examples'
import { logMessage, type ContentOf } from './log-message.ts'
import { NOUNS, SUBJECTS, VERBS } from './log-text.ts'

const id = (k: number) => testId(1, k)
const said = (
  action: string,
  ops: Op[],
  known: Record<string, JsonObject> = {},
  more: Partial<Mutation> = {},
  outcome?: Parameters<typeof logMessage>[2],
) => {
  const contentOf: ContentOf = (collection, _id) => known[`${collection}/${_id}`]
  return logMessage(mutationOf(1, id(1), action, ops, more), contentOf, outcome)
}
const created = (collection: Op['collection'], content: JsonObject, k = 2): Op => ({
  op: 'create',
  collection: collection as 'drugs',
  _id: id(k),
  content,
})
const deleted = (collection: Op['collection'], k: number): Op => ({
  op: 'delete',
  collection: collection as 'drugs',
  _id: id(k),
  base: 1,
})

describe('the action log says', () => {
  test('which fields of which record were edited', () => {
    const edit: Op = {
      op: 'update',
      collection: 'drugs',
      _id: id(2),
      base: 1,
      set: { 'dosage.0': 5, 'dosage.1': 4, concentration: 50 },
      was: {},
    }
    const known = { [`drugs/${id(2)}`]: ketamine() }
    expect(said('drug.update', [edit], known)).toBe("Edited drug 'Ketamine' (dosage, concentration)")
    expect(said('drug.update', [edit])).toBe('Edited drug (dosage, concentration)')
  })

  test('how many records were deleted, and the first names', () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7]
    const known = Object.fromEntries(numbers.map((k) => [`fluids/${id(k)}`, { name: `F${k}` }]))
    const ops = numbers.map((k) => deleted('fluids', k))
    expect(said('fluid.delete', ops, known)).toBe("Deleted 7 fluids 'F1', 'F2', 'F3', 'F4', 'F5', 2 more")
  })

  test('for whom a sheet was saved, and how many draws came with it', () => {
    const sheet = created('sheets', { name: 'Rex' })
    const end = deleted('drafts', 9)
    expect(said('sheet.save', [sheet, end])).toBe("Saved anesthesia sheet 'Rex'")
    expect(said('sheet.save', [sheet, created('draws', draw(), 3), end])).toBe(
      "Saved anesthesia sheet 'Rex' with 1 controlled substance draw",
    )
  })

  test('why a fact was voided', () => {
    const ops: Op[] = [{ op: 'void', collection: 'draws', _id: id(2), base: 1, reason: 'Entered twice' }]
    expect(said('draw.void', ops, { [`draws/${id(2)}`]: draw() })).toBe(
      "Voided controlled substance draw 0.5 ml of 'Ketamine' for 'Rex': Entered twice",
    )
  })

  test('what was chosen for a conflict and for a refused change', () => {
    const settle = (collection: 'conflicts' | 'attention', choice: 'mine' | 'theirs' | 'dismiss'): Op[] => [
      { op: 'settle', collection, _id: id(2), base: 1, choice },
    ]
    const conflict = { record: { collection: 'drugs', _id: id(3) } }
    const known = { [`conflicts/${id(2)}`]: conflict, [`drugs/${id(3)}`]: ketamine() }
    expect(said('conflict.settle', settle('conflicts', 'theirs'), known)).toBe(
      "Settled a conflict over drug 'Ketamine': kept the stored values",
    )
    const attention = { [`attention/${id(2)}`]: { message: 'Drug name is too long.' } }
    expect(said('attention.settle', settle('attention', 'dismiss'), attention)).toBe(
      'Settled a refused change (Drug name is too long.): dismissed it',
    )
    expect(said('attention.approve', settle('attention', 'mine'), attention)).toBe(
      'Approved a change that waited for it: Drug name is too long.',
    )
  })

  test('what became of it, when not all was applied', () => {
    const ops = [created('injections', { name: 'Cerenia' })]
    const because = (status: 'rejected' | 'parked' | 'conflict') =>
      said('injection.create', ops, {}, {}, { status, message: 'No.' })
    expect(because('rejected')).toBe("Created injection 'Cerenia' (refused: No.)")
    expect(because('parked')).toBe("Created injection 'Cerenia' (waiting for a decision: No.)")
    expect(because('conflict')).toBe("Created injection 'Cerenia' (in part, a conflict is left to settle)")
  })

  test('a failed save, and a plain text for an action that it does not know', () => {
    expect(said('sheet.save_failed', [])).toBe('Failed to save sheet')
    expect(said('sheet.save_failed', [], {}, { detail: 'disk full' })).toBe('Failed to save sheet: disk full')
    expect(said('moon.land', [], {}, { detail: 'softly' })).toBe('Action moon.land: softly')
    expect(said('drug.update', [created('fluids', { name: 'Saline' })])).toBe('Action drug.update')
    expect(said('constructor.toString', [])).toBe('Action constructor.toString')
  })

  test('nothing about typing and what was withdrawn', () => {
    expect(said('draft.update', [deleted('drafts', 1)])).toBeNull()
    expect(said('withdrawn', [])).toBeNull()
  })

  test('nothing that a table cannot hold, and never endlessly', () => {
    const message = said('sheet.void', [
      { op: 'void', collection: 'sheets', _id: id(2), base: 1, reason: `\u0000${'a'.repeat(600)}` },
    ])
    expect(message).not.toContain('\u0000')
    expect(message).toHaveLength(500)
  })

  test.each(
    Object.keys(SUBJECTS).flatMap((subject) => Object.keys(VERBS).map((verb) => `${subject}.${verb}`)),
  )('a text of its own for %s', (action) => {
    const [subject = '', verb = ''] = action.split('.')
    const collection = SUBJECTS[subject] ?? 'drugs'
    const ops = [created(collection, { name: 'X', title_p: 'X', drug_name: 'X' })]
    expect(said(action, ops)).toMatch(new RegExp(`^${VERBS[verb]} ${NOUNS[collection][0]} .*'?X'?`))
  })

  test('every collection has its noun', () => {
    expect(Object.keys(NOUNS)).toEqual([...COLLECTIONS])
  })
})
