import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SyncRecord } from '../records/envelope.ts'
import { sameJson, type JsonObject } from '../records/json.ts'
import { kinds } from '../records/kinds.ts'
import { derivedId } from '../records/mutation-hash.ts'
import type { Op } from '../records/mutation.ts'
import { draw, ketamine, mutationOf, testId } from '../testing/examples.ts'
import { actorOf, Clinic, DRUG } from '../testing/merge-clinic.ts'
import { applyMutation } from './apply-mutation.ts'
import { groupValues } from './three-way.ts'
import { updateOp } from './update-op.ts'

let facts = 0
const NOW = '2026-11-20T10:00:00.000Z'

const create = (content: JsonObject = ketamine()): Op => ({
  op: 'create',
  collection: 'drugs',
  _id: DRUG,
  content,
})
function editOf(base: SyncRecord, next: JsonObject): Op {
  const op = updateOp('drugs', { _id: DRUG, version: base.version, content: base.content ?? {} }, next)
  if (!op) throw new Error('An edit must differ.')
  return op
}
const start = () => {
  const clinic = new Clinic()
  clinic.do(actorOf(1), create())
  const base = clinic.drug()
  if (!base) throw new Error('The drug must exist.')
  return { clinic, base, content: base.content ?? {} }
}
const group = (name: string, content: JsonObject | null | undefined) =>
  groupValues(kinds.drugs, name, content ?? {})

const edit = fc
  .record(
    {
      name: fc.constantFrom('Ketamine', 'Ketaset', 'Vetalar'),
      concentration: fc.constantFrom(50, 100, 10),
      dosage: fc.constantFrom([5, 4], [6, 4], [5, 8]),
      route: fc.constantFrom(['IM', 'IM'], ['IV', 'IM']),
      controlled: fc.boolean(),
      section_key: fc.constantFrom(999, 1000, 1001, -1),
    },
    { requiredKeys: [] },
  )
  .map((fields) => ketamine(fields as JsonObject))

