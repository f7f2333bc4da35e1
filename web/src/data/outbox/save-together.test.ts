import { expect, test } from 'vitest'
import { MUTATION_BYTES_MAX, MUTATION_OPS_MAX } from 'sync-protocol/records/limits'
import type { Op } from 'sync-protocol/records/mutation'
import { intentsOf } from './save-together.ts'

const restore = (n: number, notes = ''): Op => ({
  op: 'restore',
  collection: 'procedures',
  _id: `id ${n}`,
  base: 1,
  content: { species: 0, name: `Procedure ${n}`, notes },
})
const ops = (count: number, notes?: string) => Array.from({ length: count }, (_, n) => restore(n, notes))

test('up to 500 operations are one change, more are as few as it takes, in their order', () => {
  expect(intentsOf('procedure.restore', [])).toEqual([])
  expect(intentsOf('procedure.restore', ops(MUTATION_OPS_MAX))).toHaveLength(1)
  const intents = intentsOf('procedure.restore', ops(1_001))
  expect(intents.map((intent) => intent.ops.length)).toEqual([500, 500, 1])
  expect(intents.flatMap((intent) => intent.ops)).toEqual(ops(1_001))
  expect(new Set(intents.map(({ action }) => action))).toEqual(new Set(['procedure.restore']))
})

test('no change is larger than a mutation may be', () => {
  const long = ops(300, 'ä'.repeat(10_000))
  const intents = intentsOf('procedure.restore', long)
  expect(intents.flatMap((intent) => intent.ops)).toEqual(long)
  for (const intent of intents)
    expect(new TextEncoder().encode(JSON.stringify(intent)).length).toBeLessThan(MUTATION_BYTES_MAX)
  expect(intents.length).toBe(6)
})
