import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../records/json.ts'
import type { Op } from '../records/mutation.ts'
import { CONTENTS } from '../testing/contents.ts'
import { testId } from '../testing/examples.ts'
import { actorOf, Clinic } from '../testing/merge-clinic.ts'

const ROW = testId(7, 1)
const REX: JsonObject = { day: '2026-11-20', order: 'i', name: 'Rex', species: 0, status: 'listed' }
const started = () => {
  const clinic = new Clinic()
  clinic.do(actorOf(1), { op: 'create', collection: 'day_rows', _id: ROW, content: REX })
  const row = () => clinic.record('day_rows', ROW)
  const base = row()
  /** Each person saw the row as it was added. */
  const edit = (who: number, set: JsonObject) =>
    clinic.do(actorOf(who), clinic.edit(base, { ...base?.content, ...set }))
  return { clinic, row, edit }
}

describe('several people at one patient of the day', () => {
  test('[M1] who weighs, who plans and who moves the patient do not meet', () => {
    const { row, edit } = started()
    edit(1, { weight: 12.4, weight_units: 'kg', weighed_at: '2026-11-20T08:00:00.000Z', status: 'weighed' })
    expect(edit(2, { procedure: 'Spay', risk: 'murmur' }).status).toBe('merged')
    expect(edit(3, { cage: 'B4' }).status).toBe('merged')
    expect(edit(4, { name: 'Max' }).status).toBe('merged')
    expect(row()?.content).toMatchObject({
      name: 'Max',
      weight: 12.4,
      weight_units: 'kg',
      procedure: 'Spay',
      cage: 'B4',
      status: 'weighed',
    })
  })

  test('[M3] two weights are a conflict: neither a mean, nor a number of one with the unit of the other', () => {
    const { clinic, row, edit } = started()
    edit(1, { weight: 12, weight_units: 'kg' })
    expect(edit(2, { weight: 26.4, weight_units: 'lb', estimated: true }).status).toBe('conflict')
    expect(row()?.content).toEqual({ ...REX, weight: 12, weight_units: 'kg' })
    expect(clinic.conflicts()[0]?.content?.['groups']).toMatchObject([
      {
        theirs: { weight: 12, weight_units: 'kg' },
        mine: { weight: 26.4, weight_units: 'lb', estimated: true },
      },
    ])
  })

  test('[M2] the same weight entered twice is one, whenever it was entered', () => {
    const { edit } = started()
    edit(1, { weight: 12, weight_units: 'kg', weighed_at: '2026-11-20T08:00:00.000Z' })
    const again = edit(2, { weight: 12, weight_units: 'kg', weighed_at: '2026-11-20T08:03:00.000Z' })
    expect(again.status).not.toBe('conflict')
  })

  test('a number without its unit is no weight, nor is a unit alone', () => {
    const { edit, row } = started()
    expect(edit(1, { weight: 12 })).toMatchObject({ status: 'rejected', field: 'weight_units' })
    expect(edit(1, { weight_units: 'kg' })).toMatchObject({ status: 'rejected', field: 'weight_units' })
    expect(row()?.content).toEqual(REX)
  })

  test('[P6] any holder of 1 edits and deletes another’s row, and nobody without it', () => {
    const { clinic, row } = started()
    const update = clinic.edit(row(), { ...REX, cage: 'B4' })
    expect(clinic.do(actorOf(2, [0, 2, 3]), update)).toMatchObject({ status: 'rejected', code: 'forbidden' })
    expect(clinic.do(actorOf(2, [1]), update).status).toBe('applied')
    const remove = { op: 'delete', collection: 'day_rows', _id: ROW, base: row()?.version ?? 0 } as const
    expect(clinic.do(actorOf(3, [1]), remove).status).toBe('applied')
    expect(row()?.deleted).toBe(true)
  })
})

describe('[P8] the sheet of a patient of the day is saved whatever became of the row', () => {
  const SHEET = testId(8, 1)
  const DRAWN = { status: 'drawn', sheet_id: SHEET }
  /** Sent by a tablet that saw the row as it was added. */
  const saving = (was: JsonObject = { status: 'listed', sheet_id: null }): Op[] => [
    { op: 'create', collection: 'sheets', _id: SHEET, content: CONTENTS.sheets.content },
    { op: 'update', collection: 'day_rows', _id: ROW, base: 1, set: DRAWN, was },
  ]
  const saved = (clinic: Clinic) => clinic.record('sheets', SHEET)?.content

  test('and the row says so', () => {
    const { clinic, row } = started()
    expect(clinic.do(actorOf(1), ...saving()).status).toBe('applied')
    expect(row()?.content).toEqual({ ...REX, ...DRAWN })
    expect(saved(clinic)).toEqual(CONTENTS.sheets.content)
  })

  test('it was weighed meanwhile: both stand', () => {
    const { clinic, row, edit } = started()
    edit(2, { weight: 12, weight_units: 'kg' })
    expect(clinic.do(actorOf(1), ...saving()).status).toBe('merged')
    expect(row()?.content).toEqual({ ...REX, weight: 12, weight_units: 'kg', ...DRAWN })
  })

  test('a colleague pressed on meanwhile: that stands, the sheet is named, and nobody is asked', () => {
    const { clinic, row, edit } = started()
    edit(2, { status: 'in_surgery' })
    expect(clinic.do(actorOf(1), ...saving()).status).toBe('merged')
    expect(row()?.content).toEqual({ ...REX, status: 'in_surgery', sheet_id: SHEET })
    expect(clinic.conflicts()).toEqual([])
  })

  test.each([
    [
      'deleted',
      (clinic: Clinic) => clinic.do(actorOf(2), { op: 'delete', collection: 'day_rows', _id: ROW, base: 1 }),
    ],
    ['never accepted', (clinic: Clinic) => clinic.records.delete(`day_rows/${ROW}`)],
  ])('the row was %s', (_, happens) => {
    const { clinic, row } = started()
    happens(clinic)
    expect(clinic.do(actorOf(1), ...saving())).toMatchObject({ status: 'applied', conflicts: [] })
    expect(saved(clinic)).toEqual(CONTENTS.sheets.content)
    expect(row()?.content ?? null).toBeNull()
  })

  test('a field or a value that no row has', () => {
    const { clinic, row } = started()
    const [sheet, update] = saving()
    if (!sheet || !update) throw new Error('Nothing is saved.')
    const strange = (set: JsonObject) => clinic.do(actorOf(1), sheet, { ...update, set } as Op).status
    expect(strange({ sheets: 'x' })).toBe('applied')
    expect(strange({ status: 'asleep' })).toBe('applied')
    expect(row()?.content).toEqual(REX)
    expect(saved(clinic)).toEqual(CONTENTS.sheets.content)
  })

  test('alone, an edit of a row that is gone is kept for a person', () => {
    const { clinic } = started()
    const [, update] = saving()
    if (!update) throw new Error('Nothing is edited.')
    clinic.do(actorOf(2), { op: 'delete', collection: 'day_rows', _id: ROW, base: 1 })
    expect(clinic.do(actorOf(1), update).status).toBe('conflict')
  })
})
