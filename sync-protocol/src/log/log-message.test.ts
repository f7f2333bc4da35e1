import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLLECTIONS, type SyncRecord } from '../records/envelope.ts'
import type { Json, JsonObject } from '../records/json.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import { conflictOf } from '../records/mutation-hash.ts'
import { draw, ketamine, mutationOf } from '../testing/examples.ts'
import {
  at,
  create,
  id,
  LOGGED_ACTIONS,
  remove,
  restore,
  SECTIONS,
  update,
  voided,
  type Known,
} from '../testing/logged-actions.ts'
import { logMessage } from './log-message.ts'
import type { LogLook, LogOutcome } from './log-look.ts'
import { kinds, SUBJECTS } from '../records/kinds.ts'
import { ACTIONS, VERBS } from './log-text.ts'

function look({ before = {}, after = {}, author }: Known): LogLook {
  return {
    before: (collection, _id) => before[`${collection}/${_id}`],
    after: (collection, _id) => {
      const content = after[`${collection}/${_id}`]
      return content === undefined ? undefined : ({ content, deleted: content === null } as SyncRecord)
    },
    authorOf: () => author,
    sectionTitle: (key) => SECTIONS[key],
  }
}
const said = (
  action: string,
  ops: Op[],
  known: Known = {},
  outcome: LogOutcome = { status: 'applied' },
  more: Partial<Mutation> = {},
) => logMessage(mutationOf(1, id(1), action, ops, more), look(known), outcome)

describe('[LOG-01] the action log says of', () => {
  test.each(LOGGED_ACTIONS)('%s: %s', (action, message, ops, known = {}, detail) => {
    expect(said(action, ops, known, { status: 'applied' }, { detail: detail ?? null })).toBe(message)
  })

  test('every known action without records is in the table', () => {
    const tested = new Set(LOGGED_ACTIONS.map(([action]) => action))
    expect(Object.keys(ACTIONS).filter((action) => !tested.has(action))).toEqual([])
  })

  test.each(
    [...SUBJECTS.keys()].flatMap((subject) => Object.keys(VERBS).map((verb) => [subject, verb] as const)),
  )('%s.%s: something of its own, with or without records', (subject, verb) => {
    const action = `${subject}.${verb}`
    const collection = SUBJECTS.get(subject) ?? 'drugs'
    const content = { name: 'X', title_p: 'X', drug_name: 'X', printed_name: 'X', what: 'X' }
    expect(said(action, [create(collection, content)])).toMatch(/'X'/)
    expect(said(action, [])).toMatch(new RegExp(`^${VERBS[verb]?.done} ${kinds[collection].nouns[0]}$`))
  })

  test('every collection has its noun', () => {
    expect(Object.keys(kinds)).toEqual([...COLLECTIONS])
  })

  test('nothing: typing, and what was withdrawn', () => {
    expect(said('draft.save', [remove('drafts', 1)])).toBeNull()
    expect(said('withdrawn', [])).toBeNull()
  })
})