describe('concurrent edits', () => {
  test('[M1] [M3] no record ever mixes two people’s numbers, and no entered value is lost', () => {
    fc.assert(
      fc.property(edit, edit, (mine, yours) => {
        const { clinic, base, content } = start()
        for (const [k, next] of [mine, yours].entries()) {
          if (sameJson(next, content)) continue
          clinic.do(actorOf(k + 1), editOf(base, next))
        }
        const stands = clinic.drug()?.content
        for (const name of ['dose', 'section']) {
          const [was, a, b, now] = [content, mine, yours, stands].map((each) => group(name, each))
          const [mineChanged, yoursChanged] = [!sameJson(a, was), !sameJson(b, was)]
          expect(now).toEqual(mineChanged ? a : yoursChanged ? b : was)
          if (mineChanged && yoursChanged && !sameJson(a, b)) {
            const kept = clinic
              .conflicts()
              .flatMap(({ content: conflict }) => conflict?.['groups'] as JsonObject[])
            expect(kept.map((clash) => clash['mine'])).toContainEqual(b)
          }
        }
      }),
    )
  })

  test('[M1] different groups: both stand, and the second is merged', () => {
    const { clinic, base, content } = start()
    expect(clinic.do(actorOf(1), editOf(base, { ...content, concentration: 50 })).status).toBe('applied')
    expect(clinic.do(actorOf(2), editOf(base, { ...content, section_key: 1 })).status).toBe('merged')
    expect(clinic.drug()?.content).toMatchObject({ concentration: 50, section_key: 1 })
  })

  test('[M2] the same result needs no settling', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(1), editOf(base, { ...content, concentration: 50 }))
    const version = clinic.drug()?.version
    expect(clinic.do(actorOf(2), editOf(base, { ...content, concentration: 50 }))).toMatchObject({
      status: 'applied',
      changes: [],
    })
    expect(clinic.drug()?.version).toBe(version)
  })

  test('[M3] a lane’s second edit of a group does not slip in after its first clashed, whatever versions say', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(2), editOf(base, { ...content, concentration: 50 }))
    const first = { ...content, dosage: [6, 4] }
    expect(clinic.do(actorOf(1), editOf(base, first)).status).toBe('conflict')
    const predicted = { ...base, version: base.version + 1, content: first }
    expect(clinic.do(actorOf(1), editOf(predicted, { ...content, dosage: [7, 4] })).status).toBe('conflict')
    expect(clinic.drug()?.content).toMatchObject({ concentration: 50, dosage: [5, 4] })
  })

  test('[M3] an edit that leaves out what it saw is not merged into a record that moved', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(2), editOf(base, { ...content, concentration: 50 }))
    const blind: Op = {
      op: 'update',
      collection: 'drugs',
      _id: DRUG,
      base: 1,
      set: { dosage: [9, 9] },
      was: {},
    }
    expect(clinic.do(actorOf(1), blind).status).toBe('conflict')
  })

  test('[M4] a merge that would not be valid is set aside whole', () => {
    const clinic = new Clinic()
    const _id = testId(1, 70)
    const content: JsonObject = { species: 0, name: 'Spay', notes: 'Fast' }
    clinic.do(actorOf(1), { op: 'create', collection: 'procedures', _id, content })
    const seen = clinic.record('procedures', _id)
    // Its notes were taken under a number whose limit was another.
    const old = { ...content, notes: 'x'.repeat(20_000) }
    clinic.records.set(`procedures/${_id}`, { ...seen, content: old } as SyncRecord)
    clinic.do(actorOf(1), { op: 'delete', collection: 'procedures', _id, base: 1 })
    clinic.do(actorOf(1), { op: 'restore', collection: 'procedures', _id, base: 2, content })
    clinic.records.set(`procedures/${_id}`, { ...seen, version: 3, content: old } as SyncRecord)
    const rename = clinic.edit(seen, { ...content, name: 'Castration' })
    expect(clinic.do(actorOf(2), rename).status).toBe('conflict')
    expect(clinic.conflicts()[0]?.content).toMatchObject({
      kind: 'invalid_merge',
      groups: [{ group: 'name', mine: { species: 0, name: 'Castration' } }],
    })
    expect(clinic.record('procedures', _id)?.content).toEqual(old)
  })

  test('[M5] an edit of a deleted record offers the whole content with the edit', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(1), { op: 'delete', collection: 'drugs', _id: DRUG, base: 1 })
    clinic.do(actorOf(2), editOf(base, { ...content, section_key: 5 }))
    expect(clinic.conflicts()[0]?.content).toMatchObject({
      kind: 'update_of_deleted',
      full: ketamine({ section_key: 5 }),
    })
  })

  test('[M7] delete and delete, void and void: the first stands, the second is without effect', () => {
    const { clinic } = start()
    const del: Op = { op: 'delete', collection: 'drugs', _id: DRUG, base: 1 }
    clinic.do(actorOf(1), del)
    expect(clinic.do(actorOf(2), del)).toMatchObject({ status: 'applied', changes: [] })
    const fact = testId(1, 2)
    clinic.do(actorOf(1), { op: 'create', collection: 'draws', _id: fact, content: draw() })
    const voiding = (reason: string): Op => ({ op: 'void', collection: 'draws', _id: fact, base: 1, reason })
    clinic.do(actorOf(1), voiding('Entered twice'))
    expect(clinic.do(actorOf(2), voiding('Other'))).toMatchObject({ status: 'applied', changes: [] })
    expect(clinic.record('draws', fact)).toMatchObject({
      deleted: false,
      voided: { reason: 'Entered twice' },
    })
  })

  test('[M8] facts never conflict, and are changed by nothing but a void', () => {
    const { clinic } = start()
    const fact = testId(1, 2)
    clinic.do(actorOf(1), { op: 'create', collection: 'draws', _id: fact, content: draw() })
    const update: Op = { op: 'update', collection: 'draws', _id: fact, base: 1, set: {}, was: {} }
    expect(clinic.do(actorOf(1), update)).toMatchObject({ status: 'rejected', code: 'immutable' })
    const del: Op = { op: 'delete', collection: 'draws', _id: fact, base: 1 }
    expect(clinic.do(actorOf(1), del)).toMatchObject({ status: 'rejected', code: 'immutable' })
  })
})

