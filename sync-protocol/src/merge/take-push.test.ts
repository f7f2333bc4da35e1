import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EDITION } from '../records/edition.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import type { MutationResult } from '../records/outcome.ts'
import { ketamine, mutationOf, pushOf, testId } from '../testing/examples.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { ProtocolError } from '../wire/errors.ts'

const EPOCH = testId(0xf0, 1)
const NOW = '2026-11-20T10:00:00.000Z'
const LANES = 3
const PER_LANE = 5
const speaker = (lane: number) => ({
  org_id: testId(0xf1, 1),
  user_id: testId(0xf2, lane),
  user_name: `User ${lane}`,
  org_name: 'Clinic',
  perms: [0, 1, 2, 3],
})
const from = (lane: number) => ({ device: testId(0xf3, lane), lane: testId(0xf4, lane) })

/** Some succeed, some are refused, some clash: on a few drugs that every lane knows. */
const intent = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), drug: fc.nat(5), bad: fc.boolean() }),
  fc.record({ kind: fc.constant('update' as const), drug: fc.nat(5), to: fc.constantFrom(10, 50, 0) }),
  fc.record({ kind: fc.constant('delete' as const), drug: fc.nat(5) }),
)
type Intent = typeof intent extends fc.Arbitrary<infer T> ? T : never

function opOf(wanted: Intent): Op {
  const _id = testId(0xf5, wanted.drug)
  if (wanted.kind === 'create') {
    return { op: 'create', collection: 'drugs', _id, content: ketamine(wanted.bad ? { name: '' } : {}) }
  }
  if (wanted.kind === 'delete') return { op: 'delete', collection: 'drugs', _id, base: 1 }
  return {
    op: 'update',
    collection: 'drugs',
    _id,
    base: 1,
    set: { concentration: wanted.to },
    was: { concentration: 100 },
  }
}

const delivery = fc.record({
  lane: fc.nat(LANES - 1),
  start: fc.nat(PER_LANE - 1),
  count: fc.integer({ min: 1, max: PER_LANE }),
})
const plan = fc.record({
  intents: fc.array(fc.array(intent, { minLength: PER_LANE, maxLength: PER_LANE }), {
    minLength: LANES,
    maxLength: LANES,
  }),
  deliveries: fc.array(delivery, { maxLength: 25 }),
})

function withoutReplay(result: MutationResult) {
  const kept: Partial<MutationResult> = { ...result }
  delete kept.replayed
  delete kept.records
  return kept
}

describe('a push over a bad network', () => {
  test(
    '[P1] [P3] [P4] however requests are cut, repeated and mixed, each mutation has one outcome, as if sent once alone',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(plan, async ({ intents, deliveries }) => {
          const lanes = intents.map((list, lane) =>
            list.map((wanted, k): Mutation =>
              mutationOf(k + 1, testId(0x100 + lane, k), `drug.${wanted.kind}`, [opOf(wanted)]),
            ),
          )
          const store = new MemoryStore(EPOCH)
          const outcomes = new Map<string, ReturnType<typeof withoutReplay>>()
          const arrival: { lane: number; mutation: Mutation }[] = []
          const known = lanes.map(() => 0)

          async function deliver(lane: number, start: number, count: number): Promise<void> {
            const sent = (lanes[lane] ?? []).slice(start, start + count)
            const last = known[lane] ?? 0
            const push = store.push(speaker(lane), pushOf(EPOCH, from(lane), sent), NOW)
            if (start > last) {
              const error: unknown = await push.catch((reason: unknown) => reason)
              expect(error).toBeInstanceOf(ProtocolError)
              expect(error).toMatchObject({ code: 'gap', extra: { last_n: last } })
              return
            }
            const { results, last_n } = await push
            expect(results.map(({ id }) => id)).toEqual(sent.map(({ id }) => id))
            known[lane] = Math.max(last, start + sent.length)
            expect(last_n).toBe(known[lane])
            for (const [index, result] of results.entries()) {
              const before = outcomes.get(result.id)
              expect(result.replayed === true).toBe(before !== undefined)
              if (before) expect(withoutReplay(result)).toEqual(before)
              else {
                outcomes.set(result.id, withoutReplay(result))
                const mutation = sent[index]
                if (mutation) arrival.push({ lane, mutation })
              }
            }
          }
          for (const { lane, start, count } of deliveries) await deliver(lane, start, count)
          for (const lane of lanes.keys()) await deliver(lane, 0, PER_LANE)
          expect(outcomes.size).toBe(LANES * PER_LANE)

          const alone = new MemoryStore(EPOCH)
          for (const { lane, mutation } of arrival) {
            const { results } = await alone.push(speaker(lane), pushOf(EPOCH, from(lane), [mutation]), NOW)
            expect(results.map(withoutReplay)).toEqual([outcomes.get(mutation.id)])
          }
          expect(store.allRecords(speaker(0).org_id)).toEqual(alone.allRecords(speaker(0).org_id))
          const seqs = [...outcomes.values()]
            .flatMap(({ seq }) => (seq === undefined ? [] : [seq]))
            .sort((a, b) => a - b)
          expect(seqs).toEqual(seqs.map((_, index) => index + 1))
        }),
        { numRuns: 100 },
      )
    },
  )
})

describe('[W2] what a newer app sends to this server', () => {
  const send = async (change: object) => {
    const store = new MemoryStore(EPOCH)
    const mutation = (n: number, more: object) => ({
      ...mutationOf(n, testId(0xf6, n), 'drug.create', [
        { op: 'create', collection: 'drugs', _id: testId(0xf5, n), content: ketamine() },
      ]),
      ...more,
    })
    const request = pushOf(EPOCH, from(1), [mutation(1, change), mutation(2, {})])
    return (await store.push(speaker(1), request, NOW)).results
  }

  test('an edition that is not known is refused by its number, and the next ones go on', async () => {
    const unknown = EDITION + 1
    expect(await send({ schema: unknown })).toMatchObject([
      {
        status: 'rejected',
        code: 'invalid',
        field: 'schema',
        message: expect.stringContaining(`edition ${unknown}`),
      },
      { status: 'applied' },
    ])
  })

  test('a record of a kind that is not known is refused by the name of the kind, and the next ones go on', async () => {
    const ops = [{ op: 'create', collection: 'bottles', _id: testId(0xf5, 1), content: {} }]
    expect(await send({ ops })).toMatchObject([
      {
        status: 'rejected',
        code: 'invalid',
        field: 'ops.0.collection',
        message: 'This server does not know records of the kind "bottles".',
      },
      { status: 'applied' },
    ])
  })
})
