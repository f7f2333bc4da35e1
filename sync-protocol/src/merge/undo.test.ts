import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../records/json.ts'
import type { Op } from '../records/mutation.ts'
import { ketamine, testId } from '../testing/examples.ts'
import { actorOf, Clinic, DRUG } from '../testing/merge-clinic.ts'

const [ANA, BEN] = [1, 2] as const
const drugId = (k: number) => testId(1, k)
const create = (k: number, content = ketamine()): Op => ({
  op: 'create',
  collection: 'drugs',
  _id: drugId(k),
  content,
})
const remove = (base: number, k = 1): Op => ({ op: 'delete', collection: 'drugs', _id: drugId(k), base })
const restore = (base: number, content = ketamine(), k = 1): Op => ({
  op: 'restore',
  collection: 'drugs',
  _id: drugId(k),
  base,
  content,
})
const settle = (clinic: Clinic, choice: 'mine' | 'theirs' | 'restore' | 'edited', base = 1): Op => ({
  op: 'settle',
  collection: 'conflicts',
  _id: clinic.conflicts().at(-1)?._id ?? '',
  base,
  choice,
})
function start() {
  const clinic = new Clinic()
  clinic.do(actorOf(ANA), create(1))
  return { clinic, content: ketamine() }
}
const STANDS = (over: JsonObject = {}) => ({ deleted: false, content: ketamine(over) })
const SET_ASIDE = { status: 'conflict', changes: [{ collection: 'conflicts' }] }

