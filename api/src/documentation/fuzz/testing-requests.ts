import fc, { type Arbitrary, type GeneratorValue } from 'fast-check'
import type { JsonSchema, Method, Operation, Parameter } from '../openapi.ts'
import { DocumentedValues, jsonText, plainText, POISONS } from './testing-values.ts'

/** Who calls: people by what they may, programs, a tablet, somebody unknown. */
export const CALLERS = [
  'all',
  'some',
  'others',
  'none',
  'key that writes',
  'key that reads',
  'push token',
  'guest',
  'nonsense',
] as const
export type Caller = (typeof CALLERS)[number]
const CALLER_WEIGHTS: Readonly<Record<Caller, number>> = {
  all: 50,
  some: 12,
  others: 8,
  none: 6,
  'key that writes': 10,
  'key that reads': 6,
  'push token': 3,
  guest: 3,
  nonsense: 2,
}

/** What is there to be named. */
export interface Known {
  /** By the first word of an address that names them: `drugs`, `users`, `devices`. */
  ids: Readonly<Record<string, readonly string[]>>
  /** Of a clinic that is not the callers'. */
  foreign: readonly string[]
  /** By the name of a field. */
  fields: Readonly<Record<string, readonly unknown[]>>
  /** By the name of a place in an address. */
  places: Readonly<Record<string, readonly string[]>>
}

export interface Call {
  path: string
  method: Method
  operation: Operation
}

export interface Planned {
  /** As the document writes it: `GET /health`. */
  key: string
  caller: Caller
  method: string
  url: string
  headers: Record<string, string | string[]>
  body?: Buffer
  /** What is wrong with it; undefined where nothing is. */
  wrong?: string
  /** What HTTP itself answers to it, before the app is asked. */
  http?: readonly number[]
}

interface Draft {
  method: string
  path: [name: string | undefined, value: string][]
  query: [name: string, value: string][]
  headers: Record<string, string | string[]>
  json: unknown
  body: Buffer | undefined
  http?: readonly number[]
}

