import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AT, ketamine, mutationOf, testId } from '../testing/examples.ts'
import { mutation, type Op } from './mutation.ts'
import { isPlainMutation } from './plain-mutation.ts'

const id = testId(1, 1)
const name = { collection: 'drugs', _id: id } as const
const ops: Op[] = [
  { op: 'create', ...name, content: ketamine() },
  { op: 'update', ...name, base: 1, set: { 'dosage.0': 4, schedule: null }, was: { 'dosage.0': 5 } },
  { op: 'delete', ...name, base: 2 },
  { op: 'restore', ...name, base: 3, content: ketamine() },
]
const whole = mutationOf(1, id, 'drug.create', ops)

test('the mutations of ordinary work are known at once', () => {
  for (const op of ops) expect(isPlainMutation({ ...whole, ops: [op] })).toBe(true)
  expect(isPlainMutation({ ...whole, at: '2028-02-29T23:59:59.999Z' })).toBe(false)
  expect(isPlainMutation({ ...whole, at: '2026-12-31T23:59:59.999Z' })).toBe(true)
})

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    0,
    -1,
    0.5,
    1e300,
    Infinity,
    NaN,
    true,
    [],
    {},
    id,
    id.toUpperCase(),
    AT,
    AT.replace('120Z', '120+01:00'),
    '2026-02-29T09:58:03.120Z',
    '2026-02-30T09:58:03.120Z',
    '2026-04-31T09:58:03.120Z',
    '2026-13-01T09:58:03.120Z',
    'drugs',
    'create',
    'void',
    'Drug.create',
    'x'.repeat(61),
    { ['a'.repeat(41)]: 1 },
    JSON.parse('{"__proto__":1}'),
    JSON.parse('{"a":{"__proto__":1}}'),
    { a: undefined },
    { a: [undefined] },
    { 'dosage.2': 1 },
    new Date(),
  ),
  fc.anything(),
)
/** Puts something odd, or nothing, at any place of the mutation. */
function changed(value: unknown, path: readonly number[], what: unknown, adds: boolean): unknown {
  const [at, ...rest] = path
  if (at === undefined || typeof value !== 'object' || value === null) return what
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  const keys = Object.keys(copy)
  const key = keys[at % keys.length]
  if (key === undefined) return what
  if (rest.length === 0 && adds) return { ...copy, more: what }
  if (rest.length === 0 && what === undefined) delete copy[key]
  else copy[key] = changed(copy[key], rest, what, adds)
  return copy
}

test('[P7] what is known at once is what the schema takes, and as it takes it', () => {
  let known = 0
  fc.assert(
    fc.property(
      fc.array(fc.nat(7), { minLength: 1, maxLength: 5 }),
      odd,
      fc.boolean(),
      (path, what, adds) => {
        const value = changed(whole, path, what, adds)
        if (!isPlainMutation(value)) return
        known++
        const parsed = mutation.safeParse(value)
        expect(parsed.error).toBeUndefined()
        expect(parsed.data).toStrictEqual(value)
      },
    ),
    { numRuns: 5_000 },
  )
  expect(known).toBeGreaterThan(100)
})