describe('undo of a delete', () => {
  test.each([
    ['before its delete was sent', 1],
    ['after the tablet saw its delete', 2],
  ])('[M5] brings the record back as it was, %s', (_, base) => {
    const { clinic } = start()
    clinic.do(actorOf(ANA), remove(1))
    expect(clinic.do(actorOf(ANA), restore(base)).status).toBe('applied')
    expect(clinic.drug()).toMatchObject({ ...STANDS(), meta: { author_id: actorOf(ANA).user_id } })
    expect(clinic.conflicts()).toEqual([])
  })

  test('[M2] of a record that another brought back the same way is without effect', () => {
    const { clinic } = start()
    clinic.do(actorOf(ANA), remove(1))
    clinic.do(actorOf(BEN), restore(2))
    expect(clinic.do(actorOf(ANA), restore(1))).toMatchObject({ status: 'applied', changes: [] })
  })

  test('[M3] [M6] never overwrites what another brought back and edited, and asks nobody: nothing was entered', () => {
    const { clinic, content } = start()
    clinic.do(actorOf(ANA), remove(1))
    clinic.do(actorOf(BEN), restore(2))
    clinic.do(actorOf(BEN), clinic.edit(clinic.drug(), { ...content, dosage: [9, 9] }))
    expect(clinic.do(actorOf(ANA), restore(1))).toMatchObject({ status: 'applied', changes: [] })
    expect(clinic.drug()).toMatchObject(STANDS({ dosage: [9, 9] }))
    expect(clinic.conflicts()).toEqual([])
  })

  test('[M3] of a record that another brought back, edited and deleted again does not undo that delete unseen', () => {
    const { clinic, content } = start()
    clinic.do(actorOf(ANA), remove(1))
    clinic.do(actorOf(BEN), restore(2))
    clinic.do(actorOf(BEN), clinic.edit(clinic.drug(), { ...content, dosage: [9, 9] }))
    clinic.do(actorOf(BEN), remove(4))
    expect(clinic.do(actorOf(ANA), restore(2))).toMatchObject(SET_ASIDE)
    expect(clinic.drug()).toMatchObject({ deleted: true, version: 5 })
    expect(clinic.conflicts()[0]?.content).toMatchObject({ kind: 'restore_of_changed', full: content })
    expect(clinic.do(actorOf(ANA), settle(clinic, 'restore')).status).toBe('applied')
    expect(clinic.drug()).toMatchObject(STANDS())
  })

  test('[M7] of a record that another deleted first does not bring back what they deleted', () => {
    const { clinic } = start()
    clinic.do(actorOf(BEN), remove(1))
    expect(clinic.do(actorOf(ANA), remove(1))).toMatchObject({ status: 'applied', changes: [] })
    expect(clinic.do(actorOf(ANA), restore(1))).toMatchObject(SET_ASIDE)
    expect(clinic.drug()?.deleted).toBe(true)
    expect(clinic.do(actorOf(ANA), settle(clinic, 'theirs')).status).toBe('applied')
    expect(clinic.drug()?.deleted).toBe(true)
  })

  /** Ana's delete of what Ben had edited waits for a person. */
  function setAside(was?: JsonObject) {
    const { clinic, content } = start()
    clinic.do(actorOf(BEN), clinic.edit(clinic.drug(), { ...content, dosage: [9, 9] }))
    const del: Op = { op: 'delete', collection: 'drugs', _id: DRUG, base: 1, ...(was && { was }) }
    expect(clinic.do(actorOf(ANA), del)).toMatchObject(SET_ASIDE)
    const [conflict] = clinic.conflicts()
    const undo = (undoes = conflict?._id ?? '') => ({ ...restore(1), undoes })
    const settled = () => clinic.conflicts()[0]?.content?.['settled']
    return { clinic, content, undo, settled }
  }

  test('[M6] that was set aside, because another edited, leaves the edit and nothing to decide', () => {
    const { clinic, undo, settled } = setAside()
    expect(clinic.do(actorOf(ANA), undo()).status).toBe('applied')
    expect(clinic.drug()).toMatchObject(STANDS({ dosage: [9, 9] }))
    expect(settled()).toMatchObject({ by: actorOf(ANA).user_id, choice: 'theirs' })
    expect(clinic.conflicts()).toHaveLength(1)
    expect(clinic.do(actorOf(ANA), undo())).toMatchObject({ status: 'applied', changes: [] })
  })

  test('[M6] [M9] takes back no decision of another, and nothing that is not its own delete', () => {
    const { clinic, undo, settled } = setAside()
    for (const [who, op] of [
      [BEN, undo()],
      [ANA, restore(1)],
      [ANA, undo(testId(9, 9))],
      [ANA, { ...undo(), _id: drugId(2) }],
    ] as const) {
      if (op._id === drugId(2)) clinic.do(actorOf(ANA), create(2))
      expect(clinic.do(actorOf(who), op)).toMatchObject({ status: 'applied', changes: [] })
      expect(settled()).toBeUndefined()
    }
    clinic.do(actorOf(BEN), settle(clinic, 'mine'))
    expect(clinic.drug()?.deleted).toBe(true)
    clinic.do(actorOf(ANA), undo())
    expect(settled()).toMatchObject({ by: actorOf(BEN).user_id, choice: 'mine' })
  })

  test('[M6] the conflict says what its deleter saw, also when the record moves on', () => {
    const { clinic, content } = setAside(ketamine())
    expect(clinic.conflicts()[0]?.content).toMatchObject({ kind: 'delete_of_changed', full: ketamine() })
    clinic.do(actorOf(BEN), clinic.edit(clinic.drug(), { ...content, dosage: [8, 8] }))
    expect(clinic.do(actorOf(ANA), settle(clinic, 'mine')).status).toBe('conflict')
    expect(clinic.conflicts()[0]?.content).toMatchObject({ version: 3, full: ketamine() })
    expect(clinic.do(actorOf(ANA), settle(clinic, 'mine', 2)).status).toBe('applied')
    expect(clinic.drug()?.deleted).toBe(true)
  })

  test('[P6] with the permission taken away in between is refused, and what it would bring back is kept', () => {
    const { clinic } = start()
    clinic.do(actorOf(BEN, [1, 2]), remove(1))
    for (const perms of [[], [1], [2], [0, 3]]) {
      const refused = clinic.do(actorOf(BEN, perms), restore(2))
      expect([perms, refused]).toMatchObject([perms, { status: 'rejected', code: 'forbidden', changes: [] }])
    }
    expect(clinic.drug()?.deleted).toBe(true)
    expect(clinic.do(actorOf(BEN, [1, 2]), restore(2)).status).toBe('applied')
  })

  test('[P7] brings nothing back that is not valid', () => {
    const { clinic } = start()
    clinic.do(actorOf(ANA), remove(1))
    const broken = clinic.do(actorOf(ANA), restore(2, ketamine({ concentration: 0 })))
    expect(broken).toMatchObject({ status: 'rejected', code: 'invalid', field: 'concentration' })
  })
})

