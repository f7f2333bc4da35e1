import { describe, expect, test } from 'vitest'
import type { SyncRecord } from '../records/envelope.ts'
import type { JsonObject } from '../records/json.ts'
import type { Op } from '../records/mutation.ts'
import { ketamine, mutationOf, testId } from '../testing/examples.ts'
import { actorOf, Clinic, DRUG } from '../testing/merge-clinic.ts'
import { applyMutation } from './apply-mutation.ts'

const [ANA, BEN, CLEO] = [1, 2, 3] as const
const create = { op: 'create', collection: 'drugs', _id: DRUG, content: ketamine() } as const
const remove = (base: number): Op => ({ op: 'delete', collection: 'drugs', _id: DRUG, base })

/** Ana’s edit stands, Ben’s waits. */
function clashing(): { clinic: Clinic; seen: SyncRecord | undefined; content: JsonObject } {
  const clinic = new Clinic()
  clinic.do(actorOf(ANA), create)
  const seen = clinic.drug()
  const content = ketamine()
  clinic.do(actorOf(ANA), clinic.edit(seen, { ...content, concentration: 50 }))
  clinic.do(actorOf(BEN), clinic.edit(seen, { ...content, concentration: 25 }))
  return { clinic, seen, content }
}
function settle(
  clinic: Clinic,
  more: Pick<Extract<Op, { op: 'settle' }>, 'choice'> & { base?: number; set?: JsonObject },
): Op {
  const [conflict] = clinic.conflicts()
  return {
    op: 'settle',
    collection: 'conflicts',
    _id: conflict?._id ?? '',
    base: conflict?.version ?? 0,
    ...more,
  }
}
const RENEWED = { status: 'conflict' }

describe('a decision over what moved', () => {
  test('[M9] made before somebody else renewed the conflict never takes effect on what its maker did not see', () => {
    const { clinic, content } = clashing()
    const stale = settle(clinic, { choice: 'mine' })
    clinic.do(actorOf(ANA), clinic.edit(clinic.drug(), { ...content, concentration: 75 }))
    expect(clinic.do(actorOf(CLEO), stale)).toMatchObject(RENEWED)
    // Cleo saw 75 by now, Ben decides over 50.
    expect(clinic.do(actorOf(BEN), stale)).toMatchObject(RENEWED)
    expect(clinic.drug()?.content).toEqual(ketamine({ concentration: 75 }))
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' })).status).toBe('applied')
    expect(clinic.drug()?.content).toEqual(ketamine({ concentration: 25 }))
  })

  test('[M9] [M5] a record deleted meanwhile renews the conflict as one that can bring it back', () => {
    const { clinic } = clashing()
    clinic.do(actorOf(ANA), remove(2))
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' }))).toMatchObject(RENEWED)
    expect(clinic.drug()?.deleted).toBe(true)
    expect(clinic.conflicts()[0]?.content).toMatchObject({
      kind: 'update_of_deleted',
      full: ketamine({ concentration: 25 }),
      groups: [{ theirs: {}, mine: { concentration: 25 } }],
    })
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'restore' })).status).toBe('applied')
    expect(clinic.drug()).toMatchObject({ deleted: false, content: ketamine({ concentration: 25 }) })
  })

  test('[M9] [M5] a deleted record that was brought back, edited and deleted again is not restored to what it was before', () => {
    const { clinic, seen, content } = clashing()
    clinic.do(actorOf(ANA), settle(clinic, { choice: 'theirs' }))
    clinic.records.delete(`conflicts/${clinic.conflicts()[0]?._id}`)
    clinic.do(actorOf(ANA), remove(2))
    clinic.do(actorOf(BEN), clinic.edit(seen, { ...content, section_key: 1000 }))
    const last = { ...content, concentration: 60 }
    const stale = settle(clinic, { choice: 'restore' })
    clinic.do(actorOf(ANA), { op: 'restore', collection: 'drugs', _id: DRUG, base: 3, content: last })
    clinic.do(actorOf(ANA), remove(4))
    expect(clinic.do(actorOf(BEN), stale)).toMatchObject(RENEWED)
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'restore' })).status).toBe('applied')
    expect(clinic.drug()?.content).toEqual({ ...last, section_key: 1000 })
  })

  test('[M9] [M5] a deleted record that another brought back makes it an ordinary conflict again', () => {
    const { clinic, content } = clashing()
    clinic.do(actorOf(ANA), remove(2))
    clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' }))
    clinic.do(actorOf(ANA), { op: 'restore', collection: 'drugs', _id: DRUG, base: 3, content })
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'restore' }))).toMatchObject(RENEWED)
    const [renewed] = clinic.conflicts()
    expect(renewed?.content).toMatchObject({ kind: 'update', groups: [{ theirs: { concentration: 100 } }] })
    expect(renewed?.content?.['full']).toBeUndefined()
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' })).status).toBe('applied')
    expect(clinic.drug()?.content).toEqual(ketamine({ concentration: 25 }))
  })

  test('[M9] [T2] where nothing is left to bring back a tablet shows no record, and the server refuses', () => {
    const { clinic } = clashing()
    clinic.records.delete(`drugs/${DRUG}`)
    for (const op of [
      settle(clinic, { choice: 'mine' }),
      settle(clinic, { choice: 'mine', set: { concentration: 30 } }),
    ]) {
      const pending = mutationOf(1, testId(7, 1), 'conflict.settle', [op])
      const shown = applyMutation(clinic, pending, actorOf(BEN), pending.at, 'optimistic')
      expect(shown.changes.map(({ collection }) => collection)).toEqual(['conflicts'])
      expect(clinic.do(actorOf(BEN), op)).toMatchObject({ status: 'rejected', code: 'invalid' })
    }
  })

  test('[M9] a conflict outlives the tombstone of its record: it is withdrawn, or brings the record back', () => {
    for (const choice of ['theirs', 'restore'] as const) {
      const { clinic } = clashing()
      clinic.do(actorOf(ANA), remove(2))
      clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' }))
      clinic.records.delete(`drugs/${DRUG}`)
      expect(clinic.do(actorOf(4, [1]), settle(clinic, { choice })).code).toBe('forbidden')
      expect(clinic.do(actorOf(BEN, [1]), settle(clinic, { choice })).status).toBe('applied')
      expect(clinic.conflicts()[0]?.content?.['settled']).toMatchObject({ choice })
      const back = {
        content: ketamine({ concentration: 25 }),
        // Above every version that it can have had.
        version: clinic.head() + 1,
        meta: { author_id: actorOf(BEN).user_id },
      }
      if (choice === 'restore') expect(clinic.drug()).toMatchObject(back)
      else expect(clinic.drug()).toBeUndefined()
    }
  })
})