/** Every byte that is no plain letter, in percents: also where a text is no Unicode. */
const percent = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte)
      return /[\w.~-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`
    })
    .join('')
/** An address longer than a head may be is refused before it is read. */
const LONGEST = 3000

class Dice {
  private readonly draw: GeneratorValue
  constructor(draw: GeneratorValue) {
    this.draw = draw
  }
  take<T>(arbitrary: Arbitrary<T>): T {
    return this.draw(() => arbitrary)
  }
  below(count: number): number {
    return this.take(fc.noBias(fc.integer({ min: 0, max: count - 1 })))
  }
  chance(percents: number): boolean {
    return this.below(100) < percents
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}

/** Requests by the document: one half as it has them, the other with one thing wrong. */
export class DocumentedRequests {
  private readonly values: DocumentedValues
  private readonly calls: readonly Call[]

  constructor(calls: readonly Call[], schemas: Readonly<Record<string, JsonSchema>>) {
    this.calls = calls
    this.values = new DocumentedValues(schemas)
  }

  of(known: Known): Arbitrary<Planned> {
    return fc.gen().map((draw) => this.plan(new Dice(draw), known))
  }

  private plan(dice: Dice, known: Known): Planned {
    const call = dice.of(this.calls)
    const caller = callerOf(dice)
    const draft = this.draft(dice, call, known)
    const fault = dice.chance(50) ? dice.of(faultsFor(call)) : undefined
    const what = fault?.does(draft, dice, call)
    const path = draft.path.map(([, value]) => value).join('/')
    const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&')
    const body = draft.body ?? (draft.json === undefined ? undefined : Buffer.from(jsonText(draft.json)))
    const headers = { ...draft.headers }
    if (body && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      headers['content-length'] = String(body.length)
    return {
      key: `${call.method.toUpperCase()} ${call.path}`,
      caller,
      method: draft.method,
      url: query === '' ? path : `${path}?${query}`,
      headers,
      ...(body && { body }),
      ...(fault && { wrong: what === undefined ? fault.is : `${fault.is}: ${what}` }),
      ...(draft.http && { http: draft.http }),
    }
  }

  /** As the document has it. */
  private draft(dice: Dice, { path, method, operation }: Call, known: Known): Draft {
    const sort =
      path.split('/').find((word) => word !== '' && word !== 'new' && word !== 'organization') ?? ''
    const more = path.startsWith('/organization/') ? (path.split('/')[2] ?? '') : sort
    const parameter = (place: Parameter['in'], name: string) =>
      operation.parameters?.find((each) => each.in === place && each.name === name)
    const headers: Draft['headers'] = {}
    for (const { in: place, name } of operation.parameters ?? []) {
      if (place !== 'header' || !dice.chance(25)) continue
      headers[name] = name.startsWith('if-') ? `"${dice.below(4)}"` : `key-${dice.below(40)}`
    }
    const query = (operation.parameters ?? []).flatMap((each): Draft['query'] => {
      if (each.in !== 'query' || (!each.required && !dice.chance(35))) return []
      const given = known.fields[each.name] ?? []
      const found = given.length > 0 && dice.chance(60) ? given : undefined
      const value = found ? dice.of(found) : dice.take(this.values.of(each.schema))
      return [[each.name, percent(plainText(value))]]
    })
    const parts = path.split('/').map((part): [string | undefined, string] => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return [undefined, part]
      const schema = parameter('path', name)?.schema ?? {}
      const isId = schema['format'] === 'uuid'
      const places = !isId && dice.chance(80) ? known.places[name] : undefined
      if (places && places.length > 0) return [name, percent(dice.of(places))]
      return [name, percent(isId ? idFor(dice, more, known) : plainText(dice.take(this.values.of(schema))))]
    })
    const media = operation.requestBody?.content['application/json']
    const draft: Draft = {
      method: method.toUpperCase(),
      path: parts,
      query,
      headers,
      json: undefined,
      body: undefined,
    }
    if (!media || (operation.requestBody?.required === false && dice.chance(20))) return draft
    headers['content-type'] = 'application/json'
    draft.json = withKnown(this.bodyOf(dice, media), (name) => fieldFor(dice, name, more, known))
    return draft
  }

  /** The document's example, with some fields anew by their schemas, or all by the schema. */
  private bodyOf(dice: Dice, { schema, example }: { schema: JsonSchema; example?: unknown }): unknown {
    const much = dice.below(100)
    if (much < 15) return dice.take(this.values.of(schema))
    const body: unknown = structuredClone(example)
    if (much < 65) return body
    const fields = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    for (const [name, each] of Object.entries(fields))
      if (dice.chance(12)) (body as Record<string, unknown>)[name] = dice.take(this.values.of(each))
    return body
  }
}

function callerOf(dice: Dice): Caller {
  let at = dice.below(100)
  for (const caller of CALLERS) if ((at -= CALLER_WEIGHTS[caller]) < 0) return caller
  return 'all'
}

/** A record of the sort that an address names; at times another, one of another clinic, or none. */
function idFor(dice: Dice, sort: string, { ids, foreign }: Known): string {
  // What a tablet makes it names itself, and from then on the clinic has a record of that name.
  if (sort === 'sync') return dice.take(fc.uuid({ version: 7 }))

  const own = ids[sort] ?? []
  const at = dice.below(100)
  if (at < 70 && own.length > 0) return dice.of(own)
  if (at < 85) return dice.of(foreign)
  return at < 95 ? dice.of(Object.values(ids).flat()) : dice.take(fc.uuid({ version: 7 }))
}

function fieldFor(dice: Dice, name: string, sort: string, known: Known): unknown {
  if (name === 'ids') {
    const own = known.ids[sort] ?? []
    const isOwn = own.length > 0 && dice.chance(70)
    return Array.from({ length: 1 + dice.below(3) }, () => (isOwn ? dice.of(own) : idFor(dice, sort, known)))
  }
  if (name === '_id') return idFor(dice, sort, known)
  if (sort === 'sync') {
    // A lane of its own begins at one.
    if (name === 'id' || (name === 'lane' && dice.chance(70))) return dice.take(fc.uuid({ version: 7 }))
    if (name === 'n' && dice.chance(90)) return 1
  }
  // Taken once: a name or number that one mutation has, another may not have.
  if (name === 'email') return `${dice.take(fc.uuid()).slice(0, 8)}@fuzz.test`
  // A field may be named as what every object has.
  const values = Object.hasOwn(known.fields, name) ? known.fields[name] : undefined
  return values && values.length > 0 && dice.chance(85) ? dice.of(values) : undefined
}

/** A copy in which the fields that name something name what is there. */
function withKnown(value: unknown, known: (name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withKnown(each, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, known(name) ?? withKnown(inner, known)]),
  )
}

interface Fault {
  is: string
  /** More words on what was done. */
  does(draft: Draft, dice: Dice, call: Call): string | undefined
}

/** Puts a value in place of any other one of a body. */
function replaceAnywhere(root: unknown, dice: Dice, value: unknown): [json: unknown, where: string] {
  const places: [holder: Record<string, unknown>, name: string, where: string][] = []
  const look = (holder: unknown, where: string) => {
    if (typeof holder !== 'object' || holder === null) return
    for (const name of Object.keys(holder)) {
      places.push([holder as Record<string, unknown>, name, `${where}.${name}`])
      look((holder as Record<string, unknown>)[name], `${where}.${name}`)
    }
  }
  look(root, '')
  if (places.length === 0) return [value, 'the body']
  const [holder, name, where] = dice.of(places)
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
  return [root, where]
}

function objectIn(draft: Draft): Record<string, unknown> {
  const { json } = draft
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>
  const made: Record<string, unknown> = {}
  draft.json = made
  return made
}

const inBody: readonly Fault[] = [
  // Thrice as often as each of the others.
  ...[1, 2, 3].map((): Fault => ({
    is: 'a value',
    does(draft, dice) {
      const [what, value] = dice.of(POISONS)
      const [json, where] = replaceAnywhere(draft.json, dice, structuredClone(value))
      draft.json = json
      return `${what} in ${where}`
    },
  })),
  {
    is: 'another body',
    does(draft, dice) {
      const [what, value] = dice.of(POISONS)
      draft.json = value
      return what
    },
  },
  {
    is: 'a missing field',
    does(draft, dice) {
      const body = objectIn(draft)
      const name = dice.of(Object.keys(body).length > 0 ? Object.keys(body) : ['none'])
      delete body[name]
      return name
    },
  },
  {
    is: 'a field too many',
    does(draft, dice) {
      const [what, value] = dice.of(POISONS)
      const name = dice.of([
        'admin',
        'org_id',
        'perms',
        'version',
        'constructor',
        '__proto__',
        '',
        'toString',
      ])
      Object.defineProperty(objectIn(draft), name, { value, enumerable: true, configurable: true })
      return `${name} is ${what}`
    },
  },
  {
    is: 'bytes that are no JSON',
    does(draft, dice) {
      const text = jsonText(draft.json ?? {})
      const [what, body] = dice.of<readonly [string, Buffer]>([
        ['an end that is missing', Buffer.from(text.slice(0, Math.max(1, dice.below(text.length + 1))))],
        ['more behind it', Buffer.from(`${text}}]`)],
        ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
        ['no UTF-8', Buffer.from(text.replace(/:"/, ':"\u0080'), 'latin1')],
        ['UTF-16', Buffer.from(text, 'utf16le')],
        ['single quotes', Buffer.from(text.replaceAll('"', "'"))],
        ['a name twice', Buffer.from(text.replace('{', '{"_id":1,"_id":2,'))],
        ['NaN', Buffer.from('{"name":NaN}')],
        ['a comment', Buffer.from(`/* */${text}`)],
        ['nothing', Buffer.alloc(0)],
        ['zeros', Buffer.alloc(200)],
        ['100,000 brackets', Buffer.from('['.repeat(100_000))],
        ['50,000 levels', Buffer.from(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
        ['two megabytes', Buffer.from(JSON.stringify({ name: 'R'.repeat(2_000_000) }))],
      ])
      draft.body = body
      return what
    },
  },
  {
    is: 'a content type',
    does(draft, dice) {
      const type = dice.of([
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'application/json;;',
        'APPLICATION/JSON',
        'application/vnd.api+json',
        'json',
        ';',
        'a'.repeat(500),
      ])
      draft.headers['content-type'] = type
      draft.json ??= {}
      return type.slice(0, 60)
    },
  },
  {
    is: 'no content type',
    does(draft) {
      delete draft.headers['content-type']
      return undefined
    },
  },
  {
    is: 'a content encoding that is none',
    does(draft, dice) {
      const encoding = dice.of(['gzip', 'br', 'deflate', 'x'])
      draft.headers['content-encoding'] = encoding
      return encoding
    },
  },
]

const inAddress: readonly Fault[] = [
  {
    is: 'a value of the query',
    does(draft, dice, { operation }) {
      const names = (operation.parameters ?? []).flatMap(({ in: place, name }) =>
        place === 'query' ? name : [],
      )
      const [what, value] = dice.of(POISONS)
      const name = dice.of(names.length > 0 ? names : ['limit', 'page', 'query'])
      const rest = draft.query.filter(([other]) => other !== name)
      draft.query = [...rest, [name, percent(plainText(value).slice(0, LONGEST / 3))]]
      return `${what} in ${name}`
    },
  },
  {
    is: 'a query',
    does(draft, dice) {
      const [name] = draft.query[0] ?? ['limit']
      const [what, more] = dice.of<readonly [string, [string, string][]]>([
        ['repeated', Array.from({ length: 5 }, (_, nth) => [name, String(nth)] as [string, string])],
        ['a name in brackets', [[`${name}[a]`, '1']]],
        ['a list in brackets', [[`${name}[]`, '1']]],
        ['a prototype', [['__proto__[admin]', '1']]],
        ['another prototype', [['__proto__', '1']]],
        ['a constructor', [['constructor', '1']]],
        ['a broken percent', [[name, '%E0%A4%A']]],
        ['a percent alone', [[name, '%']]],
        ['NUL', [[name, 'a%00b']]],
        ['no name', [['', '']]],
        ['400 parameters', Array.from({ length: 400 }, (_, nth) => [`p${nth}`, '1'] as [string, string])],
        ['an address', [['next', 'https%3A%2F%2Fexample.com']]],
      ])
      draft.query = [...draft.query, ...more]
      return what
    },
  },
  {
    is: 'an address',
    does(draft, dice) {
      const slots = draft.path.filter(([name]) => name !== undefined)
      const slot = slots.length > 0 ? dice.of(slots) : undefined
      if (slot && dice.chance(70)) {
        const [what, value] = dice.of(POISONS)
        slot[1] = percent(plainText(value).slice(0, LONGEST / 3))
        return `${what} as ${slot[0]}`
      }
      const [what, parts] = dice.of<readonly [string, string[]]>([
        ['a step up', ['..', '..', 'etc', 'passwd']],
        ['a step up in percents', ['..%2f..%2fetc%2fpasswd']],
        ['NUL', ['%00']],
        ['a broken percent', ['%E0%A4%A']],
        ['nothing between slashes', ['', '', '']],
        ['one part more', ['more']],
        ['a long part', ['a'.repeat(LONGEST)]],
        ['a semicolon', [';a=b']],
      ])
      draft.path = [...draft.path, ...parts.map((part): [undefined, string] => [undefined, part])]
      return what
    },
  },
  {
    is: 'capitals in the address',
    does(draft) {
      draft.path = draft.path.map(([name, value]) => [name, value.toUpperCase()])
      return undefined
    },
  },
  {
    is: 'a method',
    does(draft, dice) {
      const others = [
        'GET',
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'QUERY',
      ]
      draft.method = dice.of(others.filter((method) => method !== draft.method))
      return draft.method
    },
  },
  {
    is: 'a body where none is asked for',
    does(draft) {
      draft.json ??= { a: 1 }
      draft.headers['content-type'] ??= 'application/json'
      return undefined
    },
  },
]

const aHeader: Fault = {
  is: 'a header',
  does(draft, dice) {
    const [name, value] = dice.of<readonly [string, string | string[]]>([
      ['if-match', '*'],
      ['if-match', 'W/"1"'],
      ['if-match', '"99999999999999999999"'],
      ['if-match', ['"1"', '"2"']],
      ['if-match', '"'],
      ['idempotency-key', 'k'.repeat(5000)],
      ['idempotency-key', ''],
      ['idempotency-key', 'é\u00ff'],
      ['idempotency-key', ['a', 'b']],
      ['accept', 'application/xml'],
      ['accept', 'text/html'],
      ['accept', ','.repeat(900)],
      ['accept-encoding', 'gzip'],
      ['accept-encoding', 'br;q=2, *;q=0'],
      ['accept-language', 'é'],
      ['range', 'bytes=-1,0-,5-1'],
      ['origin', 'null'],
      ['x-http-method-override', 'DELETE'],
      ['x-forwarded-for', '<script>, 999.999.999.999, ::1%eth0'],
      ['x-forwarded-host', 'example.com'],
      ['x-forwarded-proto', 'javascript'],
      ['x-request-id', 'é'.repeat(300)],
      ['x-original-url', '/organization/users'],
      ['cookie', '=;=;__proto__=1; a=%E0%A4%A'],
      ['cookie', 'a='.repeat(2000)],
      ['host', 'example.com'],
      ['if-none-match', '*'],
      ['if-modified-since', 'yesterday'],
      ['content-range', 'bytes 0-1/2'],
      ['authorization', 'Basic YTpi'],
      ['authorization', 'Bearer '],
      ['authorization', 'é'.repeat(4000)],
      ['authorization', 'push.a.b.c'],
      ['authorization', `key.${'a.'.repeat(500)}`],
      ['authorization', 'eyJhbGciOiJub25lIn0.eyJfaWQiOiIxIn0.'],
    ])
    draft.headers[name] = value
    return `${name} is ${String(value).slice(0, 40)}`
  },
}

const inHead: readonly Fault[] = [
  ...inAddress.map(() => aHeader),
  {
    is: 'a head that is too long',
    does(draft) {
      draft.headers['x-long'] = 'a'.repeat(20_000)
      draft.http = [431]
      return undefined
    },
  },
  {
    is: 'an expectation',
    does(draft) {
      draft.headers['expect'] = 'a miracle'
      draft.http = [417]
      return undefined
    },
  },
  {
    is: 'an upgrade',
    does(draft) {
      Object.assign(draft.headers, { connection: 'Upgrade', upgrade: 'websocket' })
      return undefined
    },
  },
]

const everywhere = [...inAddress, ...inAddress, ...inHead]
const withBody = [...inBody, ...inBody, ...everywhere]
const faultsFor = ({ operation }: Call): readonly Fault[] => (operation.requestBody ? withBody : everywhere)
