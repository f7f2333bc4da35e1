import { PROTOCOL } from '../wire/version.ts'
import { describe, expect, test } from 'vitest'
import type { Collection, SyncRecord } from '../records/envelope.ts'
import type { Json, JsonObject } from '../records/json.ts'
import { attentionIdOf, conflictOf } from '../records/mutation-hash.ts'
import type { Op } from '../records/mutation.ts'
import { ProtocolError } from '../wire/errors.ts'
import type { Speaker, SyncStore } from '../wire/store.ts'
import { CONTENTS } from './contents.ts'
import { AT, draw, ketamine, mutationOf, pushOf, testId } from './examples.ts'

export interface Harness {
  store: SyncStore
  epoch: string
  /** A user of the clinic under test with these permissions. */
  speaker(perms: number[]): Promise<Speaker>
  /** A user of another clinic, with every permission. */
  stranger(): Promise<Speaker>
  /** So much time goes by that every tombstone is forgotten. */
  forget(): Promise<void>
}

const NOW = '2026-11-20T10:00:00.000Z'
let families = 0

async function failure(promise: Promise<unknown>): Promise<ProtocolError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ProtocolError) return error
  throw new Error(`A ProtocolError was expected, not ${String(error)}`)
}

async function everything(store: SyncStore, speaker: Speaker, limit = 1000): Promise<SyncRecord[]> {
  const found: SyncRecord[] = []
  for (let cursor = 0, more = true; more;) {
    const page = await store.pull(speaker, { protocol: PROTOCOL, cursor, limit }, NOW)
    found.push(...page.changes)
    cursor = page.cursor
    more = page.more
  }
  return found
}

