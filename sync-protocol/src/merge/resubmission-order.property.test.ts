import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SyncRecord } from '../records/envelope.ts'
import { mutationHash } from '../records/mutation-hash.ts'
import type { Mutation, Op } from '../records/mutation.ts'
import { draw, ketamine, mutationOf, pushOf, testId } from '../testing/examples.ts'
import { MemoryStore, receiptOf } from '../testing/memory-store.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const ORG = testId(0x7000, 1)
const TABLETS = 4
const NAMES = 3
const OLD = testId(0x7000, 2)
const NEW = testId(0x7000, 3)

const speakers = Array.from({ length: TABLETS }, (_, index) => ({
  org_id: ORG,
  user_id: testId(0x7001, index),
  user_name: `User ${index}`,
  org_name: 'Clinic',
  perms: [1, 2],
}))

/** What one person does next, each over what stands on the server by then. */
const step = fc.record({
  tablet: fc.nat(TABLETS - 1),
  what: fc.constantFrom('draw', 'drug', 'void', 'dose', 'name', 'delete', 'restore', 'instead'),
  on: fc.nat(NAMES - 1),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type Find = (_id: string) => SyncRecord | undefined

const create = (_id: string): Op => ({ op: 'create', collection: 'draws', _id, content: draw() })
const voidOf = (_id: string, value: number): Op => ({
  op: 'void',
  collection: 'draws',
  _id,
  base: 1,
  reason: `No ${value}`,
})

/** What is done to a draw, or nothing where it cannot be done as things stand. */
function drawOps(what: Step['what'], on: number, value: number, find: Find): Op[] {
  const [_id, other] = [testId(0x7002, on), testId(0x7002, (on + 1) % NAMES)]
  const drawn = find(_id)
  if (what === 'draw') return drawn ? [] : [create(_id)]
  if (!drawn || drawn.voided) return []
  if (what === 'void') return [voidOf(_id, value)]
  // A draw in place of another.
  return what === 'instead' && !find(other) ? [voidOf(_id, value), create(other)] : []
}

/**
 * The same of a drug. `value` is new each time: an edit that was made over 100 mg/ml once more, after somebody had made that 50
 * and another 100 again, is taken for one of the first.
 */
function drugOps(what: Step['what'], on: number, value: number, find: Find): Op[] {
  const name = { collection: 'drugs', _id: testId(0x7003, on) } as const
  const drug = find(name._id)
  if (what === 'drug') return drug ? [] : [{ op: 'create', ...name, content: ketamine() }]
  if (!drug) return []
  const base = drug.version
  if (!drug.content)
    return what === 'restore'
      ? [{ op: 'restore', ...name, base, content: ketamine({ concentration: value }) }]
      : []
  if (what === 'delete') return [{ op: 'delete', ...name, base, was: drug.content }]
  const set = { dose: { concentration: value }, name: { name: `Drug ${value}` } }[what as string]
  return set ? [{ op: 'update', ...name, base, set, was: wasOf(drug, set) }] : []
}

const wasOf = ({ content }: SyncRecord, set: object) =>
  Object.fromEntries(Object.keys(set).map((path) => [path, content?.[path] ?? null]))

/** What a person would find: contents, versions, who voided and why, and what waits for somebody. */
const foundIn = (store: MemoryStore) =>
  store
    .allRecords(ORG)
    .filter(({ collection, content }) => !(collection === 'attention' && content?.['settled']))
    .map(({ collection, _id, version, deleted, content, voided, meta }) => ({
      collection,
      _id,
      version,
      deleted,
      content,
      voided: voided && { by: voided.by, reason: voided.reason },
      author: meta.author_id,
    }))
    .sort((a, b) => (a._id < b._id ? -1 : 1))

async function livedThrough(steps: readonly Step[], backedUpAfter: number) {
  const store = new MemoryStore(OLD)
  store.authors = new Map(speakers.map((each) => [each.user_id, each]))
  const made = speakers.map((): Mutation[] => [])
  let restore = store.backup()
  for (const [index, each] of steps.entries()) {
    if (index === backedUpAfter) restore = store.backup()
    const find = (_id: string) => store.allRecords(ORG).find((record) => record._id === _id)
    const ops = [drawOps, drugOps].flatMap((of) => of(each.what, each.on, 200 + index, find))
    const speaker = speakers[each.tablet]
    if (ops.length === 0 || !speaker) continue
    const own = made[each.tablet] ?? []
    const mutation = mutationOf(own.length + 1, testId(0x7004, index), 'record.change', ops)
    const lane = { device: testId(0x7005, each.tablet), lane: testId(0x7006, each.tablet) }
    const { results } = await store.push(speaker, pushOf(OLD, lane, [mutation]), NOW)
    expect(results).toMatchObject([{ status: 'applied' }])
    own.push(mutation)
  }
  return { store, made, restore }
}

const receipt = receiptOf(ORG)

/** A tablet of the new epoch sends what it had sent before, in its order, in pieces. */
async function comeBack(store: MemoryStore, made: readonly Mutation[][], order: readonly number[]) {
  const sent = made.map(() => 0)
  for (const tablet of order) {
    const speaker = speakers[tablet]
    const next = made[tablet]?.[sent[tablet] ?? 0]
    if (!next || !speaker) continue
    const n = (sent[tablet] = (sent[tablet] ?? 0) + 1)
    const { user_id, user_name } = speaker
    const returned = { user_id, user_name, receipt: receipt(user_id, next.id, mutationHash(next)) }
    const lane = { device: testId(0x7005, tablet), lane: testId(0x7007, tablet) }
    await store.push(speaker, pushOf(NEW, lane, [{ ...next, n, returned } as Mutation]), NOW)
  }
}

test('[L6] after a restore every order in which tablets come back ends where the clinic was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 24 }),
      fc.nat(24),
      fc.array(fc.nat(TABLETS - 1), { maxLength: 60 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: TABLETS }),
      async (steps, backedUpAfter, pieces, last) => {
        const { store, made, restore } = await livedThrough(steps, backedUpAfter)
        const before = foundIn(store)
        restore(NEW)
        // Some in turns, in whatever order; in the end each brings the rest of its own.
        const rest = last.flatMap((tablet) => Array.from({ length: steps.length }, () => tablet))
        await comeBack(store, made, [...pieces, ...rest])
        expect(foundIn(store)).toEqual(before)
      },
    ),
    { numRuns: 150 },
  )
})