describe('settling', () => {
  function clashing() {
    const { clinic, base, content } = start()
    clinic.do(actorOf(1), editOf(base, { ...content, concentration: 50 }))
    clinic.do(actorOf(2, [1]), { op: 'create', collection: 'drugs', _id: testId(1, 9), content: ketamine() })
    clinic.do(actorOf(2), editOf(base, { ...content, concentration: 25 }))
    const conflict = clinic.conflicts()[0]
    if (!conflict) throw new Error('There must be a conflict.')
    const settle = (choice: 'mine' | 'theirs' | 'edited', set?: JsonObject): Op => ({
      op: 'settle',
      collection: 'conflicts',
      _id: conflict._id,
      base: 1,
      choice,
      ...(set ? { set } : {}),
    })
    return { clinic, base, content, conflict, settle }
  }

  test('[M9] mine takes the whole group, theirs leaves it, edited takes what was typed', () => {
    for (const [op, concentration] of [
      [clashing().settle('mine'), 25],
      [clashing().settle('theirs'), 50],
      [clashing().settle('edited', { concentration: 33 }), 33],
    ] as const) {
      const { clinic, conflict } = clashing()
      expect(clinic.do(actorOf(1), op).status).toBe('applied')
      expect(clinic.drug()?.content).toEqual(ketamine({ concentration }))
      expect(clinic.record('conflicts', conflict._id)?.content?.['settled']).toBeDefined()
    }
  })

  test('[M9] already settled: the whole mutation is without effect', () => {
    const { clinic, settle } = clashing()
    clinic.do(actorOf(1), settle('theirs'))
    const also: Op = { op: 'create', collection: 'drugs', _id: testId(1, 3), content: ketamine() }
    expect(clinic.do(actorOf(2), also, settle('mine'))).toMatchObject({ status: 'applied', changes: [] })
    expect(clinic.drug()?.content).toMatchObject({ concentration: 50 })
  })

  test('[M9] a record that moved since renews the same conflict, and never makes a second one', () => {
    const { clinic, content, settle, conflict } = clashing()
    const now = clinic.drug()
    if (now) clinic.do(actorOf(1), editOf(now, { ...content, concentration: 75 }))
    expect(clinic.do(actorOf(2), settle('mine'))).toMatchObject({
      status: 'conflict',
      conflicts: [conflict._id],
    })
    expect(clinic.conflicts()).toHaveLength(1)
    expect(clinic.conflicts()[0]?.content).toMatchObject({ groups: [{ theirs: { concentration: 75 } }] })
    expect(clinic.drug()?.content).toMatchObject({ concentration: 75 })
  })

  test('[M9] settling needs the permission on the record; its sender may always withdraw it', () => {
    const { clinic, settle } = clashing()
    expect(clinic.do(actorOf(3, [1]), settle('mine'))).toMatchObject({
      status: 'rejected',
      code: 'forbidden',
    })
    expect(clinic.do(actorOf(3, [1]), settle('theirs'))).toMatchObject({
      status: 'rejected',
      code: 'forbidden',
    })
    expect(clinic.do(actorOf(2, []), settle('theirs')).status).toBe('applied')
  })
})

