import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ketamine } from '../testing/examples.ts'
import { actorOf, Clinic, DRUG } from '../testing/merge-clinic.ts'
import { isUnseen, savedAt } from './beside.ts'

/** Tablets are numbered; person `who` of tablet `tablet` has a lane of their own there. */
const by = (tablet: number, who: number, order?: number) => {
  const actor = actorOf(10 * tablet + who)
  const lanes = new Set(
    [1, 2, 3].filter((other) => other !== who).map((other) => actorOf(10 * tablet + other).lane),
  )
  return order === undefined ? actor : { ...actor, order, beside: lanes }
}
type Step = { tablet: number; who: number; order: number; told: boolean }

test('[M6] a delete takes what was saved before on the same tablet, by whomever, and nothing that was not seen', () => {
  const mostly = <T>(usual: T, other: T) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(other) })
  const step = fc.record({
    tablet: mostly(1, 2),
    who: fc.integer({ min: 1, max: 3 }),
    order: fc.integer({ min: 1, max: 20 }),
    told: mostly(true, false),
  })
  let deleted = 0
  let setAside = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3 }), step, (edits, last) => {
      const clinic = new Clinic()
      clinic.do(by(last.tablet, last.who, 1), {
        op: 'create',
        collection: 'drugs',
        _id: DRUG,
        content: ketamine(),
      })
      for (const [index, each] of edits.entries())
        clinic.do(
          by(each.tablet, each.who, each.told ? each.order : undefined),
          clinic.edit(clinic.drug(), ketamine({ concentration: 200 + index })),
        )
      const own = ({ tablet, who }: Step) => tablet === last.tablet && who === last.who
      const before = (each: Step) =>
        last.told && each.told && each.tablet === last.tablet && each.order < last.order
      const wasSeen = edits.every((each) => own(each) || before(each))
      const remove = { op: 'delete', collection: 'drugs', _id: DRUG, base: 1 } as const
      const { status } = clinic.do(by(last.tablet, last.who, last.told ? last.order : undefined), remove)
      expect(status).toBe(wasSeen ? 'applied' : 'conflict')
      expect(clinic.drug()?.deleted).toBe(wasSeen)
      if (wasSeen && edits.some((each) => !own(each))) deleted++
      if (!wasSeen && edits.some(before)) setAside++
    }),
    { numRuns: 3000 },
  )
  expect(deleted).toBeGreaterThan(20)
  expect(setAside).toBeGreaterThan(20)
})

test('[M6] what was saved at the same place, or by a lane that is not beside, was not seen', () => {
  const seer = { lane: 'a', order: 5, beside: new Set(['b']) }
  expect(isUnseen({ lane: 'b', order: 4 }, seer)).toBe(false)
  expect(isUnseen({ lane: 'b', order: 5 }, seer)).toBe(true)
  expect(isUnseen({ lane: 'b' }, seer)).toBe(true)
  expect(isUnseen({ lane: 'c', order: 4 }, seer)).toBe(true)
  expect(isUnseen({ lane: 'b', order: 4 }, { lane: 'a', order: 5 })).toBe(true)
  expect(isUnseen({ lane: 'a', order: 9 }, seer)).toBe(false)
})

test('[M6] only what was made over pending changes has seen them, by its own number', () => {
  const shared = { lanes: ['b'], from: 7, orders: [11, null, 13], over: [9] }
  const beside = new Set(['b'])
  expect([6, 7, 8, 9, 10].map((n) => savedAt(shared, beside, n))).toEqual([
    {},
    { order: 11 },
    {},
    { order: 13, beside },
    {},
  ])
  expect(savedAt(undefined, beside, 7)).toEqual({})
})
