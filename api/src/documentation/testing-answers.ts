import type { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Method, OpenApi, Operation, Response } from './openapi.ts'

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

/** Calls an app, and compares each answer with what the document says of that call and status. */
export class CheckedCalls {
  /** `GET /health 200`, as the document writes the address. */
  readonly seen = new Set<string>()
  readonly operations: readonly { path: string; method: Method; operation: Operation }[]
  private readonly app: FastifyInstance
  private readonly document: OpenApi
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true })

  constructor(app: FastifyInstance, document: OpenApi) {
    this.app = app
    this.document = document
    formats.default(this.ajv)
    this.ajv.addSchema(closed(document) as object, 'document')
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method: method as Method, operation })),
    )
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
    const streams = String(headers['content-type']).startsWith('text/event-stream')
    const text = await readText(reply.stream(), streams)
    const told = `${key} ${status}`
    const { response, at } = this.said(path, method.toLowerCase() as Method, status, told)
    const type = String(headers['content-type']).split(';', 1)[0] ?? ''
    if (!(type in response.content)) throw new Error(`${told} came as ${type}`)
    const isJson = type === 'application/json'
    const json = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>
    const check = this.ajv.compile({ $ref: `document#${at}${pointer('content', type, 'schema')}` })
    if (!check(isJson ? json : text))
      throw new Error(`${told}: ${this.ajv.errorsText(check.errors)} in ${text}`)
    this.seen.add(told)
    return { status, headers, text, json }
  }

  /** Whether a value is as the schema at a place of the document. */
  faults(at: readonly string[], value: unknown): string | undefined {
    const check = this.ajv.compile({ $ref: `document#${pointer(...at)}` })
    return check(value) ? undefined : this.ajv.errorsText(check.errors)
  }

  private said(path: string, method: Method, status: number, told: string) {
    const response = this.document.paths[path]?.[method]?.responses[String(status)]
    if (!response) throw new Error(`The document says nothing of ${told}`)
    if (!('$ref' in response)) {
      return { response, at: pointer('paths', path, method, 'responses', String(status)) }
    }
    const name = response.$ref.split('/').at(-1) ?? ''
    return {
      response: this.document.components.responses[name] as Response,
      at: pointer('components', 'responses', name),
    }
  }
}
