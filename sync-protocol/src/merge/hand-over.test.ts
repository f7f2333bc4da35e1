import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import type { Op } from '../records/mutation.ts'
import { BALANCE_TABLE, CONTENTS } from '../testing/contents.ts'
import { testId } from '../testing/examples.ts'
import { actorOf, Clinic } from '../testing/merge-clinic.ts'
import { takeOverOp } from './take-over-op.ts'

const SHEET = testId(7, 1)
const person = (k: number) => testId(2, k)
const end: Op = { op: 'delete', collection: 'drafts', _id: SHEET, base: 1 }

/** Person 1 has an open sheet for Rex; each other acts on it as they see it. */
function opened(content: JsonObject = CONTENTS.drafts.content) {
  const clinic = new Clinic()
  clinic.do(actorOf(1), { op: 'create', collection: 'drafts', _id: SHEET, content })
  const sheet = () => clinic.record('drafts', SHEET) as SyncRecord
  const take = (who: number, seen = sheet(), perms: readonly number[] = [1]) =>
    clinic.do(actorOf(who, perms), takeOverOp(seen))
  const type = (who: number, set: JsonObject, seen = sheet()) =>
    clinic.do(actorOf(who, [1]), clinic.edit(seen, { ...seen.content, ...set }))
  return { clinic, sheet, take, type }
}

describe('an open sheet that is handed over', () => {
  test('is the taker’s from then on, with all that was entered', () => {
    const { sheet, take, type } = opened()
    type(1, { weight: '12', weight_units: 'kg' })
    expect(take(2).status).toBe('applied')
    expect(sheet()).toMatchObject({
      meta: { author_id: person(2), author_name: 'User 2' },
      content: { weight: '12', taken_from: [person(1)] },
    })
    expect(type(2, { name: 'Max' }).status).toBe('applied')
  })

  test('takes a holder of 1, as every record of a patient', () => {
    const { sheet, take } = opened()
    expect(take(2, sheet(), [0, 2, 3])).toMatchObject({ status: 'rejected', code: 'forbidden' })
    expect(sheet().meta.author_id).toBe(person(1))
  })

  test('what its author had typed by then still comes to it, and two weights are two versions', () => {
    const { clinic, sheet, take, type } = opened()
    const seen = sheet()
    take(2)
    type(2, { weight: '12', weight_units: 'kg' })
    expect(type(1, { outcome: 'foster' }, seen).status).toBe('merged')
    expect(type(1, { weight: '26', weight_units: 'lb' }, seen).status).toBe('conflict')
    expect(sheet().content).toMatchObject({ weight: '12', weight_units: 'kg', outcome: 'foster' })
    expect(clinic.conflicts()).toHaveLength(1)
  })

  test('whose it was can neither end it nor save it away; somebody else can enter nothing', () => {
    const { clinic, sheet, take, type } = opened()
    take(2)
    expect(clinic.do(actorOf(1, [1]), end).status).toBe('applied')
    expect(sheet().deleted).toBe(false)
    expect(type(3, { name: 'Max' })).toMatchObject({ status: 'rejected', code: 'forbidden' })
  })

  test('of two who take it over at once the first has it, and the other refuses nothing', () => {
    const { sheet, take } = opened()
    const seen = sheet()
    take(2)
    expect(take(3, seen)).toMatchObject({ status: 'applied', changes: [] })
    expect(sheet().meta.author_id).toBe(person(2))
  })

  test('that is over is left as it is; one that the server does not have yet may still come', () => {
    const { clinic, sheet, take } = opened()
    const seen = sheet()
    clinic.do(actorOf(1), end)
    expect(take(2, seen)).toMatchObject({ status: 'applied', changes: [] })
    expect(sheet().deleted).toBe(true)
    const missing = { ...seen, _id: testId(7, 2) }
    expect(clinic.do(actorOf(2), takeOverOp(missing))).toMatchObject({
      status: 'rejected',
      code: 'unknown_record',
    })
  })

  test('comes back as it was taken over last, whichever tablet returns first to a server that had lost it', () => {
    const takers = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 })
    const run = fc.property(takers, fc.infiniteStream(fc.nat()), (whos, dice) => {
      const { sheet, take } = opened()
      const seen: { who: number; at: SyncRecord }[] = []
      for (const who of whos.filter((each, place) => each !== (whos[place - 1] ?? 1))) {
        seen.push({ who, at: sheet() })
        take(who)
      }
      const last = sheet()
      const { clinic, sheet: restored } = opened()
      for (const { who, at } of seen.sort(() => ((dice.next().value as number) % 2 === 0 ? 1 : -1)))
        clinic.do(actorOf(who, [1]), takeOverOp(at))
      expect([restored().meta.author_id, restored().content]).toEqual([last.meta.author_id, last.content])
    })
    fc.assert(run, { numRuns: 300 })
  })

  test('takes along what is entered in the same change, as a tablet brings it back after a restore', () => {
    const { clinic, sheet } = opened()
    const seen = sheet()
    const typed = { ...seen.content, taken_from: [person(1)], weight: '12', weight_units: 'kg' }
    expect(clinic.do(actorOf(2, [1]), clinic.edit(seen, typed)).status).not.toBe('rejected')
    expect(sheet()).toMatchObject({ meta: { author_id: person(2) }, content: { weight: '12' } })
    // Another is its author by now: what was typed is not lost without a word.
    expect(clinic.do(actorOf(3, [1]), clinic.edit(seen, { ...typed, name: 'Max' }))).toMatchObject({
      status: 'rejected',
      code: 'forbidden',
    })
  })

  test('whom a later take-over did not know of may still enter what they typed', () => {
    const { sheet, take, type } = opened()
    const seen = sheet()
    take(4)
    const typing = sheet()
    // Without a network, on a tablet that two people share.
    const shared = (hands: readonly number[]) => ({
      ...seen,
      content: { ...seen.content, taken_from: hands.slice(0, -1).map(person) },
      meta: { ...seen.meta, author_id: person(hands.at(-1) ?? 0) },
    })
    take(2, shared([1]))
    take(1, shared([1, 2]))
    expect(sheet()).toMatchObject({
      meta: { author_id: person(1) },
      content: { taken_from: [person(1), person(2), person(4)] },
    })
    expect(type(4, { weight: '12', weight_units: 'kg' }, typing).status).toBe('merged')
    expect(sheet().content).toMatchObject({ weight: '12' })
  })

  test('the hands are entered whole or not at all', () => {
    const { clinic, sheet, take } = opened()
    take(2)
    const seen = sheet()
    const half: Op = {
      op: 'update',
      collection: 'drafts',
      _id: SHEET,
      base: seen.version,
      set: { 'taken_from.0': person(3) },
      was: { taken_from: [person(1)] },
    }
    expect(clinic.do(actorOf(1, [1]), half)).toMatchObject({ status: 'rejected', code: 'invalid' })
    expect(sheet().content?.['taken_from']).toEqual([person(1)])
  })

  test('an open balance table has no hands: it is everybody’s', () => {
    const { sheet, take } = opened(BALANCE_TABLE.content)
    expect(take(2).status).not.toBe('conflict')
    expect([sheet().meta.author_id, sheet().content]).toEqual([person(1), BALANCE_TABLE.content])
  })
})
