import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '../openapi.ts'

/** How deep a value goes into what the document names; deeper stands what ends it. */
const DEEPEST = 6

const uuid = fc.uuid({ version: 4 })
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  uuid,
  'date-time': instant,
  date: instant.map((whole) => whole.slice(0, 10)),
  email: fc.stringMatching(/^[a-z]{3,9}@[a-z]{3,9}\.test$/),
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** Values as a schema of the document has them: what it says of sorts, names and limits, not the rules beyond it. */
export class DocumentedValues {
  private readonly schemas: Schemas
  private readonly made = new Map<JsonSchema, Arbitrary<unknown>>()

  constructor(schemas: Schemas) {
    this.schemas = schemas
  }

  of(schema: JsonSchema): Arbitrary<unknown> {
    const known = this.made.get(schema) ?? this.make(schema, 0)
    this.made.set(schema, known)
    return known
  }

  private make(schema: JsonSchema, depth: number): Arbitrary<unknown> {
    const {
      $ref: ref,
      anyOf,
      oneOf,
      type,
    } = schema as { $ref?: string; type?: string } & Record<'anyOf' | 'oneOf', JsonSchema[] | undefined>
    if (depth > DEEPEST) return fc.constant(null)
    if (ref !== undefined) return this.make(this.schemas[ref.split('/').at(-1) ?? ''] ?? {}, depth + 1)
    if ('const' in schema) return fc.constant(schema['const'])
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
    const several = anyOf ?? oneOf
    if (several) return fc.oneof(...several.map((each) => this.make(each, depth + 1)))
    switch (type) {
      case 'object':
        return this.object(schema, depth)
      case 'array':
        return this.array(schema, depth)
      case 'string':
        return text(schema)
      case 'integer':
      case 'number':
        return numeric(schema, type)
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  private object(schema: JsonSchema, depth: number): Arbitrary<unknown> {
    const named = (schema['properties'] ?? {}) as Schemas
    const required = (schema['required'] ?? []) as string[]
    const fields = Object.fromEntries(
      Object.entries(named).map(([name, each]) => [name, this.make(each, depth + 1)]),
    )
    const rest = schema['additionalProperties']
    if (Object.keys(fields).length > 0 || typeof rest !== 'object')
      return fc.record(fields, { requiredKeys: required })
    return fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), this.make(rest as JsonSchema, depth + 1), {
      maxKeys: 3,
    })
  }

  private array(schema: JsonSchema, depth: number): Arbitrary<unknown> {
    const {
      prefixItems,
      items,
      minItems = 0,
    } = schema as {
      prefixItems?: JsonSchema[]
      items?: JsonSchema
      minItems?: number
    }
    if (prefixItems) return fc.tuple(...prefixItems.map((each) => this.make(each, depth + 1)))
    const most = Math.max(minItems, 3)
    return fc.array(this.make(items ?? {}, depth + 1), { minLength: minItems, maxLength: most })
  }
}

function text(schema: JsonSchema): Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 60,
  } = schema as Record<'format' | 'pattern', string | undefined> &
    Record<'minLength' | 'maxLength', number | undefined>
  const known = format === undefined ? undefined : FORMATS[format]
  if (known) return known
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const most = Math.max(minLength, Math.min(maxLength, 60))
  return fc.oneof(
    fc.string({ minLength, maxLength: most }),
    fc.string({ minLength, maxLength: most, unit: 'grapheme' }),
    fc.constantFrom('Ketamine', 'Rex', 'a', '10').filter((word) => word.length <= maxLength),
  )
}

function numeric(schema: JsonSchema, type: 'integer' | 'number'): Arbitrary<number> {
  const given = (name: string) => schema[name] as number | undefined
  const above = given('exclusiveMinimum')
  const min = given('minimum') ?? (above === undefined ? -1000 : above + (type === 'integer' ? 1 : 0.001))
  const max = Math.max(min, given('maximum') ?? 100_000)
  const small = fc.integer({ min: Math.ceil(min), max: Math.ceil(Math.min(max, min + 50)) })
  return type === 'integer'
    ? fc.oneof(small, fc.integer({ min: Math.ceil(min), max: Math.floor(max) }))
    : fc.oneof(small, fc.double({ min, max, noNaN: true, noDefaultInfinity: true }))
}

