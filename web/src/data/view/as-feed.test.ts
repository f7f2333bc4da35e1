import { PROTOCOL } from 'sync-protocol/wire/version'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Op } from 'sync-protocol/records/mutation'
import { draw, ketamine, mutationOf, pushOf, testId } from 'sync-protocol/testing/examples'
import { MemoryStore } from 'sync-protocol/testing/memory-store'
import { readPush } from 'sync-protocol/wire/push'
import { asFeed } from './as-feed.ts'

const EPOCH = testId(1, 1)
const NOW = '2026-11-20T10:00:00.000Z'
const speaker = (nth: number) => ({
  org_id: testId(2, 1),
  user_id: testId(3, nth),
  user_name: `User ${nth}`,
  org_name: 'Clinic',
  perms: [0, 1, 2, 3],
})
const opOf = ([kind, nth, what]: readonly [number, number, number]): Op => {
  const record = { collection: 'drugs', _id: testId(4, nth) } as const
  if (kind === 0) return { op: 'create', ...record, content: ketamine({ name: `Drug ${nth}` }) }
  if (kind === 1) return { op: 'delete', ...record, base: what }
  const was = ketamine({ name: `Drug ${nth}` })
  return { op: 'update', ...record, base: what, set: { name: `Name ${what}` }, was }
}
const op = fc.tuple(fc.nat(2), fc.nat(4), fc.integer({ min: 1, max: 4 }))
const push = fc.tuple(fc.nat({ max: 1 }), fc.array(op, { minLength: 1, maxLength: 6 }))

test('[T2] [L2] [L4] answers that go on from the cursor bring what the feed has, in any pieces, and others nothing', async () => {
  let followed = 0
  let left = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(push, { maxLength: 8 }),
      fc.integer({ min: 1, max: 7 }),
      async (pushes, size) => {
        const store = new MemoryStore(EPOCH)
        const numbers = [0, 0]
        let id = 0
        /** The place of the tablet of the first lane. */
        let cursor = 0
        for (const [lane, ops] of pushes) {
          const mutations = ops.map((each) => {
            const n = (numbers[lane] = (numbers[lane] ?? 0) + 1)
            return mutationOf(n, testId(5, ++id), 'drug.update', [opOf(each)])
          })
          const from = { device: testId(6, lane), lane: testId(7, lane) }
          const before = store.organization(testId(2, 1)).head
          const reply = await store.push(speaker(lane), pushOf(EPOCH, from, mutations), NOW)
          if (lane === 1) continue
          const { results } = readPush(JSON.parse(JSON.stringify(reply)))
          for (let start = 0; start < results.length; start += size) {
            const some = results.slice(start, start + size)
            const piece = asFeed(some, cursor, true)
            const commits = some.filter(({ seq, replayed }) => seq !== undefined && !replayed).length
            if (cursor !== before && start === 0 && commits > 0) expect(piece).toBeUndefined()
            if (!piece) {
              if (commits > 0) left++
              continue
            }
            followed++
            const page = await store.pull(speaker(0), { protocol: PROTOCOL, cursor, limit: 100 }, NOW)
            const there = page.changes.filter(({ seq }) => seq <= piece.cursor)
            expect(piece.cursor).toBe(cursor + commits)
            expect(piece.records.toSorted((a, b) => a.seq - b.seq)).toEqual(there)
            cursor = piece.cursor
          }
          // Now and then it reads, and stands at the head.
          if (ops.length % 2 === 0) cursor = store.organization(testId(2, 1)).head
        }
      },
    ),
    { numRuns: 150 },
  )
  expect(followed).toBeGreaterThan(50)
  expect(left).toBeGreaterThan(50)
})

test('[T2] [P1] what was answered before is no news of the feed', () => {
  const answer = { seq: 5, replayed: true, records: [] }
  expect(asFeed([answer], 4, true)).toBeUndefined()
})

test('[T2] what enters the ledger waits for whoever tells the head which covers it', async () => {
  const store = new MemoryStore(EPOCH)
  const from = { device: testId(6, 1), lane: testId(7, 1) }
  const record = { collection: 'draws', _id: testId(4, 1) } as const
  const mutations = [
    mutationOf(1, testId(5, 1), 'draw.create', [{ op: 'create', ...record, content: draw() }]),
    mutationOf(2, testId(5, 2), 'drug.create', [opOf([0, 2, 1])]),
  ]
  const { results } = readPush(await store.push(speaker(0), pushOf(EPOCH, from, mutations), NOW))
  expect(asFeed(results, 0, false)).toBeUndefined()
  expect(asFeed(results.slice(1), 1, false)).toMatchObject({ cursor: 2 })
  expect(asFeed(results, 0, true)).toMatchObject({ cursor: 2, records: [{ seq: 1 }, { seq: 2 }] })
})
