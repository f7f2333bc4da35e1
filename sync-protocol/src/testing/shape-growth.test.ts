import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { compareShapes, type Direction, type Shape } from './shape-growth.ts'

const inner = z.strictObject({ op: z.enum(['create', 'void']), n: z.int().check(z.positive()) })
const released = z.object({
  protocol: z.int(),
  lane: z.optional(z.string().check(z.maxLength(40))),
  entries: z.array(inner),
  choice: z.union([z.string().check(z.maxLength(9)), z.int().check(z.maximum(9))]),
})
const shape = (schema: z.ZodMiniType) =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))) as Shape

const told = (today: z.ZodMiniType, direction: Direction) => {
  const { breaks, grown } = compareShapes(shape(released), shape(today), direction, 'message')
  return { breaks: breaks.map(({ path, why }) => `${path}: ${why}`), grown: Object.keys(grown) }
}
const { shape: fields } = released
const entriesOf = (entry: z.ZodMiniType) => z.extend(released, { entries: z.array(entry) })

describe('[W1] a released message compared with today’s', () => {
  test('is the same', () => {
    for (const direction of ['request', 'reply', 'both'] as const)
      expect(told(released, direction)).toEqual({ breaks: [], grown: [] })
  })

  test('may have grown by an optional field, a reply by any', () => {
    const optional = z.extend(released, { on_behalf_of: z.optional(z.string()) })
    const required = z.extend(released, { digest: z.string() })
    for (const direction of ['request', 'reply', 'both'] as const)
      expect(told(optional, direction)).toEqual({ breaks: [], grown: ['message.on_behalf_of'] })
    expect(told(required, 'reply')).toEqual({ breaks: [], grown: ['message.digest'] })
    expect(told(required, 'request').breaks).toEqual(['message.digest: is new and required'])
  })

  test('may take more values and alternatives where it is a request', () => {
    const more = z.extend(released, {
      entries: z.array(
        z.extend(inner, { op: z.enum(['create', 'void', 'restore']), device: z.optional(z.string()) }),
      ),
      choice: z.union([z.string().check(z.maxLength(9)), z.int().check(z.maximum(9)), z.object({})]),
    })
    const grown = ['message.entries[].op="restore"', 'message.entries[].device', 'message.choice|2']
    expect(told(more, 'request')).toEqual({ breaks: [], grown: expect.arrayContaining(grown) as string[] })
    expect(told(more, 'reply').breaks).toEqual([
      'message.entries[].op: the value "restore" is new, and released apps refuse it',
      'message.entries[].device: is new where released apps refuse what they do not know',
      'message.choice|2: this alternative is new, and released apps refuse it',
    ])
  })

  test('one shape that became the first of several is compared with that one', () => {
    const kinds = entriesOf(z.union([inner, z.strictObject({ op: z.literal('restore') })]))
    expect(told(kinds, 'request')).toEqual({ breaks: [], grown: ['message.entries[]|1'] })
    expect(told(kinds, 'reply').breaks).toEqual([
      'message.entries[]|1: this alternative is new, and released apps refuse it',
    ])
    const narrower = entriesOf(
      z.union([z.omit(inner, { n: true }), z.strictObject({ op: z.literal('restore') })]),
    )
    expect(told(narrower, 'request').breaks).toContain('message.entries[]|0.n: is gone')
  })

  test.each([
    ['a field is gone', z.omit(released, { protocol: true }), 'message.protocol: is gone'],
    ['an optional field is gone', z.omit(released, { lane: true }), 'message.lane: is gone'],
    [
      'a field was renamed',
      z.extend(z.omit(released, { lane: true }), { line: z.optional(z.string()) }),
      'message.lane: is gone',
    ],
    [
      'another type',
      z.extend(released, { protocol: z.string() }),
      'message.protocol: type was "integer" and is "string"',
    ],
    [
      'a narrower limit',
      z.extend(released, { lane: z.optional(z.string().check(z.maxLength(30))) }),
      'message.lane: maxLength was 40 and is 30',
    ],
    [
      'a limit that is new',
      z.extend(released, { protocol: z.int().check(z.maximum(7)) }),
      'message.protocol: maximum was 9007199254740991 and is 7',
    ],
    [
      'made required',
      z.extend(released, { lane: z.string().check(z.maxLength(40)) }),
      'message.lane: was made required',
    ],
    [
      'no longer required',
      z.extend(released, { protocol: z.optional(z.int()) }),
      'message.protocol: was required and is no longer',
    ],
    ['a value is gone', entriesOf(z.extend(inner, { op: z.enum(['create']) })), 'message.entries[].op: '],
    ['a field within a list is gone', entriesOf(z.omit(inner, { n: true })), 'message.entries[].n: is gone'],
    ['made strict', z.strictObject(fields), 'message: additionalProperties was not there and is false'],
    [
      'an alternative is gone',
      z.extend(released, { choice: z.union([z.string().check(z.maxLength(9))]) }),
      'message.choice|1: this alternative is gone',
    ],
  ])('must not have changed: %s', (_, today, why) => {
    for (const direction of ['request', 'reply'] as const) {
      const { breaks } = told(today, direction)
      expect(breaks.join('\n')).toContain(why)
    }
  })
})
