import { PROTOCOL } from '../wire/version.ts'
import { describe, expect, test } from 'vitest'
import { receiptSubject } from '../merge/resubmission.ts'
import type { SyncRecord } from '../records/envelope.ts'
import { isFromRevoked } from '../records/from-revoked.ts'
import { attentionIdOf, mutationHash } from '../records/mutation-hash.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import type { Speaker } from '../wire/store.ts'
import { draw, ketamine, mutationOf, pushOf, testId } from './examples.ts'
import type { ResubmissionHarness } from './resubmission-store-contract.ts'

export interface RevokedHarness extends ResubmissionHarness {
  /** A tablet that was here before is revoked; null takes that back. */
  revoke(speaker: Speaker, device: string, name: string | null): Promise<void>
}

const NOW = '2026-11-20T10:00:00.000Z'
let families = 0

/** What becomes of what a revoked tablet sends (sync contract, section 6), as every store must keep it. */
export function revokedContract(name: string, harness: () => Promise<RevokedHarness>): void {
  describe(`from a revoked tablet: ${name}`, () => {
    async function clinic() {
      const { store, epoch, speaker, receipt, revoke } = await harness()
      const family = 0x7100 + ++families
      const id = (k: number) => testId(family, k)
      const [tom, vera] = [await speaker([1]), await speaker([1, 2])]
      const toms = { device: id(9001), lane: id(9002) }
      const veras = { device: id(9003), lane: id(9004) }
      const push = (as: Speaker, from: typeof toms, mutations: { n: number; id: string }[]) =>
        store.push(as, pushOf(epoch, from, mutations), NOW)
      const change = (n: number, k: number, ...ops: Op[]) => mutationOf(n, id(k), 'record.change', ops)
      const records = async (): Promise<SyncRecord[]> =>
        (await store.pull(vera, { protocol: PROTOCOL, cursor: 0, limit: 1000 }, NOW)).changes
      const record = async (_id: string) => (await records()).find((each) => each._id === _id)
      const made: Op = { op: 'create', collection: 'drugs', _id: id(200), content: ketamine() }
      const edited: Op = {
        op: 'update',
        collection: 'drugs',
        _id: id(200),
        base: 1,
        set: { concentration: 50 },
        was: { concentration: 100 },
      }
      const drawn: Op = { op: 'create', collection: 'draws', _id: id(100), content: draw() }
      await push(vera, veras, [change(1, 1, made)])
      await push(tom, toms, [change(1, 2, { ...made, _id: id(201) })])
      const settle = (k: number, choice: 'mine' | 'dismiss'): Op => ({
        op: 'settle',
        collection: 'attention',
        _id: attentionIdOf(id(k)),
        base: 1,
        choice,
      })
      return {
        id,
        tom,
        vera,
        toms,
        veras,
        push,
        change,
        record,
        records,
        edited,
        drawn,
        settle,
        receipt,
        revoke,
      }
    }

    test('[D2] [P2] what it sends is kept and changes nothing, says where it came from, and holds nothing up', async () => {
      const { id, tom, toms, push, change, record, edited, drawn, revoke } = await clinic()
      await revoke(tom, toms.device, 'Prep 7')
      const own: Op = { ...edited, _id: id(201) }
      const removed: Op = { op: 'delete', collection: 'drugs', _id: id(201), base: 1 }
      const sent = [change(2, 10, drawn), change(3, 11, own), change(4, 12, removed)]
      const { results } = await push(tom, toms, sent)
      expect(results.map(({ status, code }) => [status, code])).toEqual(
        sent.map(() => ['parked', 'needs_approval']),
      )
      expect(await record(id(100))).toBeUndefined()
      expect(await record(id(201))).toMatchObject({ version: 1, content: { concentration: 100 } })
      for (const k of [10, 11, 12]) {
        const kept = await record(attentionIdOf(id(k)))
        expect(kept).toMatchObject({
          meta: { author_id: tom.user_id },
          content: { device: toms.device, message: 'This was sent by a tablet that was revoked, “Prep 7”.' },
        })
        expect(isFromRevoked(kept?.content as never)).toBe(true)
      }
      // Sent again, as after a lost answer.
      const again = await push(tom, toms, sent)
      expect(again.results.every(({ status, replayed }) => status === 'parked' && replayed === true)).toBe(
        true,
      )
    })

    test('[P8] [D2] a holder of 2 lets it stand under its author’s name, also what is about others’ records', async () => {
      const { id, tom, vera, toms, veras, push, change, record, edited, drawn, settle, revoke } =
        await clinic()
      await revoke(tom, toms.device, '')
      await push(tom, toms, [change(2, 10, drawn), change(3, 11, edited)])
      const { results } = await push(vera, veras, [
        change(2, 20, settle(10, 'mine')),
        change(3, 21, settle(11, 'mine')),
      ])
      expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
      expect(await record(id(100))).toMatchObject({
        meta: { author_id: tom.user_id, approved_by: vera.user_name },
      })
      expect(await record(id(200))).toMatchObject({ version: 2, content: { concentration: 50 } })
    })

    test('[D2] nobody approves it from that tablet either, and nobody is sent for from it', async () => {
      const { id, tom, vera, toms, push, change, record, drawn, settle, revoke } = await clinic()
      await revoke(tom, toms.device, '')
      await push(tom, toms, [change(2, 10, drawn)])
      const there = { device: toms.device, lane: id(9005) }
      const { results } = await push(vera, there, [change(1, 20, settle(10, 'mine'))])
      expect(results).toMatchObject([{ status: 'parked', code: 'needs_approval' }])
      expect(await record(id(100))).toBeUndefined()
    })

    test('[D2] [P3] what is withdrawn takes its number; once the revocation is taken back its people work as before', async () => {
      const { id, tom, toms, push, change, record, drawn, revoke } = await clinic()
      await revoke(tom, toms.device, '')
      const withdrawn = { n: 2, id: id(10), action: 'withdrawn', ops: [] }
      expect((await push(tom, toms, [withdrawn])).results).toMatchObject([{ status: 'applied' }])
      await revoke(tom, toms.device, null)
      expect((await push(tom, toms, [change(3, 11, drawn)])).results).toMatchObject([{ status: 'applied' }])
      expect((await record(id(100)))?.meta.author_id).toBe(tom.user_id)
    })

    test('[L6] [D2] what an earlier epoch took from it comes back with the server’s word; what was refused then waits again', async () => {
      const { id, tom, toms, push, change, record, drawn, receipt, revoke } = await clinic()
      await revoke(tom, toms.device, '')
      const marked = (mutation: Mutation, refused: boolean) => ({
        ...mutation,
        returned: {
          user_id: tom.user_id,
          user_name: tom.user_name,
          receipt: receipt(tom, mutation.id, receiptSubject(mutationHash(mutation), refused)),
        },
      })
      const { results } = await push(tom, toms, [
        marked(change(2, 10, drawn), false),
        marked(change(3, 11, { ...drawn, _id: id(101) }), true),
      ])
      expect(results.map(({ status, code }) => [status, code])).toEqual([
        ['applied', undefined],
        ['parked', 'needs_approval'],
      ])
      expect(await record(id(100))).toBeDefined()
      expect(await record(id(101))).toBeUndefined()
    })
  })
}