describe('one mutation', () => {
  test('[P2] all or nothing: a refusal at any place leaves no trace of the ops before it', () => {
    fc.assert(
      fc.property(fc.nat(4), (place) => {
        const { clinic } = start()
        const ops: Op[] = Array.from({ length: 5 }, (_, k) => ({
          op: 'create',
          collection: 'drugs',
          _id: testId(1, 10 + k),
          content: ketamine(k === place ? { concentration: -1 } : {}),
        }))
        expect(clinic.do(actorOf(1), ...ops)).toMatchObject({ status: 'rejected', changes: [] })
      }),
    )
  })

  test('[P6] deleting many is all-or-nothing for permissions', () => {
    const { clinic } = start()
    clinic.do(actorOf(2), { op: 'create', collection: 'drugs', _id: testId(1, 2), content: ketamine() })
    const applied = clinic.do(
      actorOf(2, [1]),
      { op: 'delete', collection: 'drugs', _id: testId(1, 2), base: 1 },
      { op: 'delete', collection: 'drugs', _id: DRUG, base: 1 },
    )
    expect(applied).toMatchObject({ status: 'rejected', code: 'forbidden', changes: [] })
  })

  test('[P4] ending a draft that is missing, another’s, changed or ended never refuses what was saved from it', () => {
    const { clinic } = start()
    const save = (draft: string): Op[] => [
      { op: 'create', collection: 'draws', _id: testId(6, ++facts), content: draw() },
      { op: 'delete', collection: 'drafts', _id: draft, base: 1 },
    ]
    const draft: Op = {
      op: 'create',
      collection: 'drafts',
      _id: testId(1, 50),
      content: { kind: 'balance', table: [] },
    }
    expect(clinic.do(actorOf(1), ...save(testId(1, 49))).status).toBe('applied')
    clinic.do(actorOf(1), draft)
    clinic.do(actorOf(2), {
      op: 'update',
      collection: 'drafts',
      _id: testId(1, 50),
      base: 1,
      set: { table: [1] },
      was: { table: [] },
    })
    expect(clinic.do(actorOf(1), ...save(testId(1, 50))).status).toBe('applied')
    expect(clinic.record('drafts', testId(1, 50))?.deleted).toBe(false)
    expect(clinic.do(actorOf(2), ...save(testId(1, 50))).status).toBe('applied')
    expect(clinic.do(actorOf(2), ...save(testId(1, 50))).status).toBe('applied')
  })

  test('[M10] a table that another ended while this lane went on with it is kept as its own, and ends with it', () => {
    const { clinic } = start()
    const TABLE = testId(1, 51)
    const table = (rows: number[]): JsonObject => ({ kind: 'balance', table: { rows } })
    const end: Op = { op: 'delete', collection: 'drafts', _id: TABLE, base: 3 }
    const editing = (was: number[], rows: number[]): Op => ({
      op: 'update',
      collection: 'drafts',
      _id: TABLE,
      base: 1,
      set: { table: { rows } },
      was: { table: { rows: was } },
    })
    const living = () =>
      [...clinic.records.values()].filter(({ collection, deleted }) => collection === 'drafts' && !deleted)
    clinic.do(actorOf(1), { op: 'create', collection: 'drafts', _id: TABLE, content: table([]) })
    clinic.do(actorOf(2), editing([], [2]))
    clinic.do(actorOf(2), { ...end, base: 2 })
    expect(living()).toEqual([])
    expect(clinic.do(actorOf(1), editing([], [1]))).toMatchObject({ status: 'applied', conflicts: [] })
    expect(living()).toMatchObject([{ content: table([1]), meta: { author_id: actorOf(1).user_id } }])
    expect(clinic.do(actorOf(1), editing([1], [1, 1])).status).toBe('applied')
    expect(living()).toMatchObject([{ content: table([1, 1]) }])
    expect(clinic.do(actorOf(1), end).status).toBe('applied')
    expect(living()).toEqual([])
  })

  test('[M10] ending the old table ends the lane’s own only, and not when another went on with that', () => {
    const { clinic } = start()
    const TABLE = testId(1, 52)
    const table = (rows: number[]): JsonObject => ({ kind: 'balance', table: { rows } })
    const editing = (_id: string, was: number[], rows: number[]): Op => ({
      op: 'update',
      collection: 'drafts',
      _id,
      base: 1,
      set: { table: { rows } },
      was: { table: { rows: was } },
    })
    const end: Op = { op: 'delete', collection: 'drafts', _id: TABLE, base: 7 }
    const rows = () =>
      [...clinic.records.values()]
        .filter(({ collection, deleted }) => collection === 'drafts' && !deleted)
        .map(({ _id, content }) => ({ _id, table: content?.['table'] }))
    clinic.do(actorOf(1), { op: 'create', collection: 'drafts', _id: TABLE, content: table([]) })
    clinic.do(actorOf(2), editing(TABLE, [], [2]))
    clinic.do(actorOf(1), editing(TABLE, [], [1]))
    const own = rows().find(({ _id }) => _id !== TABLE)?._id ?? ''
    clinic.do(actorOf(3), editing(own, [1], [1, 3]))
    clinic.do(actorOf(1), end)
    expect(rows()).toMatchObject([{ table: { rows: [2] } }, { table: { rows: [1, 3] } }])
    clinic.do(actorOf(3), { ...end, _id: own, base: 2 })
    expect(rows()).toMatchObject([{ table: { rows: [2] } }])
  })

  test('[M10] [L6] a table kept apart that a tablet brought back before the change it came from stays what became of it', () => {
    const { clinic } = start()
    const TABLE = testId(1, 53)
    const table = (rows: number[]): JsonObject => ({ kind: 'balance', table: { rows } })
    const editing = (was: number[], rows: number[]): Op => ({
      op: 'update',
      collection: 'drafts',
      _id: TABLE,
      base: 1,
      set: { table: { rows } },
      was: { table: { rows: was } },
    })
    const kept = () =>
      [...clinic.records.values()]
        .filter(({ collection, _id }) => collection === 'drafts' && _id !== TABLE)
        .map(({ content }) => content)
    clinic.do(actorOf(1), { op: 'create', collection: 'drafts', _id: TABLE, content: table([]) })
    clinic.do(actorOf(2), editing([], [2]))
    const late = mutationOf(9, testId(5, 99), 'draft.save', [editing([], [1])])
    const own = derivedId(late.id, 'draft/0')
    clinic.do(actorOf(3), { op: 'create', collection: 'drafts', _id: own, content: table([1, 3]) })
    expect(clinic.take(actorOf(1), late).status).toBe('applied')
    expect(kept()).toEqual([table([1, 3])])
    // What this lane typed without having seen that is kept beside it.
    clinic.do(actorOf(1), editing([1], [1, 1]))
    expect(kept()).toEqual([table([1, 3]), table([1, 1])])
  })

  test('[P7] a dosage that 3 decimals would double is refused, created or edited', () => {
    const clinic = new Clinic()
    const tooFine = { dosage: [0.0005, -1], species: [0] }
    const refused = { status: 'rejected', code: 'invalid', field: 'dosage.0', changes: [] }
    expect(clinic.do(actorOf(1), create(ketamine(tooFine)))).toMatchObject(refused)
    clinic.do(actorOf(1), create(ketamine()))
    const stands = clinic.record('drugs', DRUG)
    if (!stands?.content) throw new Error('the drug was not created')
    const finer = updateOp(
      'drugs',
      { _id: DRUG, version: stands.version, content: stands.content },
      ketamine(tooFine),
    )
    if (!finer) throw new Error('nothing differs')
    expect(clinic.do(actorOf(1), finer)).toMatchObject(refused)
    expect(clinic.record('drugs', DRUG)).toEqual(stands)
  })

  test('names such as __proto__ and text that cannot be stored are refused', () => {
    const { clinic } = start()
    const evil = JSON.parse('{"__proto__":{"perms":[2]}}') as JsonObject
    const draft = (table: JsonObject): Op => ({
      op: 'create',
      collection: 'drafts',
      _id: testId(1, 60),
      content: { kind: 'balance', table },
    })
    expect(clinic.do(actorOf(1), draft(evil))).toMatchObject({ status: 'rejected', code: 'invalid' })
    expect(clinic.do(actorOf(1), draft({ a: 'x\ud800' }))).toMatchObject({
      status: 'rejected',
      code: 'invalid',
    })
  })
})

