import { escaped, inline } from './html.ts'
import type { JsonSchema } from './openapi.ts'

const NAMED = '#/components/schemas/'
const SHOWN = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'default',
]

interface Row {
  field: string
  type: string
  words: string
}

/** What a value of the schema is, in a few words. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, const: constant, enum: choices, type, items, format, prefixItems } = schema
  if (typeof $ref === 'string') return $ref.slice(NAMED.length)
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ')
  for (const part of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = schema[part]
    if (Array.isArray(parts)) return [...new Set((parts as JsonSchema[]).map(typeOf))].join(' | ')
  }
  if (Array.isArray(prefixItems)) return `[${(prefixItems as JsonSchema[]).map(typeOf).join(', ')}]`
  if (type === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`
  if (typeof type !== 'string') return 'anything'
  return typeof format === 'string' ? `${type} (${format})` : type
}

/** The fields of a schema, those of objects inside it with the path that leads to them. */
function rowsOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  path = '',
  depth = 0,
): Row[] {
  const inner = resolved(schema, schemas)
  if (depth > 8) return []
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((part) => (inner[part] as JsonSchema[] | undefined) ?? [])
  const rows = parts.flatMap((part) => rowsOf(part, schemas, path, depth + 1))
  if (inner['type'] === 'array') {
    rows.push(...rowsOf((inner['items'] ?? {}) as JsonSchema, schemas, `${path}[]`, depth + 1))
  }
  const required = (inner['required'] ?? []) as string[]
  for (const [name, field] of Object.entries((inner['properties'] ?? {}) as Record<string, JsonSchema>)) {
    const at = path === '' ? name : `${path}.${name}`
    rows.push({ field: at, type: typeOf(field), words: words(field, required.includes(name)) })
    if (field['$ref'] !== `${NAMED}Json`) rows.push(...rowsOf(field, schemas, at, depth + 1))
  }
  return rows
}

function resolved(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { $ref } = schema
  return typeof $ref === 'string' ? (schemas[$ref.slice(NAMED.length)] ?? {}) : schema
}

export function words(schema: JsonSchema, required: boolean): string {
  const limits = SHOWN.filter((key) => schema[key] !== undefined).map(
    (key) => `${key} ${JSON.stringify(schema[key])}`,
  )
  const { description } = schema
  return [required ? '' : 'Optional.', typeof description === 'string' ? description : '', limits.join(', ')]
    .filter((part) => part !== '')
    .join(' ')
}

/** A table of every field. */
export function fieldsTable(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): string {
  const rows = new Map(rowsOf(schema, schemas).map((row) => [`${row.field} ${row.type}`, row]))
  if (rows.size === 0) return `<p>${escaped(typeOf(schema))}</p>`
  const lines = [...rows.values()].map(
    ({ field, type, words: said }) =>
      `<tr><td><code>${escaped(field)}</code></td><td>${escaped(type)}</td><td>${inline(said)}</td></tr>`,
  )
  return `<div class="wide" tabindex="0"><table><thead><tr><th>Field</th><th>Is</th><th></th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}
