import type * as z from 'zod/mini'
import type { Collection } from 'sync-protocol/records/envelope'
import { recordMeta, voided } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'

/** What may stand in one place of a record, as cells take it. One place may be both: a procedure is a text, or has fields. */
export interface Shape {
  /** A text, a number, yes or no: a cell. */
  isPlain: boolean
  /** Nobody says what is in it: a cell of JSON. */
  isAny: boolean
  fields: ReadonlyMap<string, Shape>
  /** What each entry of a list is: rows of another table. */
  entry: Shape | null
}

const NOTHING: Shape = { isPlain: false, isAny: false, fields: new Map(), entry: null }
export const PLAIN: Shape = { ...NOTHING, isPlain: true }
const ANY: Shape = { ...NOTHING, isAny: true }

/** Every pair in a record is one of dogs and cats. */
export const PAIR = ['canine', 'feline'] as const

export const shapeWith = (fields: Iterable<readonly [string, Shape]>): Shape => ({
  ...NOTHING,
  fields: new Map(fields),
})

function either(one: Shape, other: Shape): Shape {
  if (one.isAny || other.isAny) return ANY
  const fields = new Map(one.fields)
  for (const [name, shape] of other.fields) {
    const known = fields.get(name)
    fields.set(name, known ? either(known, shape) : shape)
  }
  const entry = one.entry && other.entry ? either(one.entry, other.entry) : (one.entry ?? other.entry)
  return { isPlain: one.isPlain || other.isPlain, isAny: false, fields, entry }
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(['string', 'number', 'int', 'boolean', 'literal', 'enum'])

/** What a schema lets stand in its place. */
export function shapeOfSchema(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return shapeOfSchema(def.innerType)
    case 'object':
      return shapeWith(Object.entries(def.shape).map(([name, field]) => [name, shapeOfSchema(field)]))
    case 'array':
      return { ...NOTHING, entry: shapeOfSchema(def.element) }
    case 'tuple':
      return shapeWith(def.items.map((item, at) => [PAIR[at] ?? String(at), shapeOfSchema(item)]))
    case 'union':
      return def.options.map((option) => shapeOfSchema(option)).reduce(either)
    case 'null':
    case 'undefined':
    case 'never':
      return NOTHING
    default:
      return PLAIN_TYPES.has(def.type) ? PLAIN : ANY
  }
}

/** What the app keeps beside a record's content; `stored` and `meta` are no fields of any content. */
const STORED = shapeWith([
  ['deleted', PLAIN],
  ['voided', shapeOfSchema(voided)],
  ['not_sent_yet', PLAIN],
  ['flags', PLAIN],
  ['version', PLAIN],
])
const META = shapeOfSchema(recordMeta)

/** A record of a collection beside its id: its kind's fields in their order, and what is kept beside them. */
export const shapeOfRecord = (collection: Collection): Shape =>
  shapeWith([
    ...Object.entries(kinds[collection].fields).map(
      ([name, { schema }]) => [name, shapeOfSchema(schema)] as const,
    ),
    ['stored', STORED],
    ['meta', META],
  ])
