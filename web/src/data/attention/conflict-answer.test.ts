import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMutation } from 'sync-protocol/merge/apply-mutation'
import { DECIDES } from 'sync-protocol/merge/decide'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { ConflictContent } from 'sync-protocol/records/conflict'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import type { JsonObject } from 'sync-protocol/records/json'
import { ketamine, mutationOf, testId } from 'sync-protocol/testing/examples'
import { answerTo } from './conflict-answer.ts'
import type { Intent } from '../outbox/save.ts'

const id = (n: number) => testId(900, n)
const ana = { user_id: id(1), user_name: 'Ana', perms: [1], lane: id(2), device: id(3) }

const recordOf = (collection: 'drugs' | 'conflicts', _id: string, content: JsonObject): SyncRecord => ({
  collection,
  _id,
  schema: 1,
  version: 5,
  seq: 5,
  deleted: false,
  meta: { author_id: ana.user_id, author_name: ana.user_name, date_created: '2026-11-20T09:00:00.000Z' },
  content,
})

const stands = ketamine({ concentration: 50 })
const dose = (content: JsonObject) => {
  const { section_key: _, ...group } = content
  return group
}
const conflict: ConflictContent = {
  record: { collection: 'drugs', _id: id(10) },
  kind: 'update',
  groups: [
    {
      group: 'dose',
      base: dose(ketamine()),
      theirs: dose(stands),
      mine: dose(ketamine({ concentration: 10 })),
    },
  ],
  version: 5,
  mutation_id: id(11),
  lane: id(2),
  device: id(3),
  at: '2026-11-20T09:00:00.000Z',
}
const drug = recordOf('drugs', id(10), stands)
const record = { ...recordOf('conflicts', id(12), conflict), load: 1 }

/** Takes these intents one after the other. */
function run(known: Map<string, SyncRecord>, intents: readonly Intent[]): string[] {
  const state = {
    record: (collection: string, _id: string) => known.get(`${collection}/${_id}`),
    lastContent: () => undefined,
    refusedCreation: () => false,
    changedByOthers: () => false,
    sectionOfKey: () => undefined,
    redirect: () => undefined,
    head: () => 0,
  }
  return intents.map(({ action, ops }, index) => {
    const mutation = mutationOf(index + 1, id(20 + index), action, [...ops])
    const applied = applyMutation(state, mutation, ana, '2026-11-20T10:00:00.000Z', DECIDES)
    for (const change of applied.changes) known.set(`${change.collection}/${change._id}`, change)
    return applied.status
  })
}

/** What the record is once the form was saved with this content, and how the conflict was settled. */
function saved(next: JsonObject) {
  const op = updateOp('drugs', { _id: id(10), version: 5, content: stands }, next)
  const intents = answerTo({ record, conflict }, op && { action: 'drug.update', ops: [op] })
  const known = new Map<string, SyncRecord>(
    [drug, record].map((each) => [`${each.collection}/${each._id}`, each]),
  )
  const statuses = run(known, intents)
  const settled = known.get(`conflicts/${id(12)}`)?.content?.['settled'] as { choice: string } | undefined
  return { statuses, content: known.get(`drugs/${id(10)}`)?.content, choice: settled?.choice }
}

test('[M9] a conflict that is answered in a form leaves exactly what the form said, settled', () => {
  const number = fc.constantFrom(10, 50, 75, 100)
  fc.assert(
    fc.property(
      number,
      number,
      fc.constantFrom(999, 1000),
      fc.boolean(),
      (concentration, dosage, key, plain) => {
        const { schedule: _, ...without } = ketamine({ concentration, dosage: [dosage, 4], section_key: key })
        const next: JsonObject = plain ? { ...without, controlled: false } : { ...without, schedule: 'III' }
        const { statuses, content, choice } = saved(next)
        expect(statuses.every((status) => status === 'applied')).toBe(true)
        expect(content).toEqual(next)
        expect(choice).toBeDefined()
      },
    ),
  )
})

test('[M9] a form left as it stands keeps what stands; one left as it was set aside takes that', () => {
  expect(saved(stands)).toMatchObject({ choice: 'theirs', content: stands })
  expect(saved(ketamine({ concentration: 10 }))).toMatchObject({ choice: 'mine' })
  expect(saved(ketamine({ concentration: 75 }))).toMatchObject({ choice: 'edited' })
})

test('[M5] a form that restores brings the record back as it was with the edit, and what was typed since over it', () => {
  const full = ketamine({ concentration: 10 })
  const gone = { ...drug, deleted: true, content: null }
  const asked: ConflictContent = {
    ...conflict,
    kind: 'update_of_deleted',
    groups: conflict.groups.map((group) => ({ ...group, theirs: {} })),
    full,
  }
  const waiting = { ...recordOf('conflicts', id(12), asked), load: 1 }
  const restored = (next: JsonObject) => {
    const op = updateOp('drugs', { _id: id(10), version: 5, content: full }, next)
    const known = new Map<string, SyncRecord>(
      [gone, waiting].map((each) => [`${each.collection}/${each._id}`, each]),
    )
    const intents = answerTo(
      { record: waiting, conflict: asked },
      op && { action: 'drug.update', ops: [op] },
      true,
    )
    const statuses = run(known, intents)
    const choice = known.get(`conflicts/${id(12)}`)?.content?.['settled']
    return { statuses, content: known.get(`drugs/${id(10)}`)?.content, choice }
  }
  expect(restored(full)).toMatchObject({
    statuses: ['applied'],
    content: full,
    choice: { choice: 'restore' },
  })
  const next = ketamine({ concentration: 20, section_key: 1000 })
  expect(restored(next)).toMatchObject({ statuses: ['applied', 'applied'], content: next })
})