describe('undo of deleting many, one mutation', () => {
  const many = [1, 2, 3, 4]
  function deletedTogether(meanwhile: (clinic: Clinic) => void) {
    const clinic = new Clinic()
    for (const k of many) clinic.do(actorOf(ANA), create(k, ketamine({ name: `Drug ${k}` })))
    clinic.do(actorOf(ANA), ...many.map((k) => remove(1, k)))
    meanwhile(clinic)
    const undo = many.map((k) => restore(1, ketamine({ name: `Drug ${k}` }), k))
    return { clinic, undone: clinic.do(actorOf(ANA), ...undo) }
  }
  const states = (clinic: Clinic) =>
    many.map((k) => {
      const { deleted, content } = clinic.record('drugs', drugId(k)) ?? {}
      return deleted === true ? 'deleted' : [content?.['name'], content?.['concentration']]
    })

  test('[M5] brings all back', () => {
    const { clinic, undone } = deletedTogether(() => undefined)
    expect(undone.status).toBe('applied')
    expect(states(clinic)).toEqual(many.map((k) => [`Drug ${k}`, 100]))
  })

  test('[P2] [M3] where one was brought back and edited meanwhile: the others come back, that one stays as it is', () => {
    const { clinic, undone } = deletedTogether((shared) => {
      const content = ketamine({ name: 'Drug 2' })
      shared.do(actorOf(BEN), restore(2, content, 2))
      const stands = shared.record('drugs', drugId(2))
      shared.do(actorOf(BEN), shared.edit(stands, { ...content, concentration: 50 }))
    })
    expect(undone.status).toBe('applied')
    expect(states(clinic)).toEqual([
      ['Drug 1', 100],
      ['Drug 2', 50],
      ['Drug 3', 100],
      ['Drug 4', 100],
    ])
    expect(clinic.conflicts()).toEqual([])
  })

  test('[P6] where the permission over one was lost: none comes back', () => {
    const clinic = new Clinic()
    clinic.do(actorOf(ANA), create(1))
    clinic.do(actorOf(BEN), create(2))
    clinic.do(actorOf(ANA), remove(1, 1), remove(1, 2))
    const undone = clinic.do(actorOf(ANA, [1]), restore(2, ketamine(), 1), restore(2, ketamine(), 2))
    expect(undone).toMatchObject({ status: 'rejected', code: 'forbidden', changes: [] })
    expect(clinic.record('drugs', drugId(1))?.deleted).toBe(true)
  })
})

describe('versions that nobody can have seen', () => {
  test('[M6] a delete or undo that names a version beyond what stands, as after a restored backup, is set aside', () => {
    const { clinic } = start()
    expect(clinic.do(actorOf(ANA), remove(7))).toMatchObject(SET_ASIDE)
    expect(clinic.drug()).toMatchObject(STANDS())
    clinic.do(actorOf(ANA), remove(1))
    expect(clinic.do(actorOf(ANA), restore(7))).toMatchObject(SET_ASIDE)
    expect(clinic.drug()?.deleted).toBe(true)
  })
})

describe('what is undone of an open balance table', () => {
  test('[M10] is kept beside what another made of it', () => {
    const clinic = new Clinic()
    const table = (rows: number[]): JsonObject => ({ kind: 'balance', table: { rows } })
    const op = (base: number): Op => ({ op: 'delete', collection: 'drafts', _id: DRUG, base })
    clinic.do(actorOf(ANA), { op: 'create', collection: 'drafts', _id: DRUG, content: table([1]) })
    clinic.do(actorOf(ANA), op(1))
    const again = { op: 'restore', collection: 'drafts', _id: DRUG } as const
    expect(clinic.do(actorOf(BEN), { ...again, base: 2, content: table([1, 2]) }).status).toBe('applied')
    expect(clinic.do(actorOf(ANA), { ...again, base: 2, content: table([1, 3]) }).status).toBe('applied')
    const drafts = [...clinic.records.values()].filter(({ collection }) => collection === 'drafts')
    expect(drafts.map(({ content }) => content)).toEqual([table([1, 2]), table([1, 3])])
  })
})
