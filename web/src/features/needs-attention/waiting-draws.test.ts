import { expect, test } from 'vitest'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import type { RefusedEntry } from '../../data/attention/attention.ts'
import { testId } from 'sync-protocol/testing/examples'
import { balance } from '../../sync/testing/samples.ts'
import { actionsOf } from './entry-choices.ts'
import { waitingDraws } from './waiting-draws.ts'

const create = (collection: 'draws' | 'balances', _id: string, content: JsonObject = {}): Op => ({
  op: 'create',
  collection,
  _id,
  content,
})
const balanceOf = (...draws: string[]): Op =>
  create('balances', 'b', {
    pages: [[{ draw_id: draws[0] ?? null }, {}], draws.slice(1).map((draw_id) => ({ draw_id }))],
  })
const entry = (key: string, ...ops: Op[]) =>
  ({
    sort: 'refused',
    key,
    author_id: 'ann',
    beside: [],
    status: 'parked',
    code: 'needs_approval',
    message: '',
    record: { _id: key, version: 1 },
    mutation: { schema: 1, ops },
  }) as unknown as RefusedEntry

test('a balance sheet waits for the draws that it names and that wait themselves', () => {
  const entries = [
    entry('balance', balanceOf('one', 'two', 'one', 'recorded')),
    entry('first', create('draws', 'one')),
    entry('second', create('draws', 'two')),
    entry('third', create('draws', 'three')),
  ]
  const { namedBy, named } = waitingDraws(entries)
  expect([...namedBy]).toEqual([['balance', 2]])
  expect([...named]).toEqual(['first', 'second'])
  expect(waitingDraws(entries.slice(0, 1)).namedBy.size).toBe(0)
})

test('what is one change waits for nothing of it, and what cannot be read names nothing', () => {
  const together = entry('together', create('draws', 'one'), balanceOf('one'))
  expect(waitingDraws([together]).namedBy.size).toBe(0)
  const odd = entry(
    'odd',
    create('balances', 'b', { pages: 'none' }),
    create('balances', 'c', { pages: [['x', null]] }),
  )
  expect(waitingDraws([odd, entry('first', create('draws', 'one'))]).namedBy.size).toBe(0)
})

test('nobody lets it stand before them', () => {
  const waits = entry('balance', create('balances', testId(1, 1), balance('B-1')))
  const bob = { _id: 'bob', org_perms: [1, 2] }
  expect(actionsOf(waits, bob)).toContain('approve')
  expect(actionsOf(waits, bob, { drawsFirst: 1 })).toEqual(['copy', 'discard'])
  const ann = { _id: 'ann', org_perms: [1] }
  expect(actionsOf(waits, ann)).toContain('retry')
  expect(actionsOf(waits, ann, { drawsFirst: 1 })).not.toContain('retry')
})
