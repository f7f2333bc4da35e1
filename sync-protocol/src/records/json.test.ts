import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, isCanonical } from './json.ts'

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'B', 'é', '10', '9', '1', '-', 'a b', '\u20ac', '\ud83d\ude00'),
  fc.string(),
)
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(key, tie('json'), { maxKeys: 5 }),
  ),
}))

test('a text is canonical when it is the canonical JSON of what it says, whatever order its keys have', () => {
  fc.assert(
    fc.property(json, fc.boolean(), (value, spaced) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value))
      for (const text of [canonical(parsed), JSON.stringify(parsed, null, spaced ? 1 : 0)])
        expect(isCanonical(text, JSON.parse(text))).toBe(canonical(JSON.parse(text)) === text)
    }),
    { numRuns: 500 },
  )
  expect(isCanonical('{"a":1,"b":[{"c":1}]}', { a: 1, b: [{ c: 1 }] })).toBe(true)
  expect(isCanonical('{"b":1,"a":1}', { b: 1, a: 1 })).toBe(false)
  expect(isCanonical('{"a":1.0}', { a: 1 })).toBe(false)
  expect(isCanonical('{"10":1,"9":1}', { 9: 1, 10: 1 })).toBe(true)
})
