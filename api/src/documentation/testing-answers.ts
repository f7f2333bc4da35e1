import type { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { BareResponse, Method, OpenApi, Operation, Reference, Response } from './openapi.ts'

export interface Seen {
  status: number
  headers: Record<string, unknown>
  text: string
  json: Record<string, unknown>
}

/** An answer may hold no field that the document does not name: a copy in which each object is closed. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  const isClosable = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy)
  return isClosable ? { ...copy, additionalProperties: false } : copy
}

/** All of an answer, or of one that does not end by itself what it begins with. */
async function readText(stream: Readable, onlyFirst: boolean): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk as Buffer))
    if (onlyFirst) break
  }
  return Buffer.concat(chunks).toString()
}

const pointer = (...parts: string[]) =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** What the document says of answers, and whether one is as it says. */
export class DocumentedAnswers {
  readonly operations: readonly { path: string; method: Method; operation: Operation }[]
  private readonly document: OpenApi
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true })
  private readonly checks = new Map<string, ValidateFunction>()

  constructor(document: OpenApi) {
    this.document = document
    formats.default(this.ajv)
    this.ajv.addSchema(closed(document) as object, 'document')
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method: method as Method, operation })),
    )
  }

  /** Why an answer to `GET /health` is not as the document has it. */
  fault(key: string, { status, type, text }: { status: number; type: string; text: string }) {
    const [method = '', path = ''] = key.split(' ')
    const told = `${key} ${status}`
    const said = this.document.paths[path]?.[method.toLowerCase() as Method]?.responses[String(status)]
    if (!said) return `The document says nothing of ${told}`
    const { response, at } = this.found(said, ['paths', path, method.toLowerCase(), 'responses', `${status}`])
    const plain = type.split(';', 1)[0] ?? ''
    if (!response.content) return text === '' ? undefined : `${told} came with ${text}`
    if (!(plain in response.content)) return `${told} came as ${plain}`
    const value: unknown = plain === 'application/json' ? JSON.parse(text) : text
    const wrong = this.faults([...at, 'content', plain, 'schema'], value)
    return wrong === undefined ? undefined : `${told}: ${wrong} in ${text}`
  }

  /** Whether a value is as the schema at a place of the document. */
  faults(at: readonly string[], value: unknown): string | undefined {
    const place = pointer(...at)
    const check = this.checks.get(place) ?? this.ajv.compile({ $ref: `document#${place}` })
    this.checks.set(place, check)
    return check(value) ? undefined : this.ajv.errorsText(check.errors)
  }

  private found(
    said: Response | Reference,
    at: string[],
  ): { response: BareResponse & Partial<Response>; at: string[] } {
    if (!('$ref' in said)) return { response: said, at }
    const name = said.$ref.split('/').at(-1) ?? ''
    return {
      response: this.document.components.responses[name] ?? { description: '' },
      at: ['components', 'responses', name],
    }
  }
}

/** Calls an app, and compares each answer with what the document says of that call and status. */
export class CheckedCalls extends DocumentedAnswers {
  /** `GET /health 200`, as the document writes the address. */
  readonly seen = new Set<string>()
  private readonly app: FastifyInstance

  constructor(app: FastifyInstance, document: OpenApi) {
    super(document)
    this.app = app
  }

  /** @throws Error when the answer is not as the document has it */
  async call(
    key: string,
    more: { url?: string } & Omit<InjectOptions, 'url' | 'method'> = {},
  ): Promise<Seen> {
    const [method = '', path = ''] = key.split(' ')
    const { url = path, ...rest } = more
    const request = { ...rest, method: method as 'GET', url }
    const reply = await this.app.inject({ ...request, payloadAsStream: true })
    const { statusCode: status, headers } = reply
    const type = String(headers['content-type'])
    const text = await readText(reply.stream(), type.startsWith('text/event-stream'))
    const fault = this.fault(key, { status, type, text })
    if (fault !== undefined) throw new Error(fault)
    this.seen.add(`${key} ${status}`)
    const json = (type.startsWith('application/json') ? JSON.parse(text) : {}) as Record<string, unknown>
    return { status, headers, text, json }
  }
}
