import { expect, test } from 'vitest'
import type { Op } from '../records/mutation.ts'
import { draw, mutationOf, pushOf, testId } from '../testing/examples.ts'
import { MemoryStore } from '../testing/memory-store.ts'

const [ANA, BEN] = [1, 2] as const
const ORG = testId(0xc0, 1)
const EPOCH = testId(0xc0, 2)
const DRAFT = testId(0xc1, 1)
const NOW = '2026-11-20T10:00:00.000Z'

const typed = { name: 'Rex', patient_id: '12', weight: '10', weight_units: 'kg' }
const untouched = { procedure: null, anesthesia_protocol: null, emergency_protocol: null, saved_as: null }
const content = { kind: 'sheet', species: 0, outcome: 'N/A', injections: [], ...typed, ...untouched }
const start: Op = { op: 'create', collection: 'drafts', _id: DRAFT, content }
const type = (weight: string): Op => ({
  op: 'update',
  collection: 'drafts',
  _id: DRAFT,
  base: 0,
  set: { weight },
  was: { weight: '10', weight_units: 'kg' },
})
const save: Op[] = [
  { op: 'create', collection: 'draws', _id: testId(0xc1, 2), content: draw() },
  { op: 'delete', collection: 'drafts', _id: DRAFT, base: 0 },
]

/** A clinic in which each sends from a tablet of their own. */
function clinic() {
  const store = new MemoryStore(EPOCH)
  const sent = new Map<number, number>()
  let count = 0
  const find = (collection: string) =>
    [...store.allRecords(ORG)].find((record) => record.collection === collection)
  return {
    find,
    async send(who: number, perms: number[], ...ops: Op[]) {
      const n = (sent.get(who) ?? 0) + 1
      sent.set(who, n)
      const speaker = { org_id: ORG, user_id: testId(0xc2, who), user_name: '', org_name: '', perms }
      const from = { device: testId(0xc3, who), lane: testId(0xc4, who) }
      const mutation = mutationOf(n, testId(0xc5, ++count), 'x', ops)
      const { results } = await store.push(speaker, pushOf(EPOCH, from, [mutation]), NOW)
      return results[0]?.status
    },
    approval(): Op {
      const _id = find('attention')?._id ?? ''
      return { op: 'settle', collection: 'attention', _id, base: 1, choice: 'mine' }
    },
  }
}

test('[M3] [P8] an approval ends the draft that the fact was saved from', async () => {
  const { send, find, approval } = clinic()
  await send(ANA, [1], start)
  await send(ANA, [1], type('12'))
  expect(await send(ANA, [], ...save)).toBe('parked')
  expect(await send(BEN, [1, 2], approval())).toBe('applied')
  expect(find('draws')?.content).toEqual(draw())
  expect(find('drafts')).toMatchObject({ deleted: true })
})

test('[M3] [P8] an approval does not end what its author typed into the draft since it was parked', async () => {
  const { send, find, approval } = clinic()
  await send(ANA, [1], start)
  expect(await send(ANA, [], ...save)).toBe('parked')
  expect(await send(ANA, [1], type('12'))).toBe('applied')
  expect(await send(BEN, [1, 2], approval())).toBe('applied')
  expect(find('draws')?.content).toEqual(draw())
  expect(find('drafts')).toMatchObject({ deleted: false, content: { weight: '12' } })
})