/** The sync contract as every store must keep it; run on Postgres and in memory. */
export function storeContract(name: string, harness: () => Promise<Harness>): void {
  describe(`store contract: ${name}`, () => {
    async function clinic(perms: number[] = [0, 1, 2, 3]) {
      const { store, epoch, speaker, stranger, forget } = await harness()
      const who = await speaker(perms)
      const family = ++families
      const id = (k: number) => testId(family, k)
      const lane = { device: id(9001), lane: id(9002) }
      const push = (mutations: { n: number; id: string }[], as: Speaker = who, from = lane) =>
        store.push(as, pushOf(epoch, from, mutations), NOW)
      const create = (n: number, record: number, content = ketamine()) =>
        mutationOf(n, id(n), 'drug.create', [{ op: 'create', collection: 'drugs', _id: id(record), content }])
      const one = (n: number, op: Op, action = 'drug.update') => mutationOf(n, id(n), action, [op])
      return {
        store,
        epoch,
        speaker,
        stranger,
        forget,
        who,
        id,
        lane,
        push,
        create,
        one,
        all: () => everything(store, who),
      }
    }

    test('[P1] a mutation sent again gives the same outcome, replayed, and changes nothing', async () => {
      const { push, create, all } = await clinic()
      const first = await push([create(1, 100)])
      const again = await push([create(1, 100)])
      expect(first.results[0]).toMatchObject({ status: 'applied', seq: first.head })
      expect(again.results[0]).toMatchObject({
        status: 'applied',
        replayed: true,
        seq: first.results[0]?.seq,
      })
      expect(again.results[0]?.receipt).toBe(first.results[0]?.receipt)
      expect(again.head).toBe(first.head)
      expect(await all()).toHaveLength(1)
    })

    test('[P1] the same id over another lane takes effect once', async () => {
      const { push, create, all, id } = await clinic()
      await push([create(1, 100)])
      const again = await push([create(1, 100)], undefined, { device: id(9001), lane: id(9003) })
      expect(again.results[0]).toMatchObject({ replayed: true })
      expect(again.last_n).toBe(1)
      expect(await all()).toHaveLength(1)
    })

    test('[P1] the same id or number with another content is lane_forked, and nothing of the push is processed', async () => {
      const { push, create, all, id } = await clinic()
      await push([create(1, 100)])
      const other = { ...create(1, 101), id: id(1) }
      expect((await failure(push([other]))).code).toBe('lane_forked')
      const sameNumber = { ...create(1, 102), id: id(77) }
      expect((await failure(push([sameNumber, create(2, 103)]))).code).toBe('lane_forked')
      expect(await all()).toHaveLength(1)
    })

    test('[P2] a refused mutation changes nothing at all, and is kept whole', async () => {
      const { push, id, all } = await clinic()
      const mixed = mutationOf(1, id(1), 'drug.create', [
        { op: 'create', collection: 'drugs', _id: id(100), content: ketamine() },
        { op: 'create', collection: 'drugs', _id: id(101), content: ketamine({ concentration: 0 }) },
      ])
      const { results } = await push([mixed])
      expect(results[0]).toMatchObject({
        status: 'rejected',
        code: 'invalid',
        field: 'concentration',
        message: 'Drug concentration must be greater than zero.',
      })
      const kept = await all()
      expect(kept.map(({ collection }) => collection)).toEqual(['attention'])
      expect(kept[0]?.content).toMatchObject({ mutation: mixed, code: 'invalid', status: 'rejected' })
    })

    test('[P3] numbers are processed without holes', async () => {
      const { push, create, who } = await clinic()
      await push([create(1, 100)])
      const gap = await failure(push([create(3, 102)]))
      expect([gap.code, gap.extra.last_n]).toEqual(['gap', 1])
      expect((await failure(push([create(2, 101), create(4, 103)]))).code).toBe('invalid_request')
      expect((await push([create(2, 101)], who)).last_n).toBe(2)
    })

    test('[P3] a lane of another user is forbidden', async () => {
      const { push, create, speaker } = await clinic()
      await push([create(1, 100)])
      expect((await failure(push([create(2, 101)], await speaker([1])))).code).toBe('forbidden')
    })

    test('[P3] a withdrawn mutation takes its number and changes nothing', async () => {
      const { push, create, id, all } = await clinic()
      await push([mutationOf(1, id(1), 'withdrawn', []), create(2, 100)])
      expect((await all()).map(({ collection }) => collection)).toEqual(['drugs'])
    })

    test('[P4] a refused mutation does not block the next; what edits its record shares its fate', async () => {
      const { push, create, one, id } = await clinic()
      const { results } = await push([
        create(1, 100, ketamine({ name: '' })),
        one(2, {
          op: 'update',
          collection: 'drugs',
          _id: id(100),
          base: 1,
          set: { name: 'X' },
          was: { name: '' },
        }),
        create(3, 101),
      ])
      expect(results.map(({ status, code }) => [status, code])).toEqual([
        ['rejected', 'invalid'],
        ['rejected', 'depends_on'],
        ['applied', undefined],
      ])
    })

    test('[P6] permissions: records need 1, others’ records 2, sections 3', async () => {
      const { push, create, one, id, speaker } = await clinic()
      await push([create(1, 100)])
      const edit = (n: number) =>
        one(n, {
          op: 'update',
          collection: 'drugs',
          _id: id(100),
          base: 1,
          set: { section_key: 1000 + n },
          was: { section_key: n === 30 ? 1020 : 999 },
        })
      const as = async (perms: number[], k: number, mutation: (n: number) => { n: number; id: string }) => {
        const speaking = await speaker(perms)
        const lane = { device: id(9001), lane: id(9100 + k) }
        const sent = { ...mutation(k), n: 1 }
        return (await push([sent], speaking, lane)).results[0]
      }
      expect(await as([1], 10, edit)).toMatchObject({ status: 'rejected', code: 'forbidden' })
      expect(await as([1, 2], 20, edit)).toMatchObject({ status: 'applied' })
      expect(await as([0], 21, (n) => create(n, 121))).toMatchObject({
        status: 'rejected',
        code: 'forbidden',
      })
      const section = (n: number) =>
        one(n, {
          op: 'create',
          collection: 'sections',
          _id: id(200 + n),
          content: { key: n, title_s: 'A', title_p: 'As' },
        })
      expect(await as([1, 2], 22, section)).toMatchObject({ status: 'rejected', code: 'forbidden' })
      expect(await as([1, 3], 23, section)).toMatchObject({ status: 'applied' })
    })

    test('[P6] another organization’s record is unknown', async () => {
      const { push, create, one, id, stranger } = await clinic()
      await push([create(1, 100)])
      const foreign = await stranger()
      const theirs = { device: id(9005), lane: id(9006) }
      const del = one(2, { op: 'delete', collection: 'drugs', _id: id(100), base: 1 }, 'drug.delete')
      expect((await push([{ ...del, n: 1 }], foreign, theirs)).results[0]).toMatchObject({
        code: 'unknown_record',
      })
    })

    test('[P7] what is pushed is held to the form’s limits, with its messages and the field', async () => {
      const { push, create } = await clinic()
      const wrong: [JsonObject, field: string, message: string][] = [
        [{ name: 'x'.repeat(51) }, 'name', 'Drug name is too long.'],
        [{ name: ' ' }, 'name', 'Drug name is required.'],
        [{ concentration: 100_000.5 }, 'concentration', 'Drug concentration is too large.'],
        [{ dosage: [5, 0] }, 'dosage.1', 'Feline dosage must be greater than zero.'],
        [
          { section_key: -2, dosage_from: [0.1, 0.1] },
          'dosage_to.0',
          'Canine high dosage must be greater than zero.',
        ],
      ]
      const { results } = await push(
        wrong.map(([over], index) => create(index + 1, 100 + index, ketamine(over))),
      )
      expect(results.map(({ status, code, field, message }) => [status, code, field, message])).toEqual(
        wrong.map(([, field, message]) => ['rejected', 'invalid', field, message]),
      )
    })

    test('[P8] a fact is never refused: without the permission it is parked, and a holder of 2 approves it', async () => {
      const { push, id, all, speaker, lane } = await clinic([0])
      const taken = mutationOf(1, id(1), 'draw.save', [
        { op: 'create', collection: 'draws', _id: id(100), content: draw() },
      ])
      const { results } = await push([taken])
      expect(results[0]).toMatchObject({ status: 'parked', code: 'needs_approval' })
      const attention = (await all()).find(({ collection }) => collection === 'attention')
      const approver = await speaker([1, 2])
      const settle = mutationOf(1, id(2), 'attention.approve', [
        { op: 'settle', collection: 'attention', _id: attention?._id ?? '', base: 1, choice: 'mine' },
      ])
      const approved = await push([settle], approver, { device: lane.device, lane: id(9010) })
      expect(approved.results[0]).toMatchObject({ status: 'applied' })
      const stored = (await all()).find(({ collection }) => collection === 'draws')
      expect(stored?.meta).toMatchObject({
        author_id: attention?.meta.author_id,
        approved_by: approver.user_name,
      })
    })

    const takes = (_id: string, content = draw()) => ({
      op: 'create' as const,
      collection: 'draws' as const,
      _id,
      content,
    })

    test('[P8] a fact in a mutation that is not quite the schema is parked with all that is legible, and can be approved', async () => {
      const { push, id, all, speaker, lane } = await clinic()
      const of = (n: number, more: object, op: object = {}) => ({
        ...mutationOf(n, id(n), 'draw.save', [{ ...takes(id(100 + n)), ...op }]),
        ...more,
      })
      const strange = [
        of(1, { mood: 'good' }),
        of(2, { detail: 'x'.repeat(201) }),
        of(3, { action: 'Draw!' }),
        of(4, { at: 'yesterday' }),
        of(5, {}, { mood: 'good' }),
        of(6, { detail: '\u0000' }),
        of(7, { at: '0000-12-31T23:59:59.999Z', clock_offset_ms: null }),
        of(8, { at: '9999-12-31T23:59:59.999Z', clock_offset_ms: 3_600_000 }),
        of(9, { clock_offset_ms: Number.MIN_SAFE_INTEGER }),
        of(10, { clock_offset_ms: Number.MAX_SAFE_INTEGER }),
      ]
      const { results } = await push(strange)
      expect(results.map(({ status, code }) => [status, code])).toEqual(
        strange.map(() => ['parked', 'invalid']),
      )
      const kept = (await all()).filter(({ collection }) => collection === 'attention')
      for (const [index, { content }] of kept.entries())
        expect(content?.['raw']).toBe(JSON.stringify(strange[index]))
      const approver = await speaker([1, 2])
      const settles = kept.map(({ _id }, index) =>
        mutationOf(index + 1, id(200 + index), 'attention.approve', [
          { op: 'settle', collection: 'attention', _id, base: 1, choice: 'mine' },
        ]),
      )
      const approved = await push(settles, approver, { device: lane.device, lane: id(9010) })
      expect(approved.results.map(({ status }) => status)).toEqual(strange.map(() => 'applied'))
      const draws = (await all()).filter(({ collection }) => collection === 'draws')
      expect(draws.map(({ _id, content }) => [_id, content])).toEqual(
        strange.map((_, index) => [id(101 + index), draw()]),
      )
      const unconfirmed = draws.filter(({ flags }) => flags?.includes('time_unconfirmed'))
      expect(unconfirmed.map(({ _id }) => _id)).toEqual([4, 7, 8, 9, 10].map((n) => id(100 + n)))
      expect(new Set(unconfirmed.map(({ meta }) => meta.date_created))).toEqual(new Set([NOW]))
    })

    test('[P4] [P8] a number that none can hold is refused alone, and a fact with it can be completed', async () => {
      const { push, id, all, create } = await clinic()
      const beyond = { drug_volume: Infinity }
      const sent = [
        mutationOf(1, id(1), 'draw.save', [takes(id(100), { ...draw(), ...beyond })]),
        { ...create(2, 101), detail: Infinity },
        create(3, 102),
      ]
      const { results } = await push(sent)
      expect(results.map(({ status }) => status)).toEqual(['parked', 'rejected', 'applied'])
      const kept = (await all()).find(({ _id }) => _id === attentionIdOf(id(1)))
      expect(kept?.content).toMatchObject({
        mutation: { ops: [takes(id(100), { ...draw(), drug_volume: 'Infinity' })] },
      })
      expect((await push(sent)).results.every(({ replayed }) => replayed === true)).toBe(true)
    })

    test('[P8] a void that is not quite the schema is parked, and a holder of 2 approves it', async () => {
      const { push, id, all, speaker, who, lane } = await clinic()
      await push([mutationOf(1, id(1), 'draw.save', [takes(id(100)), takes(id(101)), takes(id(102))])])
      const ops = [
        { op: 'void', collection: 'draws', _id: id(100), base: 1 },
        { op: 'void', collection: 'draws', _id: id(101).toUpperCase(), base: 'x', reason: 'Twice' },
        { op: 'void', collection: 'draws', _id: id(102), base: 1, reason: 'Twice', mood: 'sad' },
      ]
      const sent = ops.map((op, at) => ({ ...mutationOf(at + 2, id(at + 2), 'draw.delete', []), ops: [op] }))
      // Nobody can tell what was to be voided.
      const lost = { ...mutationOf(5, id(5), 'draw.delete', []), ops: [{ ...ops[0], _id: 'x' }] }
      const { results } = await push([...sent, lost])
      expect(results.map(({ status, code }) => [status, code])).toEqual([
        ...sent.map(() => ['parked', 'invalid']),
        ['rejected', 'invalid'],
      ])
      const kept = (await all()).filter(
        ({ collection, content }) => collection === 'attention' && content?.['status'] === 'parked',
      )
      const settles = kept.map(({ _id }, index) =>
        mutationOf(index + 1, id(200 + index), 'attention.approve', [
          { op: 'settle', collection: 'attention', _id, base: 1, choice: 'mine' },
        ]),
      )
      const approver = await speaker([1, 2])
      const approved = await push(settles, approver, { device: lane.device, lane: id(9010) })
      expect(approved.results.map(({ status }) => status)).toEqual(sent.map(() => 'applied'))
      const draws = (await all()).filter(({ collection }) => collection === 'draws')
      expect(draws.map(({ voided, meta }) => [voided?.by, voided?.reason, meta.approved_by])).toEqual(
        ['', 'Twice', 'Twice'].map((reason) => [who.user_id, reason, approver.user_name]),
      )
    })

    test('[P8] more draws than a change can hold are parked as one, and a holder of 2 approves them all', async () => {
      const { push, id, all, speaker, who, lane } = await clinic()
      await push([mutationOf(1, id(1), 'draw.save', [takes(id(99))])])
      const drawn = Array.from({ length: 501 }, (_, index) => takes(id(100 + index)))
      const voids = { op: 'void', collection: 'draws', _id: id(99).toUpperCase() }
      const sent = { ...mutationOf(2, id(2), 'draw.save', drawn), ops: [...drawn, voids] }
      const { results } = await push([sent])
      expect(results[0]).toMatchObject({ status: 'parked', code: 'invalid' })
      const attention = (await all()).find(({ collection }) => collection === 'attention')
      const approver = await speaker([1, 2])
      const settle = (n: number, more: object) => ({
        ...mutationOf(1, id(700 + n), 'attention.complete', []),
        ops: [{ op: 'settle', collection: 'attention', _id: attention?._id ?? '', base: 1, ...more }],
      })
      const decide = async (n: number, more: object) =>
        (await push([settle(n, more)], approver, { device: lane.device, lane: id(9010 + n) })).results[0]
      const half = { choice: 'edited', set: { ops: drawn.slice(0, 500) } }
      expect(await decide(1, half)).toMatchObject({ status: 'rejected', field: 'ops' })
      expect(await decide(2, { choice: 'mine' })).toMatchObject({ status: 'applied' })
      const draws = (await all()).filter(({ collection }) => collection === 'draws')
      expect(draws).toHaveLength(502)
      const made = draws.filter(({ voided }) => voided === undefined)
      for (const { meta } of made)
        expect(meta).toMatchObject({ author_id: who.user_id, approved_by: approver.user_name })
      expect(draws.find(({ _id }) => _id === id(99))?.voided).toMatchObject({ by: who.user_id, reason: '' })
    })

    test('[P8] a parked fact that is invalid is completed by a holder of 2, and stands under its author’s name', async () => {
      const { push, id, all, speaker, who, lane } = await clinic()
      const { drug_volume: _, ...half } = draw()
      const nameless = { ...mutationOf(2, id(2), 'draw.save', [takes('no id', half)]) }
      const { results } = await push([mutationOf(1, id(1), 'draw.save', [takes(id(100), half)]), nameless])
      expect(results).toMatchObject([
        { status: 'parked', code: 'invalid', field: 'drug_volume' },
        { status: 'parked', code: 'invalid' },
      ])
      const kept = (await all()).filter(({ collection }) => collection === 'attention')
      const opsOf = (index: number) =>
        (kept[index]?.content as { mutation: { ops: Op[] } } | undefined)?.mutation.ops ?? []
      const [approver, other] = [await speaker([1, 2]), await speaker([1])]
      let n = 0
      const settle = async (index: number, choice: 'mine' | 'edited', ops?: unknown, as = approver) => {
        const op = { op: 'settle', collection: 'attention', _id: kept[index]?._id, base: 1, choice } as const
        const set = ops === undefined ? {} : { set: { ops } }
        const sent = { ...mutationOf(1, id(300 + ++n), 'attention.complete', []), ops: [{ ...op, ...set }] }
        return (await push([sent], as, { device: lane.device, lane: id(9100 + n) })).results[0]
      }
      const whole = (index: number) => opsOf(index).map((op) => ({ ...op, content: draw() }))
      expect(await settle(0, 'mine')).toMatchObject({ code: 'invalid', field: 'drug_volume' })
      expect(await settle(0, 'edited', whole(0), other)).toMatchObject({ code: 'forbidden' })
      for (const ops of [undefined, [], opsOf(0), [...whole(0), ...whole(0)], whole(1), [takes(id(101))]])
        expect(await settle(0, 'edited', ops)).toMatchObject({ code: 'invalid' })
      expect(await settle(0, 'edited', whole(0))).toMatchObject({ status: 'applied' })
      expect(await settle(1, 'edited', whole(1))).toMatchObject({ status: 'applied' })
      const draws = (await all()).filter(({ collection }) => collection === 'draws')
      expect(draws).toHaveLength(2)
      for (const { content, meta } of draws) {
        expect(content).toEqual(draw())
        expect(meta).toMatchObject({ author_id: who.user_id, approved_by: approver.user_name })
      }
    })

    test('[P8] what is valid is approved as its author entered it, and not as somebody else would have', async () => {
      const { push, id, all, speaker, lane } = await clinic([0])
      await push([mutationOf(1, id(1), 'draw.save', [takes(id(100))])])
      const attention = (await all()).find(({ collection }) => collection === 'attention')
      const ops = [takes(id(100), { ...draw(), drug_volume: 9 })]
      const settle = mutationOf(1, id(2), 'attention.complete', [
        {
          op: 'settle',
          collection: 'attention',
          _id: attention?._id ?? '',
          base: 1,
          choice: 'edited',
          set: { ops },
        },
      ])
      const { results } = await push([settle], await speaker([1, 2]), {
        device: lane.device,
        lane: id(9010),
      })
      expect(results[0]).toMatchObject({ status: 'rejected', code: 'invalid', field: 'ops' })
    })

    test('[P3] what is withdrawn needs to say no more than that, and takes its number', async () => {
      const { push, id, all, create } = await clinic()
      const bare = { n: 1, id: id(1), action: 'withdrawn', ops: [] }
      const { results, last_n } = await push([bare, create(2, 100)])
      expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
      expect(last_n).toBe(2)
      expect((await all()).map(({ collection }) => collection)).toEqual(['drugs'])
      expect((await push([bare])).results[0]).toMatchObject({ status: 'applied', replayed: true })
    })

    test('[M3] the same group changed twice is a conflict: what stands stays, the other is kept', async () => {
      const { push, create, one, id, all } = await clinic()
      await push([create(1, 100)])
      const dose = { ...ketamine() } as Record<string, never>
      delete dose['section_key']
      const edit = (n: number, concentration: number) =>
        one(n, {
          op: 'update',
          collection: 'drugs',
          _id: id(100),
          base: 1,
          set: { concentration },
          was: { ...dose, limits: null, amount_unit: null },
        })
      const other = { device: id(9005), lane: id(9006) }
      await push([edit(2, 50)])
      const { results } = await push([{ ...edit(3, 25), n: 1 }], undefined, other)
      expect(results[0]).toMatchObject({ status: 'conflict' })
      const records = await all()
      expect(records.find(({ collection }) => collection === 'drugs')?.content).toMatchObject({
        concentration: 50,
      })
      expect(records.find(({ collection }) => collection === 'conflicts')?.content).toMatchObject({
        groups: [{ group: 'dose', theirs: { concentration: 50 }, mine: { concentration: 25 } }],
      })
      expect(results[0]?.conflicts).toEqual([
        records.find(({ collection }) => collection === 'conflicts')?._id,
      ])
    })

    test('[M6] a delete of a record that another lane changed is a conflict', async () => {
      const { push, create, one, id, all } = await clinic()
      await push([create(1, 100)])
      await push([
        one(2, {
          op: 'update',
          collection: 'drugs',
          _id: id(100),
          base: 1,
          set: { section_key: 1 },
          was: { section_key: 999 },
        }),
      ])
      const other = { device: id(9005), lane: id(9006) }
      const del = one(3, { op: 'delete', collection: 'drugs', _id: id(100), base: 1 }, 'drug.delete')
      expect((await push([{ ...del, n: 1 }], undefined, other)).results[0]).toMatchObject({
        status: 'conflict',
      })
      expect((await all()).find(({ collection }) => collection === 'drugs')?.deleted).toBe(false)
      const own = one(3, { op: 'delete', collection: 'drugs', _id: id(100), base: 1 }, 'drug.delete')
      expect((await push([{ ...own, id: id(33), n: 3 }])).results[0]).toMatchObject({ status: 'applied' })
    })

    test('[M6] the undo of a delete that was set aside takes the conflict with it, and leaves what stands', async () => {
      const { push, create, one, id, all } = await clinic()
      const edit = {
        op: 'update',
        collection: 'drugs',
        _id: id(100),
        base: 1,
        set: { section_key: 1 },
        was: { section_key: 999 },
      } as const
      await push([create(1, 100), one(2, edit)])
      const other = { device: id(9005), lane: id(9006) }
      const seen = ketamine()
      const del = one(
        3,
        { op: 'delete', collection: 'drugs', _id: id(100), base: 1, was: seen },
        'drug.delete',
      )
      const waiting = async () => (await all()).find(({ collection }) => collection === 'conflicts')?.content
      await push([{ ...del, n: 1 }], undefined, other)
      expect(await waiting()).toMatchObject({ kind: 'delete_of_changed', full: seen })
      expect(await waiting()).not.toHaveProperty('settled')
      const undo = one(
        4,
        {
          op: 'restore',
          collection: 'drugs',
          _id: id(100),
          base: 1,
          content: seen,
          undoes: conflictOf(del.id, 0),
        },
        'drug.restore',
      )
      expect((await push([{ ...undo, n: 2 }], undefined, other)).results).toMatchObject([
        { status: 'applied' },
      ])
      expect(await waiting()).toMatchObject({ settled: { choice: 'theirs' } })
      expect((await all()).find(({ collection }) => collection === 'drugs')).toMatchObject({
        deleted: false,
        content: ketamine({ section_key: 1 }),
      })
    })

    test('[M6] a delete takes what another had saved before on the same tablet, and nothing that came after', async () => {
      const { store, epoch, who, speaker, push, create, id, lane } = await clinic()
      const mate = await speaker([0, 1, 2, 3])
      const [mates, elsewhere] = [id(9006), id(9007)]
      const made = [101, 102, 103, 104, 105, 106, 107]
      await push(made.map((record, index) => create(index + 1, record)))
      const edit = (n: number, record: number, version: number) =>
        mutationOf(n, id(40 + n), 'drug.update', [
          {
            op: 'update',
            collection: 'drugs',
            _id: id(record),
            base: version,
            set: { section_key: version },
            was: { section_key: version === 1 ? 999 : version - 1 },
          },
        ])
      // Seen twice; once seen and once after; never said; after; of the same place; and made over nothing that was pending.
      const edits = [
        edit(1, 101, 1),
        edit(2, 101, 2),
        edit(3, 102, 1),
        edit(4, 102, 2),
        edit(5, 103, 1),
        edit(6, 104, 1),
        edit(7, 105, 1),
        edit(8, 107, 1),
      ]
      const orders = [2, 3, 2, 9, null, 9, 5, 2]
      await store.push(
        mate,
        {
          ...pushOf(epoch, { device: lane.device, lane: mates }, edits),
          shared: { lanes: [], from: 1, orders, over: [] },
        },
        NOW,
      )
      // And of a lane that is not of this tablet.
      const far = await speaker([0, 1, 2, 3])
      const afar = pushOf(epoch, { device: id(9008), lane: elsewhere }, [{ ...edit(1, 106, 1), id: id(60) }])
      await store.push(far, { ...afar, shared: { lanes: [], from: 1, orders: [2], over: [] } }, NOW)
      const deletes = made.map((record, index) =>
        mutationOf(index + 8, id(70 + index), 'drug.delete', [
          { op: 'delete', collection: 'drugs', _id: id(record), base: 1 },
        ]),
      )
      const shared = {
        lanes: [mates],
        from: 8,
        orders: made.map(() => 5),
        over: [8, 9, 10, 11, 12, 13],
      }
      const reply = await store.push(who, { ...pushOf(epoch, lane, deletes), shared }, NOW)
      expect(reply.results.map(({ status }) => status)).toEqual([
        'applied',
        ...Array.from({ length: 6 }, () => 'conflict'),
      ])
    })

    test('[M5] an edit of a deleted record is a conflict that can restore it with the edit', async () => {
      const { push, create, one, id, all } = await clinic()
      await push([
        create(1, 100),
        one(2, { op: 'delete', collection: 'drugs', _id: id(100), base: 1 }, 'drug.delete'),
      ])
      const other = { device: id(9005), lane: id(9006) }
      const edit = one(33, {
        op: 'update',
        collection: 'drugs',
        _id: id(100),
        base: 1,
        set: { section_key: 7 },
        was: { section_key: 999 },
      })
      const { results } = await push([{ ...edit, n: 1 }], undefined, other)
      const conflict = results[0]?.conflicts?.[0] ?? ''
      expect(results[0]).toMatchObject({ status: 'conflict' })
      await push([
        one(
          3,
          { op: 'settle', collection: 'conflicts', _id: conflict, base: 1, choice: 'restore' },
          'conflict.settle',
        ),
      ])
      const restored = (await all()).find(({ collection }) => collection === 'drugs')
      expect(restored).toMatchObject({ deleted: false, content: ketamine({ section_key: 7 }) })
    })

    test('[M6] what comes back after its tombstone was forgotten was seen by nobody who knew it before', async () => {
      const { push, create, one, id, all, forget } = await clinic()
      const drugs = async () =>
        (await all()).filter(({ collection, deleted }) => collection === 'drugs' && !deleted)
      const remove = { op: 'delete', collection: 'drugs', _id: id(100), base: 1 } as const
      await push([create(1, 100), one(2, remove, 'drug.delete')])
      const late = one(3, {
        op: 'update',
        collection: 'drugs',
        _id: id(100),
        base: 1,
        set: { section_key: 7 },
        was: { section_key: 999 },
      })
      const conflict = (await push([late])).results[0]?.conflicts?.[0] ?? ''
      await forget()
      const settle = {
        op: 'settle',
        collection: 'conflicts',
        _id: conflict,
        base: 1,
        choice: 'restore',
      } as const
      await push([one(4, settle, 'conflict.settle')])
      expect(await drugs()).toMatchObject([{ content: ketamine({ section_key: 7 }) }])
      const other = { device: id(9005), lane: id(9006) }
      const unsent = { ...one(5, remove, 'drug.delete'), n: 1 }
      expect((await push([unsent], undefined, other)).results).toMatchObject([{ status: 'conflict' }])
      expect(await drugs()).toHaveLength(1)
    })

    test('[M10] two drafts of one balance table that clash are kept as two, and the lane follows its own', async () => {
      const { push, one, id, all } = await clinic()
      const table = (rows: number[]) => ({ kind: 'balance', table: { rows } })
      await push([
        one(1, { op: 'create', collection: 'drafts', _id: id(100), content: table([]) }, 'draft.create'),
      ])
      const edit = (n: number, rows: number[], was: number[]) =>
        one(
          n,
          {
            op: 'update',
            collection: 'drafts',
            _id: id(100),
            base: 1,
            set: { table: { rows } },
            was: { table: { rows: was } },
          },
          'draft.update',
        )
      await push([edit(2, [1], [])])
      const other = { device: id(9005), lane: id(9006) }
      await push([{ ...edit(3, [2], []), n: 1 }], undefined, other)
      await push([{ ...edit(4, [2, 3], [2]), n: 2 }], undefined, other)
      const drafts = (await all()).filter(({ collection }) => collection === 'drafts')
      expect(drafts.map(({ content }) => content?.['table'])).toEqual([{ rows: [1] }, { rows: [2, 3] }])
    })

    test('[L2] pages never split a seq and lead to exactly the state', async () => {
      const { store, who, push, id, all } = await clinic()
      const ops = (from: number, count: number): Op[] =>
        Array.from({ length: count }, (_, k) => ({
          op: 'create',
          collection: 'drugs',
          _id: id(from + k),
          content: ketamine(),
        }))
      await push([
        mutationOf(1, id(1), 'drug.create', ops(100, 3)),
        mutationOf(2, id(2), 'drug.create', ops(200, 3)),
      ])
      const page = await store.pull(who, { protocol: PROTOCOL, cursor: 0, limit: 2 }, NOW)
      expect(page.changes).toHaveLength(3)
      expect(page.more).toBe(true)
      expect((await all()).map(({ _id }) => _id).sort()).toEqual(
        [...ops(100, 3), ...ops(200, 3)].map(({ _id }) => _id).sort(),
      )
      expect((await everything(store, who, 1)).length).toBe(6)
    })

    test('a record comes once, in its newest version, and a reader at the head gets nothing', async () => {
      const { store, who, push, create, one, id, all } = await clinic()
      await push([create(1, 100)])
      const { head } = await push([
        one(2, {
          op: 'update',
          collection: 'drugs',
          _id: id(100),
          base: 1,
          set: { section_key: 1 },
          was: { section_key: 999 },
        }),
      ])
      expect(await all()).toMatchObject([{ version: 2, seq: head, content: { section_key: 1 } }])
      expect((await store.pull(who, { protocol: PROTOCOL, cursor: head, limit: 10 }, NOW)).changes).toEqual(
        [],
      )
    })

    test('the results carry the state of every named record, also of a refused mutation', async () => {
      const { push, create, one, id } = await clinic()
      const { results } = await push([
        create(1, 100),
        one(2, { op: 'update', collection: 'drugs', _id: id(100), base: 1, set: { name: '' }, was: {} }),
      ])
      expect(results[0]?.records).toMatchObject([{ _id: id(100), version: 1 }])
      expect(results[1]?.records.map(({ collection }) => collection).sort()).toEqual(['attention', 'drugs'])
    })

    test('[L2] [T2] an answer names every record that its push changed, as the feed then brings it', async () => {
      const { store, push, create, one, id, speaker, who } = await clinic()
      const other = await speaker([1, 2])
      const theirs = { device: id(9003), lane: id(9004) }
      const rename = (n: number, base: number, to: string) =>
        one(n, { op: 'update', collection: 'drugs', _id: id(100), base, set: { name: to }, was: ketamine() })
      await push([create(1, 100)])
      await push([{ ...rename(1, 1, 'Theirs'), id: id(71) }], other, theirs)
      const { head } = await push([create(2, 101)])
      const answer = await push([
        rename(3, 1, 'Mine'),
        create(4, 102),
        create(5, 103, ketamine({ concentration: 0 })),
        one(6, { op: 'delete', collection: 'drugs', _id: id(102), base: 1 }, 'drug.delete'),
        one(7, { op: 'create', collection: 'draws', _id: id(104), content: draw() }, 'draw.create'),
        one(8, { op: 'void', collection: 'draws', _id: id(104), base: 1, reason: 'Twice' }, 'draw.void'),
        one(9, { op: 'delete', collection: 'drugs', _id: id(102), base: 1 }, 'drug.delete'),
      ])
      expect(answer.results.map(({ status }) => status)).toEqual([
        'conflict',
        'applied',
        'rejected',
        'applied',
        'applied',
        'applied',
        'applied',
      ])
      const fresh = answer.results.flatMap(({ seq }) => (seq === undefined ? [] : [seq]))
      expect(fresh).toEqual(fresh.map((_, index) => head + 1 + index))
      expect(answer.head).toBe(head + fresh.length)
      const named = answer.results.flatMap(({ records }) => records).filter(({ seq }) => seq > head)
      const told = [
        ...new Map(named.map((record) => [`${record.collection}/${record._id}`, record])).values(),
      ]
      const page = await store.pull(who, { protocol: PROTOCOL, cursor: head, limit: 100 }, NOW)
      expect(told.toSorted((a, b) => a.seq - b.seq)).toEqual(page.changes)
      // Each with the answer to the mutation that changed it last.
      for (const { seq, records } of answer.results) {
        const own = page.changes.filter((record) => record.seq === seq)
        expect(records).toEqual(expect.arrayContaining(own))
      }
    })

    test('a mutation that is not the schema is refused alone; its text is kept', async () => {
      const { push, create, id, all } = await clinic()
      const broken = { n: 1, id: id(1), at: AT, action: 'drug.create', ops: 'no list' }
      const unstorable = create(2, 100, ketamine({ name: 'Ket\u0000amine' }))
      const half = create(3, 102, ketamine({ name: 'Ket\ud800amine' }))
      const { results } = await push([broken, unstorable, half, create(4, 101)])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'applied'])
      const kept = (await all()).filter(({ collection }) => collection === 'attention')
      expect(kept.map(({ content }) => content?.['raw'])).toEqual([
        JSON.stringify(broken),
        JSON.stringify(unstorable),
        JSON.stringify(half),
      ])
    })

    test('[P4] whatever a field holds, each mutation has its outcome', async () => {
      const { push, id, one } = await clinic()
      // What no Number() and no template takes; JSON may say it.
      const hostile: Json[] = [
        { toString: false, valueOf: false },
        [{ toString: null }],
        { length: 2 },
        null,
        [],
      ]
      let n = 0
      const asked: { n: number; id: string }[] = []
      const add = (op: Op, action: string) => asked.push(one(++n, op, action))
      for (const [index, [kind, { content }]] of Object.entries(CONTENTS).entries()) {
        const collection = kind as Collection
        const _id = id(1000 + index)
        const named = { collection, _id }
        add({ op: 'create', ...named, content }, `${kind}.create`)
        for (const [field, was] of Object.entries(content))
          for (const value of hostile) {
            const action = field === 'section_key' ? 'drug.move' : `${kind}.update`
            add(
              { op: 'create', collection, _id: id(2000 + n), content: { ...content, [field]: value } },
              action,
            )
            add({ op: 'update', ...named, base: 1, set: { [field]: value }, was: { [field]: was } }, action)
            add({ op: 'update', ...named, base: 1, set: { [field]: was }, was: { [field]: value } }, action)
            add({ op: 'restore', ...named, base: 1, content: { ...content, [field]: value } }, action)
          }
      }
      for (let from = 0; from < asked.length; from += 400) {
        const part = asked.slice(from, from + 400)
        const { results } = await push(part)
        expect(results.map((result) => result.n)).toEqual(part.map((each) => each.n))
        expect(results.filter(({ code }) => code === 'internal')).toEqual([])
      }
    })

    test('[P1] the epoch guards the server’s history', async () => {
      const { store, who, lane, create, id } = await clinic()
      const error = await failure(store.push(who, pushOf(id(1), lane, [create(1, 100)]), NOW))
      expect(error.code).toBe('epoch_changed')
    })

    test('devices: the same request gives the same keys, blocks never overlap, the lane is bound', async () => {
      const { store, who, id, speaker } = await clinic()
      const ask = (device: number, lane: number, block: number, as = who) =>
        store.registerDevice(as, { protocol: PROTOCOL, device: id(device), lane: id(lane), block }, NOW)
      const first = await ask(1, 10, 0)
      expect(await ask(1, 10, 0)).toEqual(first)
      const second = await ask(1, 10, 1)
      const third = await ask(2, 11, 0)
      const runs = [first, second, third]
        .map(({ section_keys }) => section_keys)
        .sort((a, b) => a.from - b.from)
      for (const [index, run] of runs.entries()) {
        expect(run.to - run.from).toBe(99)
        if (index > 0) expect(run.from).toBeGreaterThan(runs[index - 1]?.to ?? Infinity)
      }
      expect((await failure(ask(1, 10, 0, await speaker([1])))).code).toBe('forbidden')
    })

    test('[P7] [SECT-05] no two sections have one key, living or removed, and keys are given out above all that are used', async () => {
      const { store, who, push, one, id, all } = await clinic()
      const section = (n: number, record: number, key: number) =>
        one(n, {
          op: 'create',
          collection: 'sections',
          _id: id(record),
          content: { key, title_s: 'A', title_p: 'As' },
        })
      const other = { device: id(9005), lane: id(9006) }
      const remove = one(3, { op: 'delete', collection: 'sections', _id: id(101), base: 1 })
      const { results } = await push([
        section(1, 100, 5000),
        section(2, 101, 6000),
        remove,
        section(4, 102, 6000),
      ])
      expect(results.map(({ status, field }) => [status, field])).toEqual([
        ['applied', undefined],
        ['applied', undefined],
        ['applied', undefined],
        ['rejected', 'key'],
      ])
      for (const [n, key] of [5000, 6000].entries()) {
        const again = await push([{ ...section(50 + n, 110 + n, key), n: n + 1 }], undefined, other)
        expect(again.results[0]).toMatchObject({ status: 'rejected', field: 'key' })
      }
      expect((await all()).filter(({ collection }) => collection === 'sections')).toHaveLength(2)
      const asked = { protocol: PROTOCOL, device: id(9007), lane: id(9008), block: 0 }
      expect((await store.registerDevice(who, asked, NOW)).section_keys.from).toBe(6001)
    })

    test('an old protocol number is told to update', async () => {
      const { store, who, epoch, lane, create } = await clinic()
      const request = { ...pushOf(epoch, lane, [create(1, 100)]), protocol: 99 }
      expect((await failure(store.push(who, request, NOW))).code).toBe('protocol_unsupported')
    })

    test('time: a wrong clock is corrected, an unknown one is flagged, nothing is refused', async () => {
      const { push, id, all } = await clinic()
      const save = (n: number, offset: number | null) =>
        mutationOf(
          n,
          id(n),
          'draw.save',
          [{ op: 'create', collection: 'draws', _id: id(100 + n), content: draw() }],
          {
            clock_offset_ms: offset,
          },
        )
      // The last one's clock jumped after its last contact with the server: it cannot be corrected.
      await push([save(1, -3_600_000), save(2, 5_000), save(3, null), save(4, 3_600_000)])
      const draws = (await all()).filter(({ collection }) => collection === 'draws')
      expect(draws.map(({ meta, flags }) => [meta.date_created, meta.received_at, flags])).toEqual([
        ['2026-11-20T08:58:03.120Z', NOW, undefined],
        [AT, NOW, undefined],
        [AT, NOW, ['time_unconfirmed']],
        ['2026-11-20T10:58:03.120Z', NOW, ['time_unconfirmed']],
      ])
    })
  })
}