describe('a settled conflict', () => {
  const settle = (choice: 'mine' | 'theirs' | 'edited' | 'restore' | 'dismiss'): Op[] => [
    { op: 'settle', collection: 'conflicts', _id: id(8), base: 1, choice },
  ]
  const conflict = (kind: string, groups: unknown[] = []) => ({
    [`conflicts/${id(8)}`]: {
      record: { collection: 'drugs', _id: id(2) },
      kind,
      groups,
      version: 1,
      mutation_id: id(3),
      lane: id(4),
      device: id(5),
      at: '2026-11-20T10:00:00.000Z',
    } as JsonObject,
  })
  const clash = [{ group: 'dose', base: {}, theirs: { concentration: 100 }, mine: { concentration: 50 } }]

  test('says what was turned down', () => {
    const before = { ...conflict('update', clash), ...at('drugs', ketamine()) }
    expect(said('conflict.settle', settle('theirs'), { before })).toBe(
      "Decided between two versions of drug 'Ketamine' 100 mg/ml: kept the current version (not concentration 100 to 50 mg/ml)",
    )
  })

  test('says what it changed', () => {
    const before = { ...conflict('update', clash), ...at('drugs', ketamine()) }
    const after = at('drugs', ketamine({ concentration: 50 }))
    expect(said('conflict.settle', settle('mine'), { before, after })).toBe(
      "Decided between two versions of drug 'Ketamine' 100 mg/ml: used the version set aside (concentration 100 to 50 mg/ml)",
    )
    expect(said('conflict.settle', settle('edited'), { before, after })).toContain('entered other values')
  })

  test.each([
    ['delete_of_changed', 'theirs', 'kept it'],
    ['delete_of_changed', 'mine', 'deleted it'],
    ['update_of_deleted', 'theirs', 'left it deleted'],
    ['update_of_deleted', 'restore', 'restored it with the edit'],
  ] as const)('%s, %s: %s', (kind, choice, words) => {
    const before = { ...conflict(kind), ...at('drugs', ketamine()) }
    expect(said('conflict.settle', settle(choice), { before })).toBe(
      `Decided between two versions of drug 'Ketamine' 100 mg/ml: ${words}`,
    )
  })

  test('that was refused says what it would have changed', () => {
    const before = { ...conflict('update', clash), ...at('drugs', ketamine()) }
    expect(said('conflict.settle', settle('mine'), { before }, { status: 'rejected', message: 'No.' })).toBe(
      "Refused (No.): Decided between two versions of drug 'Ketamine' 100 mg/ml: used the version set aside (concentration 100 to 50 mg/ml)",
    )
  })

  test('that came after another decision is not told as done', () => {
    const settled = { by: id(9), by_name: 'Lee', at: '2026-11-20T10:00:00.000Z', choice: 'theirs' }
    const [[key, content] = ['', {}]] = Object.entries(conflict('update', clash))
    const before = { [key]: { ...content, settled }, ...at('drugs', ketamine()) }
    expect(said('conflict.settle', settle('mine'), { before })).toBe(
      "Not done, already decided: Decided between two versions of drug 'Ketamine' 100 mg/ml: used the version set aside (concentration 100 to 50 mg/ml)",
    )
    const typed: Op[] = [
      {
        op: 'settle',
        collection: 'conflicts',
        _id: id(8),
        base: 1,
        choice: 'edited',
        set: { concentration: 40 },
      },
    ]
    expect(said('conflict.settle', typed, { before })).toBe(
      "Not done, already decided: Decided between two versions of drug 'Ketamine' 100 mg/ml: entered other values (concentration 100 to 40 mg/ml)",
    )
  })

  test('of a record that moved meanwhile was not settled', () => {
    const before = { ...conflict('update', clash), ...at('drugs', ketamine()) }
    expect(said('conflict.settle', settle('mine'), { before }, { status: 'conflict' })).toMatch(
      /^Not done, the record changed in the meantime: Decided between two versions of drug 'Ketamine'/,
    )
  })

  test('that nobody knows any more is still one', () => {
    expect(said('conflict.settle', settle('theirs'))).toBe(
      'Decided between two versions: kept the current version',
    )
  })
})

