import { PROTOCOL } from '../wire/version.ts'
import { describe, expect, test } from 'vitest'
import type { SyncRecord } from '../records/envelope.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import type { Speaker } from '../wire/store.ts'
import { draw, ketamine, mutationOf, pushOf, testId } from './examples.ts'
import type { Harness } from './store-contract.ts'

export interface BehalfHarness extends Harness {
  /** The user is removed from the organization. */
  remove(speaker: Speaker): Promise<void>
  /** Whether this user's push token for this lane is valid or was revoked. */
  pushRight(speaker: Speaker, lane: string, valid: boolean): Promise<void>
}

const NOW = '2026-11-20T10:00:00.000Z'
let families = 0

/** What a holder of 2 may send for somebody who cannot any more (sync contract D3), as every store must keep it. */
export function behalfContract(name: string, harness: () => Promise<BehalfHarness>): void {
  describe(`sent for another: ${name}`, () => {
    async function clinic() {
      const { store, epoch, speaker, stranger, remove, pushRight } = await harness()
      const family = 0x5000 + ++families
      const id = (k: number) => testId(family, k)
      const ana = await speaker([1])
      const vera = await speaker([1, 2])
      const anas = { device: id(9001), lane: id(9002) }
      const veras = { device: id(9001), lane: id(9003) }
      const push = (as: Speaker, from: typeof anas, mutations: { n: number; id: string }[]) =>
        store.push(as, pushOf(epoch, from, mutations), NOW)
      const drawn = (n: number) =>
        mutationOf(n, id(n), 'draw.save', [
          { op: 'create', collection: 'draws', _id: id(100 + n), content: draw() },
        ])
      const forAna = (mutation: Mutation, n = mutation.n, whom: Speaker = ana) => ({
        ...mutation,
        n,
        on_behalf_of: { user_id: whom.user_id, user_name: 'As the tablet knew her', lane: anas.lane },
      })
      const records = async (): Promise<SyncRecord[]> =>
        (await store.pull(vera, { protocol: PROTOCOL, cursor: 0, limit: 1000 }, NOW)).changes
      const draws = async () =>
        (await records())
          .filter(({ collection }) => collection === 'draws')
          .map(({ meta }) => [meta.author_id, meta.sent_by])
      return {
        ana,
        vera,
        anas,
        veras,
        id,
        push,
        drawn,
        forAna,
        records,
        draws,
        speaker,
        stranger,
        remove,
        pushRight,
      }
    }

    test('[D3] a holder of 2 sends the work of a removed user: its author stays, and who sent it is on the record', async () => {
      const { ana, vera, veras, push, drawn, forAna, draws, remove } = await clinic()
      await remove(ana)
      const { results } = await push(vera, veras, [forAna(drawn(1)), forAna(drawn(2))])
      expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
      expect(await draws()).toEqual([
        [ana.user_id, vera.user_name],
        [ana.user_id, vera.user_name],
      ])
    })

    test('[D3] [P1] what had arrived before the answer was lost takes no second effect, and neither does a second sending', async () => {
      const { ana, vera, anas, veras, id, push, drawn, forAna, draws, remove } = await clinic()
      const first = await push(ana, anas, [drawn(1)])
      await remove(ana)
      const { results } = await push(vera, veras, [forAna(drawn(1)), forAna(drawn(2))])
      expect(results.map(({ status, replayed }) => [status, replayed === true])).toEqual([
        ['applied', true],
        ['applied', false],
      ])
      expect(results[0]?.receipt).toBe(first.results[0]?.receipt)
      const other = { device: id(9001), lane: id(9004) }
      const again = await push(vera, other, [forAna(drawn(1)), forAna(drawn(2))])
      expect(again.results.every(({ replayed }) => replayed)).toBe(true)
      expect(again.results[1]?.receipt).toBe(results[1]?.receipt)
      expect(await draws()).toEqual([
        [ana.user_id, undefined],
        [ana.user_id, vera.user_name],
      ])
    })

    test('[D3] [P6] without permission 2 at that moment it is not done: it waits under its author’s name, for a holder of 2', async () => {
      const { ana, vera, veras, id, push, drawn, forAna, records, draws, speaker, remove } = await clinic()
      const tom = await speaker([1])
      const toms = { device: id(9001), lane: id(9005) }
      await remove(ana)
      const edit = mutationOf(2, id(2), 'drug.create', [
        { op: 'create', collection: 'drugs', _id: id(200), content: ketamine() },
      ])
      const { results } = await push(tom, toms, [forAna(drawn(1)), forAna(edit)])
      expect(results.map(({ status, code }) => [status, code])).toEqual([
        ['parked', 'needs_approval'],
        ['rejected', 'forbidden'],
      ])
      expect(await draws()).toEqual([])
      const kept = await records()
      expect(kept.map(({ collection, meta }) => [collection, meta.author_id, meta.sent_by])).toEqual([
        ['attention', ana.user_id, tom.user_name],
        ['attention', ana.user_id, tom.user_name],
      ])
      const [parked] = kept
      const approve = mutationOf(1, id(300), 'attention.approve', [
        { op: 'settle', collection: 'attention', _id: parked?._id ?? '', base: 1, choice: 'mine' },
      ])
      await push(vera, veras, [approve])
      expect((await draws()).map(([author]) => author)).toEqual([ana.user_id])
    })

    test('[D3] [D1] nobody takes the name of one who can still send, unless that lane’s right to send was revoked', async () => {
      const { ana, vera, anas, veras, push, drawn, forAna, draws, pushRight } = await clinic()
      await pushRight(ana, anas.lane, true)
      const refused = await push(vera, veras, [forAna(drawn(1))])
      expect(refused.results).toMatchObject([{ status: 'parked', code: 'needs_approval' }])
      expect(await draws()).toEqual([])
      await pushRight(ana, anas.lane, false)
      const taken = await push(vera, veras, [forAna(drawn(2))])
      expect(taken.results).toMatchObject([{ status: 'applied' }])
      expect(await draws()).toEqual([[ana.user_id, vera.user_name]])
    })

    test('[D3] [D1] nothing is kept under the name of somebody of another organization', async () => {
      const { vera, veras, push, drawn, forAna, records, stranger, remove } = await clinic()
      const eve = await stranger()
      await remove(eve)
      const { results } = await push(vera, veras, [forAna(drawn(1), 1, eve)])
      expect(results).toMatchObject([{ status: 'parked', code: 'needs_approval' }])
      expect((await records()).map(({ meta }) => [meta.author_id, meta.sent_by])).toEqual([
        [vera.user_id, undefined],
      ])
    })

    test('[D3] [M10] a table that was kept apart is gone on with for its author, and never for who sends it', async () => {
      const { ana, vera, anas, veras, id, push, forAna, records, remove } = await clinic()
      const table = (rows: number[]) => ({ kind: 'balance', table: { rows } })
      const begun = mutationOf(1, id(1), 'draft.create', [
        { op: 'create', collection: 'drafts', _id: id(100), content: table([]) },
      ])
      await push(ana, anas, [begun])
      const edit = (n: number, rows: number[], was: number[]) =>
        mutationOf(n, id(n), 'draft.update', [
          {
            op: 'update',
            collection: 'drafts',
            _id: id(100),
            base: 1,
            set: { table: { rows } },
            was: { table: { rows: was } },
          },
        ])
      await push(vera, veras, [{ ...edit(2, [1], []), n: 1 }])
      await remove(ana)
      await push(vera, veras, [forAna(edit(3, [2], []), 2)])
      await push(vera, veras, [forAna(edit(4, [2, 3], [2]), 3), { ...edit(5, [1, 9], [1]), n: 4 }])
      const drafts = (await records()).filter(
        ({ collection, deleted }) => collection === 'drafts' && !deleted,
      )
      expect(drafts.map(({ content, meta }) => [content?.['table'], meta.author_id])).toEqual([
        [{ rows: [2, 3] }, ana.user_id],
        [{ rows: [1, 9] }, ana.user_id],
      ])
    })

    /** Ana's work that only a tablet had, and Vera's, who went on with it there; `pushes` says how it is cut into pushes. */
    async function onOneTablet(pushes: (all: Mutation[]) => Mutation[][]) {
      const made = await clinic()
      const { ana, vera, veras, id, push, forAna, records, remove } = made
      await remove(ana)
      const draftOf = (k: number): Op => ({
        op: 'create',
        collection: 'drafts',
        _id: id(k),
        content: { kind: 'balance', table: { rows: [] } },
      })
      const end = (k: number): Op => ({ op: 'delete', collection: 'drafts', _id: id(k), base: 0 })
      const work = [
        forAna(
          mutationOf(1, id(1), 'drug.create', [
            { op: 'create', collection: 'drugs', _id: id(200), content: ketamine() },
          ]),
        ),
        forAna(mutationOf(2, id(2), 'draft.save', [draftOf(201)])),
        forAna(mutationOf(3, id(3), 'draft.save', [draftOf(202)])),
        forAna(
          mutationOf(4, id(4), 'balance.save', [
            { op: 'create', collection: 'draws', _id: id(203), content: draw() },
            end(201),
          ]),
        ),
        mutationOf(5, id(5), 'drug.delete', [
          { op: 'delete', collection: 'drugs', _id: id(200), base: 0 },
          end(202),
        ]),
      ]
      const results = []
      for (const some of pushes(work)) results.push(...(await push(vera, veras, some)).results)
      const ended = (await records())
        .filter(({ deleted }) => deleted)
        .map(({ collection, _id }) => [collection, _id])
      return { ...made, results, ended }
    }

    test.each([
      ['in one push', (all: Mutation[]) => [all]],
      ['in a push each', (all: Mutation[]) => all.map((each) => [each])],
    ])(
      '[D3] [D1] [M6] what is sent for somebody is their lane’s, and no version of who sends it (%s)',
      async (_, pushes) => {
        const { id, results, ended } = await onOneTablet(pushes)
        expect(results.map(({ status }) => status)).toEqual([
          'applied',
          'applied',
          'applied',
          'applied',
          'conflict',
        ])
        // Ana ended her own table, with what she saved from it; Vera's changes of what was Ana's are for a person.
        expect(ended).toEqual([['drafts', id(201)]])
      },
    )

    test('[D3] [P4] the table that a parked fact was saved from ends when the fact is approved', async () => {
      const { ana, vera, anas, veras, id, push, forAna, records, speaker, remove } = await clinic()
      await push(ana, anas, [
        mutationOf(1, id(1), 'draft.save', [
          {
            op: 'create',
            collection: 'drafts',
            _id: id(201),
            content: { kind: 'balance', table: { rows: [] } },
          },
        ]),
      ])
      await remove(ana)
      const tom = await speaker([1])
      const saved = mutationOf(2, id(2), 'balance.save', [
        { op: 'create', collection: 'draws', _id: id(203), content: draw() },
        { op: 'delete', collection: 'drafts', _id: id(201), base: 0 },
      ])
      await push(tom, { device: id(9001), lane: id(9005) }, [forAna(saved, 1)])
      const parked = (await records()).find(({ collection }) => collection === 'attention')
      await push(vera, veras, [
        mutationOf(1, id(300), 'attention.approve', [
          { op: 'settle', collection: 'attention', _id: parked?._id ?? '', base: 1, choice: 'mine' },
        ]),
      ])
      expect((await records()).filter(({ deleted }) => deleted).map(({ _id }) => _id)).toEqual([id(201)])
    })

    test('[D3] what is no mark is no mutation, and is kept whole', async () => {
      const { vera, veras, push, drawn, records } = await clinic()
      const sent = { ...drawn(1), on_behalf_of: { user_id: 'nobody' } }
      const { results } = await push(vera, veras, [sent])
      expect(results).toMatchObject([{ status: 'parked', code: 'invalid' }])
      expect((await records())[0]?.content?.['raw']).toBe(JSON.stringify(sent))
    })
  })
}
