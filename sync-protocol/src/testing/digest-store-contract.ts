import { PROTOCOL } from '../wire/version.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestsOf, withoutEmpty, type Digests } from '../records/digest.ts'
import { ketamine, mutationOf, pushOf } from './examples.ts'
import { everything, Writer } from './snapshot-store-contract.ts'
import type { Harness } from './store-contract.ts'

const NOW = '2026-11-20T10:00:00.000Z'

/** Digests as every store must keep them; run on Postgres and in memory. */
export function digestContract(name: string, harness: () => Promise<Harness>): void {
  describe(`digest contract: ${name}`, () => {
    async function clinic() {
      const made = await harness()
      const writer = new Writer(made, await made.speaker([0, 1, 2, 3]))
      const told = async (): Promise<Digests | undefined> => {
        const { head } = await writer.store.pull(
          writer.who,
          { protocol: PROTOCOL, cursor: 0, limit: 5000 },
          NOW,
        )
        return (await writer.store.pull(writer.who, { protocol: PROTOCOL, cursor: head, limit: 1 }, NOW))
          .digest
      }
      return { writer, told }
    }

    test('[L3] after any changes the last page tells the digests that are computed from the records', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ k: fc.integer({ min: 0, max: 9 }), end: fc.boolean() }), { maxLength: 12 }),
          async (changes) => {
            const { writer, told } = await clinic()
            for (const { k, end } of changes) {
              await writer.touch(k, end)
              if (k === 3) expect(await told()).toEqual(withoutEmpty(digestsOf(await everything(writer))))
            }
            expect(await told()).toEqual(withoutEmpty(digestsOf(await everything(writer))))
          },
        ),
        { numRuns: 15 },
      )
    })

    test('[L3] refused, conflicting and repeated mutations, and many changes of one push, count as they stand', async () => {
      const { writer, told } = await clinic()
      const { id, store, who, epoch } = writer
      const lane = (k: number) => ({ device: id(9001), lane: id(9000 + k) })
      const dose = { ...ketamine(), limits: null, amount_unit: null } as Record<string, unknown>
      delete dose['section_key']
      const edit = (n: number, concentration: number) =>
        mutationOf(n, id(7000 + n + concentration), 'drug.update', [
          {
            op: 'update',
            collection: 'drugs',
            _id: id(2),
            base: 1,
            set: { concentration },
            was: dose as never,
          },
        ])
      const create = mutationOf(1, id(6001), 'drug.create', [writer.drug(2), writer.drug(4), writer.drug(6)])
      const bad = mutationOf(2, id(6002), 'drug.create', [writer.drug(8, { concentration: 0 })])
      const remove = mutationOf(4, id(6004), 'drug.delete', [
        { op: 'delete', collection: 'drugs', _id: id(4), base: 1 },
      ])
      const first = pushOf(epoch, lane(5), [create, bad, edit(3, 50), remove])
      expect((await store.push(who, first, NOW)).results.map(({ status }) => status)).toEqual([
        'applied',
        'rejected',
        'applied',
        'applied',
      ])
      await store.push(who, first, NOW)
      const clash = pushOf(epoch, lane(6), [edit(1, 25)])
      expect((await store.push(who, clash, NOW)).results).toMatchObject([{ status: 'conflict' }])
      const digests = digestsOf(await everything(writer))
      expect(await told()).toEqual(digests)
      expect(digests).toMatchObject({ drugs: { count: 2 }, attention: { count: 1 }, conflicts: { count: 1 } })
    })

    test('[L3] a page that is not the last carries none', async () => {
      const { writer } = await clinic()
      await writer.push(writer.drug(2))
      await writer.push(writer.drug(4))
      const page = await writer.store.pull(writer.who, { protocol: PROTOCOL, cursor: 0, limit: 1 }, NOW)
      expect([page.more, page.digest]).toEqual([true, undefined])
    })
  })
}