describe('a refused change', () => {
  const settle = (choice: 'mine' | 'dismiss'): Op => ({
    op: 'settle',
    collection: 'attention',
    _id: id(8),
    base: 1,
    choice,
  })
  const kept = (ops: Op[], message: string) => ({
    [`attention/${id(8)}`]: {
      mutation: mutationOf(3, id(3), 'drug.update', ops),
      status: 'rejected',
      code: 'forbidden',
      message,
      lane: id(4),
      device: id(5),
      at: '2026-11-20T10:00:00.000Z',
    } as unknown as JsonObject,
  })
  const edit = update('drugs', { concentration: 50 }, { name: 'Ketamine', concentration: 100 })
  const known = { before: kept([edit], 'No.'), author: 'Tom' }

  test.each([
    [
      'attention.approve',
      'mine',
      "Approved a refused change by Tom: Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
    ],
    [
      'attention.discard',
      'dismiss',
      "Discarded a refused change by Tom (No.): Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
    ],
    [
      'attention.reopen',
      'dismiss',
      "Reopened a refused change by Tom (No.): Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
    ],
  ] as const)('%s', (action, choice, message) => {
    expect(said(action, [remove('drafts', 9), settle(choice)], known)).toBe(message)
  })

  test('that is sent once more says what is done', () => {
    expect(said('drug.update', [edit, settle('dismiss')], known)).toBe(
      "Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
    )
  })

  test('says why, and what was asked for, not what stands', () => {
    const before = at('drugs', ketamine())
    expect(said('drug.update', [edit], { before }, { status: 'rejected', message: 'No.' })).toBe(
      "Refused (No.): Edited drug 'Ketamine' (concentration 100 to 50 mg/ml)",
    )
    expect(said('sheet.save', [create('draws', draw())], {}, { status: 'parked', message: 'Wait.' })).toMatch(
      /^Waiting for a decision \(Wait\.\): /,
    )
  })
})

describe('what clashed is told from what was done', () => {
  const edit = update('drugs', { concentration: 50, section_key: 1000 }, { concentration: 100 })

  test('in part', () => {
    const known = { before: at('drugs', ketamine()), after: at('drugs', ketamine({ section_key: 1000 })) }
    expect(said('drug.update', [edit], known, { status: 'conflict' })).toBe(
      "Edited drug 'Ketamine' (section 'Dissociatives' to 'Sedatives'); set aside until someone decides: concentration 100 to 50 mg/ml",
    )
  })

  test('as a whole', () => {
    const known = { before: at('drugs', ketamine()) }
    expect(said('drug.update', [edit], known, { status: 'conflict' })).toBe(
      "Set aside until someone decides: Edited drug 'Ketamine' (concentration 100 to 50 mg/ml, section 'Dissociatives' to 'Sedatives')",
    )
    expect(said('drug.delete', [remove('drugs')], known, { status: 'conflict' })).toBe(
      "Set aside until someone decides: Deleted drug 'Ketamine' 100 mg/ml",
    )
  })
})

describe('of a change of many records is told which were changed', () => {
  const three = [2, 3, 4]
  const names = ['Alpha', 'Beta', 'Gamma']
  const before = Object.assign(
    {},
    ...three.map((k, n) => at('fluids', { name: names[n] ?? '' }, k)),
  ) as Known['before']
  const conflict = (index: number) => ({ [`conflicts/${conflictOf(id(1), index)}`]: {} })

  test('and which were set aside', () => {
    const ops = three.map((k) => remove('fluids', k))
    const gone = (...ks: number[]) => Object.fromEntries(ks.map((k) => [`fluids/${id(k)}`, null]))
    const known = (after: Known['after']) => ({ ...(before && { before }), ...(after && { after }) })
    expect(said('fluid.delete', ops, known({ ...gone(2, 4), ...conflict(1) }), { status: 'conflict' })).toBe(
      "Deleted 2 fluids 'Alpha', 'Gamma'; set aside until someone decides: Deleted fluid 'Beta'",
    )
    // Somebody else had deleted it before: it is so, and none of what was set aside.
    expect(said('fluid.delete', ops, known({ ...gone(2), ...conflict(1) }), { status: 'conflict' })).toBe(
      "Deleted 2 fluids 'Alpha', 'Gamma'; set aside until someone decides: Deleted fluid 'Beta'",
    )
    const all = { ...conflict(0), ...conflict(1), ...conflict(2) }
    expect(said('fluid.delete', ops, known(all), { status: 'conflict' })).toBe(
      "Set aside until someone decides: Deleted 3 fluids 'Alpha', 'Beta', 'Gamma'",
    )
  })

  test('and for which the delete itself was taken back', () => {
    const content = (n: number) => ({ name: names[n] ?? '' })
    const undoes = id(99)
    const ops = three.map((k, n): Op => ({ ...restore('fluids', content(n), k), ...(n === 1 && { undoes }) }))
    const taken = { [`conflicts/${undoes}`]: {} }
    const back = { ...at('fluids', content(0), 2), ...at('fluids', content(2), 4) }
    expect(said('fluid.restore', ops, { ...(before && { before }), after: { ...back, ...taken } })).toBe(
      "Restored 2 fluids 'Alpha', 'Gamma'; withdrew what was set aside: deleted fluid 'Beta'",
    )
    const [, second] = ops
    expect(said('fluid.restore', [second as Op], { ...(before && { before }), after: taken })).toBe(
      "Withdrew what was set aside: deleted fluid 'Beta'",
    )
  })
})