describe('on the tablet', () => {
  test('[T2] own pending work is shown as entered, whatever the server may decide', () => {
    const { clinic, base, content } = start()
    clinic.do(actorOf(2), editOf(base, { ...content, concentration: 50 }))
    const mine = mutationOf(1, testId(7, 1), 'drug.update', [editOf(base, { ...content, concentration: 25 })])
    const shown = applyMutation(clinic, mine, actorOf(1, []), NOW, 'optimistic')
    expect(shown.changes).toMatchObject([{ _id: DRUG, content: { concentration: 25 } }])
    expect(shown.conflicts).toEqual([])
  })

  test('[T2] [M3] a pending dose over another’s newer one is shown as its person entered it, and not as a dose of both', () => {
    const { clinic, base, content } = start()
    const mine = { ...content, dosage: [7, 7] }
    const dosing = clinic.edit(base, mine)
    clinic.do(actorOf(2), clinic.edit(base, { ...content, concentration: 50 }))
    clinic.do(actorOf(2), clinic.edit(clinic.drug(), { ...clinic.drug()?.content, section_key: 1000 }))
    const pending = mutationOf(1, testId(7, 1), 'drug.update', [dosing])
    const shown = applyMutation(clinic, pending, actorOf(1), NOW, 'optimistic')
    expect(shown.changes[0]?.content).toEqual({ ...mine, section_key: 1000 })
  })
})

test('[P1] one mutation makes one version of a record, however often it changes it: a new one begins at 1', () => {
  const { clinic } = start()
  const name = { collection: 'procedures', _id: testId(1, 2) } as const
  const noted = (notes: string, was: string): Op => ({
    op: 'update',
    ...name,
    base: 0,
    set: { notes },
    was: { notes: was },
  })
  const content = { name: 'Castration', species: 0, notes: 'First' }
  const made = clinic.do(actorOf(1), { op: 'create', ...name, content }, noted('Then', 'First'))
  expect(made.changes).toMatchObject([{ version: 1, content: { notes: 'Then' } }])
  const changed = clinic.do(actorOf(1), noted('Again', 'Then'), noted('Last', 'Again'))
  expect(changed.changes).toMatchObject([{ version: 2, content: { notes: 'Last' } }])
})
