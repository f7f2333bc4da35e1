import { PROTOCOL } from '../wire/version.ts'
import { describe, expect, test } from 'vitest'
import { isWord, receiptSubject } from '../merge/resubmission.ts'
import type { SyncRecord } from '../records/envelope.ts'
import { attentionIdOf, conflictOf, mutationHash } from '../records/mutation-hash.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import { isWaiting } from '../records/waiting.ts'
import type { Speaker } from '../wire/store.ts'
import { draw, ketamine, mutationOf, pushOf, testId } from './examples.ts'
import type { Harness } from './store-contract.ts'

export interface ResubmissionHarness extends Harness {
  /** The server's receipt of an earlier epoch. */
  receipt(speaker: Speaker, id: string, subject: string): string
  /** The user is removed from the organization. */
  remove(speaker: Speaker): Promise<void>
}

const NOW = '2026-11-20T10:00:00.000Z'
let families = 0

/** All orders of a few things. */
const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one) => ordersOf(all.filter((each) => each !== one)).map((rest) => [one, ...rest]))

/** What tablets bring back after a restore, in whatever order (sync contract L6), as every store must keep it. */
export function resubmissionContract(name: string, harness: () => Promise<ResubmissionHarness>): void {
  describe(`brought back in any order: ${name}`, () => {
    async function clinic() {
      const { store, epoch, speaker, stranger, receipt, remove } = await harness()
      const family = 0x6000 + ++families
      const id = (k: number) => testId(family, k)
      const [ana, ben, cleo] = [await speaker([1]), await speaker([1, 2]), await speaker([1, 2])]
      const viewer = await speaker([])
      let lanes = 0
      const newLane = () => ({ device: id(9000 + ++lanes), lane: id(9500 + lanes) })
      const push = (as: Speaker, mutations: { n: number; id: string }[], from = newLane()) =>
        store.push(as, pushOf(epoch, from, mutations), NOW)
      const marked = (author: Speaker, mutation: Mutation, n: number, refused = false) => ({
        ...mutation,
        n,
        returned: {
          user_id: author.user_id,
          user_name: 'As the tablet knew them',
          receipt: receipt(author, mutation.id, receiptSubject(mutationHash(mutation), refused)),
        },
      })
      /** From a tablet of its own. */
      const back = async (by: Speaker, author: Speaker, ...all: Mutation[]) =>
        (
          await push(
            by,
            all.map((each, index) => marked(author, each, index + 1)),
          )
        ).results
      const one = (k: number, ...ops: Op[]) => mutationOf(1, id(k), 'record.change', ops)
      const records = async (): Promise<SyncRecord[]> =>
        (await store.pull(ben, { protocol: PROTOCOL, cursor: 0, limit: 1000 }, NOW)).changes
      const record = async (_id: string) => (await records()).find((each) => each._id === _id)
      const waiting = async () =>
        (await records()).filter(
          ({ collection, content }) =>
            collection === 'attention' && content && isWaiting(content as never) && !content['settled'],
        )
      const drawn = one(1, { op: 'create', collection: 'draws', _id: id(100), content: draw() })
      const voided = one(2, {
        op: 'void',
        collection: 'draws',
        _id: id(100),
        base: 1,
        reason: 'Entered twice',
      })
      return {
        id,
        ana,
        ben,
        cleo,
        push,
        marked,
        back,
        one,
        records,
        record,
        waiting,
        drawn,
        voided,
        stranger,
        viewer,
        remove,
      }
    }

    test('[L6] [P1] [D1] a void that comes back before its draw waits, and is done under its author’s name when the draw returns', async () => {
      const { ana, ben, cleo, back, record, waiting, drawn, voided, id } = await clinic()
      const [first] = await back(cleo, ben, voided)
      expect(first).toMatchObject({ status: 'parked', code: 'depends_on' })
      expect((await waiting()).map(({ meta }) => meta.author_id)).toEqual([ben.user_id])
      const [made] = await back(cleo, ana, drawn)
      expect(made).toMatchObject({ status: 'applied', records: [{ _id: id(100), version: 2 }] })
      expect(await record(id(100))).toMatchObject({
        version: 2,
        meta: { author_id: ana.user_id },
        voided: { by: ben.user_id, by_name: ben.user_name, reason: 'Entered twice' },
      })
      expect(await waiting()).toEqual([])
      // Another tablet holds both: each has its present outcome, and no second effect.
      const again = [...(await back(ana, ben, voided)), ...(await back(ana, ana, drawn))]
      expect(again.map(({ status, replayed, seq }) => [status, replayed, seq])).toEqual([
        ['applied', true, (made?.seq ?? 0) + 1],
        ['applied', true, made?.seq],
      ])
      expect((await record(id(100)))?.version).toBe(2)
    })

    test('[L6] a draw that is made by itself, as one whose answer was lost, brings its void too', async () => {
      const { ana, ben, cleo, push, back, record, drawn, voided, id } = await clinic()
      await back(cleo, ben, voided)
      await push(ana, [drawn])
      expect((await record(id(100)))?.voided?.by).toBe(ben.user_id)
    })

    test('[L6] a void that no history has answered yet waits for its draw too', async () => {
      const { ana, ben, push, back, record, waiting, drawn, voided, id } = await clinic()
      const { results } = await push(ben, [voided])
      expect(results).toMatchObject([{ status: 'parked', code: 'depends_on' }])
      expect(await waiting()).toHaveLength(1)
      await back(ana, ana, drawn)
      expect((await record(id(100)))?.voided).toMatchObject({ by: ben.user_id, reason: 'Entered twice' })
      expect(await waiting()).toEqual([])
    })

    test('[L6] a draw made anew in place of one that is not back yet waits with its void', async () => {
      const { ana, ben, push, back, one, record, waiting, drawn, id } = await clinic()
      const instead = one(
        31,
        { op: 'void', collection: 'draws', _id: id(100), base: 1, reason: 'Another drug' },
        { op: 'create', collection: 'draws', _id: id(102), content: draw() },
      )
      expect((await push(ben, [instead])).results).toMatchObject([{ status: 'parked', code: 'depends_on' }])
      await back(ana, ana, drawn)
      expect((await record(id(100)))?.voided?.by).toBe(ben.user_id)
      expect((await record(id(102)))?.meta.author_id).toBe(ben.user_id)
      expect(await waiting()).toEqual([])
    })

    test('[L6] [P6] a void by somebody who may make no record waits for nothing', async () => {
      const { push, voided, waiting, viewer } = await clinic()
      expect((await push(viewer, [voided])).results).toMatchObject([
        { status: 'rejected', code: 'unknown_record' },
      ])
      expect(await waiting()).toEqual([])
    })

    test('[L6] both in one push, the void first', async () => {
      const { ben, cleo, push, marked, record, waiting, drawn, voided, id } = await clinic()
      const lane = { device: id(1), lane: id(2) }
      const { results, head } = await push(cleo, [marked(ben, voided, 1), marked(ben, drawn, 2)], lane)
      expect(results.map(({ status }) => status)).toEqual(['parked', 'applied'])
      expect((await record(id(100)))?.voided?.by).toBe(ben.user_id)
      expect(await waiting()).toEqual([])
      const again = await push(cleo, [marked(ben, voided, 1), marked(ben, drawn, 2)], lane)
      expect(again.results.map(({ status, replayed }) => [status, replayed])).toEqual([
        ['applied', true],
        ['applied', true],
      ])
      expect(again.head).toBe(head)
    })

    test.each(ordersOf(['edited', 'edited again', 'deleted'] as const))(
      '[L6] [M3] what several did in turn to a record is done in that turn when it is back: %s, %s, %s',
      async (...order) => {
        const { ana, ben, cleo, back, one, records, record, waiting, id } = await clinic()
        const edit = (k: number, base: number, from: number, to: number) =>
          one(k, {
            op: 'update',
            collection: 'drugs',
            _id: id(200),
            base,
            set: { concentration: to },
            was: { ...ketamine(), concentration: from },
          })
        const work = {
          edited: () => back(ben, ben, edit(12, 1, 100, 50)),
          'edited again': () => back(cleo, cleo, edit(13, 2, 50, 25)),
          deleted: () =>
            back(ben, ben, one(14, { op: 'delete', collection: 'drugs', _id: id(200), base: 3 })),
        }
        for (const step of order) await work[step]()
        expect(await waiting()).toHaveLength(3)
        await back(
          ana,
          ana,
          one(11, { op: 'create', collection: 'drugs', _id: id(200), content: ketamine() }),
        )
        expect(await waiting()).toEqual([])
        expect(await record(id(200))).toMatchObject({ deleted: true, version: 4 })
        expect((await records()).filter(({ collection }) => collection === 'conflicts')).toEqual([])
      },
    )

    test.each(ordersOf(['edited again', 'deleted', 'restored'] as const))(
      '[L6] [M3] [M6] what came after a change that is not back yet is done after it, over a record that is here: %s, %s, %s',
      async (...order) => {
        const { ana, ben, cleo, push, back, one, records, record, waiting, id } = await clinic()
        const edit = (k: number, base: number, from: number, to: number) =>
          one(k, {
            op: 'update',
            collection: 'drugs',
            _id: id(200),
            base,
            set: { concentration: to },
            was: { ...ketamine(), concentration: from },
          })
        await push(ana, [one(11, { op: 'create', collection: 'drugs', _id: id(200), content: ketamine() })])
        const content = ketamine({ concentration: 25 })
        const work = {
          'edited again': () => back(cleo, cleo, edit(13, 2, 50, 25)),
          deleted: () =>
            back(
              ben,
              ben,
              one(14, { op: 'delete', collection: 'drugs', _id: id(200), base: 3, was: content }),
            ),
          restored: () =>
            back(cleo, cleo, one(15, { op: 'restore', collection: 'drugs', _id: id(200), base: 4, content })),
        }
        for (const step of order) {
          const [early] = await work[step]()
          expect(early).toMatchObject({ status: 'parked', code: 'depends_on' })
        }
        expect(await record(id(200))).toMatchObject({ version: 1, content: { concentration: 100 } })
        expect(await waiting()).toHaveLength(3)
        const before = (await records()).length
        await back(ana, ana, edit(12, 1, 100, 50))
        expect(await record(id(200))).toMatchObject({
          version: 5,
          deleted: false,
          content: { concentration: 25 },
        })
        expect(await waiting()).toEqual([])
        expect((await records()).length).toBe(before)
      },
    )

    test('[L6] [M1] an edit of what nobody else touched waits for no version that may be lost for good', async () => {
      const { ana, ben, push, back, one, record, waiting, id } = await clinic()
      await push(ana, [
        one(11, {
          op: 'create',
          collection: 'procedures',
          _id: id(201),
          content: { species: 0, name: 'Spay', notes: '' },
        }),
      ])
      const [edited] = await back(
        ben,
        ben,
        one(12, {
          op: 'update',
          collection: 'procedures',
          _id: id(201),
          base: 4,
          set: { notes: 'Dog' },
          was: { notes: '' },
        }),
      )
      expect(edited?.status).toBe('merged')
      expect((await record(id(201)))?.content).toEqual({ species: 0, name: 'Spay', notes: 'Dog' })
      expect(await waiting()).toEqual([])
    })

    test('[L6] what lacks several records waits until the last of them is here', async () => {
      const { ana, ben, back, one, record, waiting, drawn, id } = await clinic()
      const other = one(21, { op: 'create', collection: 'draws', _id: id(101), content: draw() })
      const both = one(
        22,
        ...[100, 101].map((k): Op => ({
          op: 'void',
          collection: 'draws',
          _id: id(k),
          base: 1,
          reason: 'Twice',
        })),
      )
      await back(ben, ben, both)
      await back(ana, ana, drawn)
      expect((await record(id(100)))?.voided).toBeUndefined()
      expect(await waiting()).toHaveLength(1)
      await back(ana, ana, other)
      expect((await record(id(100)))?.voided?.by).toBe(ben.user_id)
      expect((await record(id(101)))?.voided?.by).toBe(ben.user_id)
      expect(await waiting()).toEqual([])
    })

    test('[L6] [P4] what is about a record that waits to be made waits too, and both are done', async () => {
      const { ana, ben, cleo, back, one, record, waiting, drawn, id } = await clinic()
      // A draw in place of another: one change.
      const instead = one(
        31,
        { op: 'void', collection: 'draws', _id: id(100), base: 1, reason: 'Another drug' },
        { op: 'create', collection: 'draws', _id: id(102), content: draw() },
      )
      const voided = one(32, { op: 'void', collection: 'draws', _id: id(102), base: 1, reason: 'Twice' })
      expect((await back(cleo, cleo, voided))[0]).toMatchObject({ status: 'parked', code: 'depends_on' })
      expect((await back(ben, ben, instead))[0]).toMatchObject({ status: 'parked', code: 'depends_on' })
      expect(await waiting()).toHaveLength(2)
      await back(ana, ana, drawn)
      expect((await record(id(100)))?.voided?.by).toBe(ben.user_id)
      expect((await record(id(102)))?.voided?.by).toBe(cleo.user_id)
      expect(await waiting()).toEqual([])
    })

    test('[L6] [M9] the settling of a conflict that is not back yet waits for it', async () => {
      const { ana, ben, cleo, back, one, records, record, waiting, id } = await clinic()
      const edit = (k: number, to: number) =>
        one(k, {
          op: 'update',
          collection: 'drugs',
          _id: id(200),
          base: 1,
          set: { concentration: to },
          was: ketamine(),
        })
      const settled = one(43, {
        op: 'settle',
        collection: 'conflicts',
        _id: conflictOf(id(42), 0),
        base: 1,
        choice: 'mine',
      })
      expect((await back(cleo, cleo, settled))[0]).toMatchObject({ status: 'parked', code: 'depends_on' })
      await back(
        ana,
        ana,
        one(40, { op: 'create', collection: 'drugs', _id: id(200), content: ketamine() }),
        edit(41, 50),
      )
      await back(ben, ben, edit(42, 25))
      expect((await record(id(200)))?.content).toMatchObject({ concentration: 25 })
      expect(await waiting()).toEqual([])
      const conflicts = (await records()).filter(({ collection }) => collection === 'conflicts')
      expect(conflicts).toMatchObject([{ content: { settled: { by: cleo.user_id, choice: 'mine' } } }])
    })

    test('[L6] [P6] it is done with what its author and who brought it might do, not with what the next one may', async () => {
      const { ana, ben, cleo, back, record, drawn, voided, id, remove } = await clinic()
      await remove(ben)
      await back(cleo, ben, voided)
      await back(ana, ana, drawn)
      expect((await record(id(100)))?.voided?.by).toBe(ben.user_id)
    })

    test('[L6] [P6] what nobody there may do waits under its author’s name for a person', async () => {
      const { ana, ben, cleo, back, record, records, waiting, drawn, voided, id, remove } = await clinic()
      await remove(ben)
      await back(ana, ben, voided)
      await back(cleo, cleo, drawn)
      expect((await record(id(100)))?.voided).toBeUndefined()
      expect(await waiting()).toEqual([])
      const [kept] = (await records()).filter(({ collection }) => collection === 'attention')
      expect(kept).toMatchObject({
        meta: { author_id: ben.user_id },
        content: { status: 'rejected', code: 'forbidden' },
      })
      expect(kept?.content?.['settled']).toBeUndefined()
    })

    test('[L6] [T3] what somebody discarded while it waited is not done', async () => {
      const { ana, ben, cleo, push, back, one, record, drawn, voided, id } = await clinic()
      await back(cleo, ben, voided)
      const _id = attentionIdOf(voided.id)
      await push(ben, [one(61, { op: 'settle', collection: 'attention', _id, base: 1, choice: 'dismiss' })])
      await back(ana, ana, drawn)
      expect((await record(id(100)))?.voided).toBeUndefined()
    })

    test('[L6] [M6] what its own tablet did to another of its records meanwhile is not undone by it', async () => {
      const { ana, ben, push, marked, back, one, record, records, id } = await clinic()
      const make = (k: number, _id: string) =>
        one(k, { op: 'create', collection: 'drugs', _id, content: ketamine() })
      const lane = { device: id(1), lane: id(2) }
      await push(ben, [{ ...make(70, id(200)), n: 1 }], lane)
      const both = one(
        71,
        ...[200, 201].map((k): Op => ({ op: 'delete', collection: 'drugs', _id: id(k), base: 1 })),
      )
      const edit = one(72, {
        op: 'update',
        collection: 'drugs',
        _id: id(200),
        base: 1,
        set: { concentration: 50 },
        was: ketamine(),
      })
      await push(ben, [marked(ben, both, 2), { ...edit, n: 3 }], lane)
      await back(ana, ana, make(73, id(201)))
      expect(await record(id(200))).toMatchObject({ deleted: false, content: { concentration: 50 } })
      expect((await record(id(201)))?.deleted).toBe(true)
      expect((await records()).filter(({ collection }) => collection === 'conflicts')).toHaveLength(1)
    })

    test('[L6] its receipt says that it was taken, so that it waits again when this epoch is lost too', async () => {
      const { ben, cleo, marked, back, voided } = await clinic()
      const [parked] = await back(cleo, ben, voided)
      expect(isWord(parked?.receipt ?? '', marked(ben, voided, 1).returned.receipt)).toBe(true)
    })

    test('[L6] [P6] but for a void nothing waits without the server’s word that it was taken: plain, forged, refused before, another clinic’s', async () => {
      const { ana, ben, cleo, push, marked, waiting, one, stranger, voided, id } = await clinic()
      const deletionOf = (k: number) => one(k, { op: 'delete', collection: 'drugs', _id: id(100), base: 1 })
      const forged = { ...marked(ben, deletionOf(82), 1), returned: marked(ben, voided, 1).returned }
      const foreign = marked(ana, deletionOf(84), 1)
      const tries = [
        await push(ben, [deletionOf(81)]),
        await push(ben, [forged]),
        await push(cleo, [marked(ben, deletionOf(83), 1, true)]),
        await push(await stranger(), [foreign]),
      ]
      for (const { results } of tries) expect(results).toMatchObject([{ status: 'rejected' }])
      expect(tries.map(({ results: [result] }) => result?.code)).toEqual([
        'unknown_record',
        'unknown_record',
        'unknown_record',
        'forbidden',
      ])
      expect(await waiting()).toEqual([])
    })
  })
}
