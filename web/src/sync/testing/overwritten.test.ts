import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Mutation, Op } from 'sync-protocol/records/mutation'
import { mutationOf, testId } from 'sync-protocol/testing/examples'
import { describe, expect, test } from 'vitest'
import { silentlyOverwritten, type Transition } from './overwritten.ts'

const DRAFT = testId(1, 1)
const PROCEDURE = testId(1, 2)
const PARKED = testId(1, 3)
const ANA = testId(3, 1)
const BEN = testId(3, 2)
const endDraft: Op = { op: 'delete', collection: 'drafts', _id: DRAFT, base: 0 }
const approve: Op = { op: 'settle', collection: 'attention', _id: PARKED, base: 1, choice: 'mine' }

/** What a server wrote, a mutation after the other. */
class Written {
  private readonly transitions: Transition[] = []
  private readonly bySeq = new Map<number, { id: string; lane: string }>()
  private readonly bodies = new Map<string, Mutation>()
  private readonly records = new Map<string, SyncRecord>()
  private readonly beside = new Set<string>()

  by(lane: string, ops: Op[], ...written: [SyncRecord['collection'], string, JsonObject | null][]): this {
    const seq = this.bySeq.size + 1
    const id = testId(5, seq)
    this.bySeq.set(seq, { id, lane })
    this.bodies.set(id, mutationOf(seq, id, 'x', ops))
    for (const [collection, _id, content] of written) {
      const before = this.records.get(_id)
      const after: SyncRecord = {
        collection,
        _id,
        schema: 1,
        version: (before?.version ?? 0) + 1,
        seq,
        deleted: content === null,
        meta: { author_id: testId(2, 1), author_name: 'Ana', date_created: '2026-11-20T10:00:00.000Z' },
        content,
      }
      this.transitions.push({ before, after })
      this.records.set(_id, after)
    }
    return this
  }

  /** The `earlier`th mutation had been saved on the tablet on which the `later`th was made. */
  onOneTablet(earlier: number, later: number): this {
    this.beside.add(`${testId(5, earlier)} ${testId(5, later)}`)
    return this
  }

  forgetTombstone(_id: string): this {
    this.records.delete(_id)
    return this
  }

  get overwritten() {
    return silentlyOverwritten({
      transitions: this.transitions,
      bySeq: this.bySeq,
      bodyOf: (id) => this.bodies.get(id),
      savedBefore: (earlier, id) => this.beside.has(`${earlier} ${id}`),
    }).map(({ record }) => record)
  }
}

describe('[M3] what its own lane made and deletes', () => {
  const remove: Op = { op: 'delete', collection: 'procedures', _id: PROCEDURE, base: 0 }
  const made = () => new Written().by(ANA, [], ['procedures', PROCEDURE, { name: 'one' }])

  test('was seen, also when another brings it back after its tombstone was forgotten', () => {
    const written = made()
      .by(ANA, [remove], ['procedures', PROCEDURE, null])
      .forgetTombstone(PROCEDURE)
      .by(BEN, [], ['procedures', PROCEDURE, { name: 'two' }])
    expect(written.overwritten).toEqual([])
  })

  test('was not seen when another had changed it', () => {
    const written = made()
      .by(BEN, [{ ...remove, op: 'update', set: {}, was: {} }], ['procedures', PROCEDURE, { name: 'one' }])
      .by(ANA, [remove], ['procedures', PROCEDURE, null])
    expect(written.overwritten).toEqual([`procedures/${PROCEDURE}`])
  })

  test('was seen when the other had saved it before on the same tablet, and only then', () => {
    const changed = () =>
      made()
        .by(BEN, [{ ...remove, op: 'update', set: {}, was: {} }], ['procedures', PROCEDURE, { name: 'one' }])
        .by(ANA, [remove], ['procedures', PROCEDURE, null])
    expect(changed().onOneTablet(2, 3).overwritten).toEqual([])
    expect(changed().onOneTablet(3, 2).overwritten).toEqual([`procedures/${PROCEDURE}`])
  })
})

describe('[M3] a parked sheet that is approved', () => {
  const parked = (lane: string, settled?: JsonObject): JsonObject => ({
    mutation: mutationOf(9, testId(5, 900), 'sheet.save', [endDraft]),
    lane,
    ...(settled ? { settled } : {}),
  })
  const typed = () => new Written().by(ANA, [], ['drafts', DRAFT, { name: 'one' }])
  const approved = (written: Written, lane: string) =>
    written.by(BEN, [approve], ['drafts', DRAFT, null], ['attention', PARKED, parked(lane, {})])

  test('ends the draft that its author saved it from', () => {
    const written = typed().by(ANA, [], ['attention', PARKED, parked(ANA)])
    expect(approved(written, ANA).overwritten).toEqual([])
  })

  test('may end nothing that its author typed since, that another made, or when it was settled before', () => {
    const since = typed()
      .by(ANA, [], ['attention', PARKED, parked(ANA)])
      .by(ANA, [], ['drafts', DRAFT, { name: 'one' }])
    expect(approved(since, ANA).overwritten).toEqual([`drafts/${DRAFT}`])
    const another = typed().by(BEN, [], ['attention', PARKED, parked(BEN)])
    expect(approved(another, BEN).overwritten).toEqual([`drafts/${DRAFT}`])
    const settled = typed().by(ANA, [], ['attention', PARKED, parked(ANA, {})])
    expect(approved(settled, ANA).overwritten).toEqual([`drafts/${DRAFT}`])
  })
})