/** A number that JSON can say and JavaScript cannot write; stands in a text until the body is written. */
const written = (literal: string) => `${RAW}${literal}${RAW}`
const RAW = '\u{f0000}'

const deep = (levels: number, value: unknown): unknown => {
  let found = value
  for (let level = 0; level < levels; level++) found = level % 2 === 0 ? [found] : { a: found }
  return found
}

/** What no field of the product is meant for; each stands in place of any field, or of a whole body. */
export const POISONS: readonly (readonly [what: string, value: unknown])[] = [
  ['an empty text', ''],
  ['a blank text', '   '],
  ['NUL', 'Rex\u0000'],
  ['a lone surrogate', 'Rex \ud83d'],
  ['a lone surrogate from the end', '\udc00'],
  ['control characters', '\u0001\u001f\u007f\u0085\u2028'],
  ['right to left', '\u202eRex\u202c'],
  ['many marks on one letter', `R${'\u0301'.repeat(300)}`],
  ['a noncharacter', '\uffff\ufffe'],
  ['a very long text', 'R'.repeat(100_000)],
  ['an emoji beyond a limit', '🐕'.repeat(30)],
  ['SQL', "' OR 1=1; DROP TABLE users; --"],
  ['signs of LIKE', '%_\\%'],
  ['a backslash', '\\'],
  ['a formula', '=HYPERLINK("http://x","y")'],
  ['a line break', 'Rex\r\nX-Injected: 1'],
  ['a path', '../../../../etc/passwd'],
  ['HTML', '<script>alert(1)</script>'],
  ['a template', '{{7*7}}${7*7}'],
  ['a pattern', '(a+)+$('],
  ['null', null],
  ['true', true],
  ['false', false],
  ['zero', 0],
  ['negative zero', written('-0')],
  ['minus one', -1],
  ['a fraction', 0.1],
  ['a tiny number', 5e-324],
  ['the largest double', Number.MAX_VALUE],
  ['the smallest double', -Number.MAX_VALUE],
  ['more than any double', written('1e999')],
  ['above a safe integer', 2 ** 53],
  ['above 32 bits', 2 ** 31],
  ['above 64 bits', written('9223372036854775808')],
  ['a number of many digits', written('9'.repeat(400))],
  ['a number as a text', '12'],
  ['Infinity as a text', 'Infinity'],
  ['NaN as a text', 'NaN'],
  ['an empty list', []],
  ['a list in lists', [[[]]]],
  ['a list of nulls', [null, null]],
  ['a long list', Array.from({ length: 20_000 }, (_, nth) => nth)],
  ['an empty object', {}],
  ['an object that looks like a list', { length: -1, 0: 'a' }],
  ['an object with methods by name', { toString: 1, valueOf: null, toJSON: 'x' }],
  ['an object with a constructor', { constructor: { prototype: { admin: true } } }],
  ['an object with a prototype', JSON.parse('{"__proto__":{"admin":true}}')],
  ['a deep value', deep(500, 'a')],
  ['a name of every object', '__proto__'],
  ['another name of every object', 'constructor'],
  ['a 30th of February', '2026-02-30'],
  ['a year zero', '0000-00-00'],
  ['the first day of a year zero', '0000-01-01'],
  ['the first instant of a year zero', '0000-01-01T00:00:00.000Z'],
  ['a time beyond the day', '2026-11-28T25:61:61Z'],
  ['the last instant and one more', '+275760-09-13T00:00:00.001Z'],
  ['an instant before Christ', '-000001-01-01T00:00:00.000Z'],
  ['a far date', '9999-12-31T23:59:59.999Z'],
  ['a date of another country', '31/12/2026'],
  ['no UUID', '00000000-0000-0000-0000-000000000000'],
  ['a UUID in capitals', '0195A1F4-7E10-7C3A-8B21-5D6E7F809102'],
  ['a UUID in braces', '{0195a1f4-7e10-7c3a-8b21-5d6e7f809102}'],
]

/** A body as it goes out; what was `written` is a number again. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(new RegExp(`"${RAW}([^"]*)${RAW}"`, 'gu'), '$1')
export const plainText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(RAW, '')