describe('a decision over a delete', () => {
  function contested() {
    const clinic = new Clinic()
    clinic.do(actorOf(ANA), create)
    const seen = clinic.drug()
    clinic.do(actorOf(ANA), clinic.edit(seen, ketamine({ concentration: 50 })))
    clinic.do(actorOf(BEN), remove(1))
    return clinic
  }

  test('[M6] deletes only when that is what was chosen', () => {
    for (const choice of ['edited', 'restore'] as const) {
      const clinic = contested()
      expect(clinic.do(actorOf(BEN), settle(clinic, { choice }))).toMatchObject({
        status: 'rejected',
        code: 'invalid',
      })
      expect(clinic.drug()?.deleted).toBe(false)
    }
    const clinic = contested()
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' })).status).toBe('applied')
    expect(clinic.drug()?.deleted).toBe(true)
  })

  test('[M6] [M9] of a record that was edited again renews it', () => {
    const clinic = contested()
    clinic.do(actorOf(ANA), clinic.edit(clinic.drug(), ketamine({ concentration: 75 })))
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' }))).toMatchObject(RENEWED)
    expect(clinic.drug()?.deleted).toBe(false)
    expect(clinic.do(actorOf(BEN), settle(clinic, { choice: 'mine' })).status).toBe('applied')
  })
})

describe('what is typed while settling', () => {
  test('[M9] counts with whatever choice it comes, within the groups of the conflict', () => {
    for (const choice of ['edited', 'mine'] as const) {
      const { clinic } = clashing()
      clinic.do(actorOf(BEN), settle(clinic, { choice, set: { concentration: 33 } }))
      expect(clinic.drug()?.content).toEqual(ketamine({ concentration: 33 }))
    }
    const { clinic } = clashing()
    const strange = clinic.do(actorOf(BEN), settle(clinic, { choice: 'edited', set: { section_key: 5 } }))
    expect(strange).toMatchObject({ status: 'rejected', code: 'invalid', field: 'section_key' })
  })
})

test('[P8] only who holds 1 and 2 approves a parked fact or dismisses what another entered', () => {
  const clinic = new Clinic()
  const _id = testId(9, 1)
  const content = {
    mutation: {
      n: 1,
      id: testId(5, 900),
      at: '2026-11-20T10:00:00.000Z',
      clock_offset_ms: 0,
      schema: 1,
      action: 'x',
      detail: null,
      ops: [],
    },
    status: 'parked',
    code: 'needs_approval',
    message: '',
    lane: actorOf(ANA).lane,
    device: actorOf(ANA).device,
    at: '2026-11-20T10:00:00.000Z',
  }
  const meta = { author_id: actorOf(ANA).user_id, author_name: 'User 1', date_created: content.at }
  const attention = {
    collection: 'attention',
    _id,
    schema: 1,
    version: 1,
    seq: 1,
    deleted: false,
    meta,
    content,
  } as const
  for (const choice of ['mine', 'dismiss'] as const) {
    for (const perms of [[], [1], [2], [0, 2, 3], [0, 1, 3], [1, 2]]) {
      clinic.records.set(`attention/${_id}`, attention)
      const settled = clinic.do(actorOf(BEN, perms), {
        op: 'settle',
        collection: 'attention',
        _id,
        base: 1,
        choice,
      })
      expect([choice, perms, settled.status]).toEqual([
        choice,
        perms,
        perms.includes(1) && perms.includes(2) ? 'applied' : 'rejected',
      ])
    }
  }
})
