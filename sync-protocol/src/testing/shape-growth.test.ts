import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { compareShapes, type Direction, type Shape } from './shape-growth.ts'

const inner = z.strictObject({ op: z.enum(['create', 'void']), n: z.int().positive() })
const released = z.object({
  protocol: z.int(),
  lane: z.string().max(40).optional(),
  entries: z.array(inner),
  choice: z.union([z.string().max(9), z.int().max(9)]),
})
const shape = (schema: z.ZodType) =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))) as Shape

const told = (today: z.ZodType, direction: Direction) => {
  const { breaks, grown } = compareShapes(shape(released), shape(today), direction, 'message')
  return { breaks: breaks.map(({ path, why }) => `${path}: ${why}`), grown: Object.keys(grown) }
}
const { shape: fields } = released
const entriesOf = (entry: z.ZodType) => released.extend({ entries: z.array(entry) })

describe('[W1] a released message compared with today’s', () => {
  test('is the same', () => {
    for (const direction of ['request', 'reply', 'both'] as const)
      expect(told(released, direction)).toEqual({ breaks: [], grown: [] })
  })

  test('may have grown by an optional field, a reply by any', () => {
    const optional = released.extend({ on_behalf_of: z.string().optional() })
    const required = released.extend({ digest: z.string() })
    for (const direction of ['request', 'reply', 'both'] as const)
      expect(told(optional, direction)).toEqual({ breaks: [], grown: ['message.on_behalf_of'] })
    expect(told(required, 'reply')).toEqual({ breaks: [], grown: ['message.digest'] })
    expect(told(required, 'request').breaks).toEqual(['message.digest: is new and required'])
  })

  test('may take more values and alternatives where it is a request', () => {
    const more = released.extend({
      entries: z.array(
        inner.extend({ op: z.enum(['create', 'void', 'restore']), device: z.string().optional() }),
      ),
      choice: z.union([z.string().max(9), z.int().max(9), z.object({})]),
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
      z.union([inner.omit({ n: true }), z.strictObject({ op: z.literal('restore') })]),
    )
    expect(told(narrower, 'request').breaks).toContain('message.entries[]|0.n: is gone')
  })

  test.each([
    ['a field is gone', released.omit({ protocol: true }), 'message.protocol: is gone'],
    ['an optional field is gone', released.omit({ lane: true }), 'message.lane: is gone'],
    [
      'a field was renamed',
      released.omit({ lane: true }).extend({ line: z.string().optional() }),
      'message.lane: is gone',
    ],
    [
      'another type',
      released.extend({ protocol: z.string() }),
      'message.protocol: type was "integer" and is "string"',
    ],
    [
      'a narrower limit',
      released.extend({ lane: z.string().max(30).optional() }),
      'message.lane: maxLength was 40 and is 30',
    ],
    [
      'a limit that is new',
      released.extend({ protocol: z.int().max(7) }),
      'message.protocol: maximum was 9007199254740991 and is 7',
    ],
    ['made required', released.extend({ lane: z.string().max(40) }), 'message.lane: was made required'],
    [
      'no longer required',
      released.extend({ protocol: z.int().optional() }),
      'message.protocol: was required and is no longer',
    ],
    ['a value is gone', entriesOf(inner.extend({ op: z.enum(['create']) })), 'message.entries[].op: '],
    ['a field within a list is gone', entriesOf(inner.omit({ n: true })), 'message.entries[].n: is gone'],
    ['made strict', z.strictObject(fields), 'message: additionalProperties was not there and is false'],
    [
      'an alternative is gone',
      released.extend({ choice: z.union([z.string().max(9)]) }),
      'message.choice|1: this alternative is gone',
    ],
  ])('must not have changed: %s', (_, today, why) => {
    for (const direction of ['request', 'reply'] as const) {
      const { breaks } = told(today, direction)
      expect(breaks.join('\n')).toContain(why)
    }
  })
})