test('what is not sent yet says what was asked for', () => {
  expect(
    said(
      'drug.update',
      [update('drugs', { 'dosage.0': 6 }, { 'dosage.0': 5 })],
      { before: at('drugs', ketamine()) },
      { status: 'unsent' },
    ),
  ).toBe("Edited drug 'Ketamine' (canine dosage 5 to 6 mg/kg)")
})

describe('a message', () => {
  test('is one line that reads as it is written', () => {
    const message = said('sheet.delete', [voided('sheets', 'a\r\nb\u0000\u202Ec\u2066')])
    expect(message).toBe('Deleted anesthesia sheet; reason: a b\uFFFD\uFFFDc\uFFFD')
  })

  test('names many records by the first, and never goes on endlessly', () => {
    const many = Array.from({ length: 25 }, (_, k) => create('fluids', { name: `F${k}` }, k))
    expect(said('fluid.create', many)).toMatch(/^Created 25 fluids 'F0', .* 'F19', 5 more$/)
    const long = voided('sheets', '😀'.repeat(3000))
    expect(Array.from(said('sheet.delete', [long]) ?? '')).toHaveLength(2000)
  })

  test('is made of whatever a refused change holds', () => {
    const collection = fc.constantFrom(...COLLECTIONS)
    const fields = Object.values(kinds).flatMap(({ groups }) => Object.values(groups).flat())
    const field = fc.constantFrom(
      ...new Set(fields),
      'dosage.0',
      'limits.1',
      'drugs',
      'sheet_data',
      'outcome',
    )
    // What no template and no Number() takes, and what JSON may say all the same.
    const hostile = fc.constantFrom<Json>({ toString: false, valueOf: false }, [{ toString: null }], {
      length: 2,
    })
    const anything = fc.oneof({ weight: 3, arbitrary: fc.jsonValue() }, hostile) as fc.Arbitrary<Json>
    const content = fc.dictionary(field, anything) as fc.Arbitrary<JsonObject>
    const op = fc.oneof(
      fc.tuple(collection, content).map(([name, value]) => create(name, value)),
      fc.tuple(collection, content, content).map(([name, set, was]) => update(name, set, was)),
      fc.tuple(collection, content).map(([name, value]) => restore(name, value)),
      fc.tuple(collection, fc.string()).map(([name, reason]) => voided(name, reason)),
      collection.map((name) => remove(name)),
      fc
        .constantFrom('mine', 'theirs', 'edited')
        .chain((choice) =>
          fc
            .constantFrom('conflicts', 'attention')
            .map((name): Op => ({ op: 'settle', collection: name, _id: id(2), base: 1, choice })),
        ),
    )
    const action = fc.constantFrom('drug.move', 'sections.save', 'balance.combine', 'sheet.save', 'x')
    const status = fc.constantFrom('applied', 'conflict', 'rejected', 'parked', 'unsent')
    fc.assert(
      fc.property(
        action,
        fc.array(op, { maxLength: 4 }),
        collection,
        content,
        content,
        status,
        (name, ops, of, was, is, became) => {
          const message = said(name, ops, { before: at(of, was), after: at(of, is) }, { status: became })
          expect(message).toMatch(/^[^\n]{1,2000}$/u)
        },
      ),
    )
  })
})
