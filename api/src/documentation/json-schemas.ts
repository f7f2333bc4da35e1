import { wordsOf } from './field-words.ts'
import type { JsonSchema, OpenApi } from './openapi.ts'

/** Whether a schema is of what is sent, or of what is answered. */
type Direction = 'input' | 'output'
type Components = OpenApi['components']

/** The one schema that contains itself: any JSON value. The library gives it no place to stand. */
const UNNAMED = /schema\d+$/
const SENT = /Input$/

/**
 * A copy without what only repeats a format, the limits that every JavaScript number has, and that an answer has no more
 * fields than these: a later version may add some, and whoever reads passes over them.
 */
export function plainer(value: unknown, io: Direction): unknown {
  if (Array.isArray(value)) return value.map((each) => plainer(each, io))
  if (typeof value !== 'object' || value === null) return value
  const says = (key: string, inner: unknown) =>
    (key === 'additionalProperties' && inner === false && io === 'output') ||
    (key === 'pattern' && typeof inner === 'string' && 'format' in value) ||
    inner === Number.MAX_SAFE_INTEGER ||
    inner === Number.MIN_SAFE_INTEGER
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !says(key, inner))
      .map(([key, inner]) => [
        key,
        key === '$ref' && UNNAMED.test(String(inner)) ? '#/components/schemas/Json' : plainer(inner, io),
      ]),
  )
}

/** The named schemas with what their fields mean. @throws Error for words on a field that is not there */
export function withComponents({ schemas, ...rest }: Components): Omit<Components, 'responses'> {
  const named = Object.entries(schemas)
    .filter(([name]) => !name.startsWith('__'))
    .map(([name, schema]): [string, JsonSchema] => [
      name,
      withWords(
        plainer(schema, SENT.test(name) ? 'input' : 'output') as JsonSchema,
        wordsOf(name.replace(SENT, '')),
      ),
    ])
  return { ...rest, schemas: { Json: { description: 'Any JSON value.' }, ...Object.fromEntries(named) } }
}

function withWords(schema: JsonSchema, words: Readonly<Record<string, string>>): JsonSchema {
  const properties = { ...(schema['properties'] as Record<string, JsonSchema> | undefined) }
  for (const [field, description] of Object.entries(words)) {
    const property = properties[field]
    if (!property) throw new Error(`There is no field ${field} to describe.`)
    properties[field] = { ...property, description }
  }
  return Object.keys(words).length === 0 ? schema : { ...schema, properties }
}
