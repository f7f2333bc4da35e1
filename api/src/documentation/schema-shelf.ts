import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { FIELD_WORDS } from './field-words.ts'
import type { JsonSchema } from './openapi.ts'

/** Whether a schema is of what is sent, or of what is answered. */
export type Direction = 'input' | 'output'

const DEFINED = '#/$defs/'
/** The one schema that contains itself: any JSON value. */
const UNNAMED = /^__schema\d+$/

/** JSON schemas made of the schemas that check the calls; those with a name stand once, among the components. */
export class SchemaShelf {
  readonly components: Record<string, JsonSchema> = {}

  /** @throws Error when one name is said of two different schemas */
  of(schema: z.core.$ZodType, io: Direction): JsonSchema {
    // Inside an object a schema with a name is referred to, and one without is not.
    const made = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => plainer(jsonSchema, io),
    })
    for (const [name, definition] of Object.entries(made.$defs ?? {})) {
      this.define(name, io, referring(definition, io) as JsonSchema)
    }
    return referring(made.properties?.['it'], io) as JsonSchema
  }

  private define(schemaName: string, io: Direction, definition: JsonSchema): void {
    const { id: _, ...schema } = definition
    const name = componentName(schemaName, io)
    const component = withWords(schema, FIELD_WORDS[schemaName])
    const known = this.components[name]
    if (known && !isDeepStrictEqual(known, component)) throw new Error(`${name} is the name of two schemas.`)
    this.components[name] = component
  }
}

/** What is sent may be refused for a field too many, what is answered not: one schema is two components. */
const componentName = (name: string, io: Direction) =>
  UNNAMED.test(name) ? 'Json' : io === 'input' ? `${name}Sent` : name

/**
 * Takes away what only repeats a format, the limits that every JavaScript number has, and that an answer has no more fields
 * than these: a later version may add some, and whoever reads passes over them.
 */
function plainer(schema: z.core.JSONSchema.BaseSchema, io: Direction): void {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

/** A copy whose references lead to the components. */
function referring(value: unknown, io: Direction): unknown {
  if (Array.isArray(value)) return value.map((each) => referring(each, io))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith(DEFINED)
        ? `#/components/schemas/${componentName(inner.slice(DEFINED.length), io)}`
        : referring(inner, io),
    ]),
  )
}

/** @throws Error for words on a field that is not there */
function withWords(schema: JsonSchema, words: Readonly<Record<string, string>> = {}): JsonSchema {
  const properties = { ...(schema['properties'] as Record<string, JsonSchema> | undefined) }
  for (const [field, description] of Object.entries(words)) {
    const property = properties[field]
    if (!property) throw new Error(`There is no field ${field} to describe.`)
    properties[field] = { ...property, description }
  }
  return Object.keys(words).length === 0 ? schema : { ...schema, properties }
}
