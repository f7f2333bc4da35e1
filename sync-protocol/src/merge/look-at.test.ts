import { expect, test } from 'vitest'
import { lookedAtId } from '../records/looked-at.ts'
import type { Op } from '../records/mutation.ts'
import { testId } from '../testing/examples.ts'
import { actorOf, Clinic } from '../testing/merge-clinic.ts'

const SHEETS = [testId(70, 1), testId(70, 2)]
const ID = lookedAtId(SHEETS)
const look = (found: string[], over: { _id?: string; sheets?: string[] } = {}): Op => ({
  op: 'settle',
  collection: 'attention',
  _id: over._id ?? ID,
  base: 0,
  choice: 'dismiss',
  set: { sheets: over.sheets ?? SHEETS, found },
})

test('[M8] who looked, and when, is one record of the clinic; the first of two who saw the same stands', () => {
  const clinic = new Clinic()
  expect(clinic.do(actorOf(1, [1]), look(['same_previous a'])).status).toBe('applied')
  expect(clinic.record('attention', ID)).toMatchObject({
    version: 1,
    meta: { author_name: 'User 1' },
    content: {
      kind: 'looked_at',
      sheets: SHEETS,
      found: ['same_previous a'],
      settled: { by_name: 'User 1' },
    },
  })
  expect(clinic.do(actorOf(2, [1]), look(['same_previous a'])).status).toBe('applied')
  expect(clinic.record('attention', ID)?.version).toBe(1)
})

test('[M8] what is found later is looked at anew, and what was seen before stays seen', () => {
  const clinic = new Clinic()
  clinic.do(actorOf(1), look(['same_previous a']))
  clinic.do(actorOf(2), look(['draw_in_two b']))
  expect(clinic.record('attention', ID)?.content).toMatchObject({
    found: ['same_previous a', 'draw_in_two b'],
    settled: { by_name: 'User 2' },
  })
})

test('[M8] [P6] without permission 1, under another id or with sheets out of order it is refused', () => {
  const clinic = new Clinic()
  expect(clinic.do(actorOf(1, [0]), look(['x y']))).toMatchObject({ status: 'rejected', code: 'forbidden' })
  const wrong = [
    look(['x y'], { _id: testId(71, 1) }),
    look(['x y'], { sheets: SHEETS.toReversed() }),
    look([]),
    look(['x y'], { sheets: ['no id'] }),
    { ...look(['x y']), choice: 'mine' } as Op,
  ]
  for (const op of wrong)
    expect(clinic.do(actorOf(1), op)).toMatchObject({ status: 'rejected', code: 'invalid' })
  expect(clinic.record('attention', ID)).toBeUndefined()
})

test('[M8] [M9] nothing else is decided over such a record', () => {
  const clinic = new Clinic()
  clinic.do(actorOf(1), look(['x y']))
  for (const choice of ['mine', 'dismiss', 'theirs'] as const) {
    const op: Op = { op: 'settle', collection: 'attention', _id: ID, base: 1, choice }
    expect(clinic.do(actorOf(1), op)).toMatchObject({ status: 'rejected', code: 'invalid' })
  }
})
