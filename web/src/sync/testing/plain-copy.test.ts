import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainCopy } from './plain-copy.ts'

const plain = fc.anything({ withNullPrototype: false, withSparseArray: false })

/** Every object and array in it, however deep. */
function* parts(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const each of Object.values(value)) yield* parts(each)
}

test('what is copied is what a structured clone makes of it, and shares no object with the value', () => {
  fc.assert(
    fc.property(plain, (value) => {
      fc.pre(!JSON.stringify(value)?.includes('__proto__'))
      const copy = plainCopy(value)
      expect(copy).toStrictEqual(structuredClone(value))
      const own = new Set(parts(value))
      for (const part of parts(copy)) expect(own.has(part)).toBe(false)
    }),
  )
})

class Dose {
  mg = 1
}
test.each([
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['a buffer', new Uint8Array(1)],
  ['an object of a class', new Dose()],
  ['a function', () => 1],
  ['a symbol', Symbol('no')],
  ['a name that would set a prototype', JSON.parse('{"__proto__":{"mg":1}}')],
])('%s is left to the structured clone', (_, value) => {
  expect(() => plainCopy({ in: [value] })).toThrow('not plain')
})
