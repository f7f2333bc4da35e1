import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, canonicalOfSent, isCanonical } from './json.ts'

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

test('what JSON.parse gives has the same canonical JSON as any value of its kind', () => {
  const nested = (depth: number) => `${'[{"b":1,"a":'.repeat(depth)}0${'}]'.repeat(depth)}`
  fc.assert(
    fc.property(json, (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value))
      expect(canonical(parsed)).toBe(canonicalize(parsed))
    }),
    { numRuns: 1_000 },
  )
  for (const text of [
    nested(3),
    nested(200),
    '{"__proto__":{"b":1},"a":"\\u0000\\u2028é"}',
    '[-0,1e21,1e-7]',
  ])
    expect(canonical(JSON.parse(text))).toBe(canonicalize(JSON.parse(text)))
  for (const value of [
    { a: undefined, b: [undefined] },
    new Date(0),
    { a: new Date(0) },
    Object.create(null),
  ])
    expect(canonical(value)).toBe(canonicalize(value))
  for (const value of [NaN, { a: Infinity }, undefined]) expect(() => canonical(value)).toThrow()
  expect(canonicalOfSent({ b: [Infinity], a: 1 })).toBe('{"a":1,"b":[null]}')
})

test('a part whose text is known already makes no other text', () => {
  fc.assert(
    fc.property(fc.array(json, { maxLength: 4 }), json, (...sent) => {
      const [ops, beside] = JSON.parse(JSON.stringify(sent)) as [unknown[], unknown]
      const whole = { schema: 1, ops, n: 3, beside: { beside, ops } }
      const known = { part: ops, text: canonical(ops) }
      expect(canonical(whole, known)).toBe(canonical(whole))
      expect(canonical({ ...whole, ops: [ops] }, known)).toBe(canonical({ ...whole, ops: [ops] }))
    }),
    { numRuns: 300 },
  )
})

test('[P4] a text with half of a surrogate pair has its canonical JSON too, so that what holds it is refused', () => {
  expect(canonical({ b: 'x\ud800', a: 1 })).toBe('{"a":1,"b":"x\\ud800"}')
})
