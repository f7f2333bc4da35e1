import type { ApiDocument } from './testing-document.ts'

export interface Sent {
  /** What stands in the address, in order. */
  at?: readonly string[]
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
  /** Another name of the collection, which the call's description must name. */
  spelled?: string
  /** Something else than the document asks for, to see it refused. */
  wrong?: true
}
export interface Answer {
  status: number
  headers: Headers
  // What an answer holds was checked against the document; each test names what it reads of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Somebody who calls a server by its document, with nothing else: each request and each answer is held against it. */
export class Client {
  readonly document: ApiDocument
  private readonly base: string
  private readonly token: string | undefined

  constructor(base: string, document: ApiDocument, token?: string) {
    this.base = base
    this.document = document
    this.token = token
  }

  as = (token: string | undefined) => new Client(this.base, this.document, token)

  /** @throws Error when the document knows no such call, or promises another answer than this one */
  async call(method: Method, shape: string, sent: Sent = {}): Promise<Answer> {
    const { at = [], query = {}, body, headers = {}, wrong, spelled } = sent
    const { operation, path: found } = this.document.find(method, shape, at)
    if (spelled !== undefined && !operation.description.includes(`\`${spelled}\``)) {
      throw new Error(`${method} ${shape} may not be written ${spelled}.`)
    }
    const path = spelled === undefined ? found : found.replace(/^(\/new)?\/[^/]+/, `$1/${spelled}`)
    const call = `${method} ${path}`
    if (!wrong) {
      fail(`${call} is sent otherwise than documented`, [
        ...this.document.faultsOfRequest(operation, 'query', query),
        ...this.document.faultsOfRequest(operation, 'header', headers),
        ...this.document.faultsOfBody(operation, body),
      ])
    }
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const answer = await fetch(`${this.base}${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
      method,
      headers: {
        ...headers,
        ...(this.token === undefined || operation.security.length === 0 ? {} : { authorization: this.token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? ''
    const read: unknown = type.includes('json') ? JSON.parse(text) : text
    fail(
      `${call} answers otherwise than documented: ${text.slice(0, 500)}`,
      this.document.faultsOfAnswer(operation, answer.status, type, read),
    )
    return { status: answer.status, headers: answer.headers, body: read }
  }

  /** A call that does what it says. */
  async done(method: Method, shape: string, sent: Sent = {}): Promise<Answer['body']> {
    const answer = await this.call(method, shape, sent)
    if (answer.status !== 200) throw new Error(`${method} ${shape}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

function fail(what: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`${what}:\n${faults.join('\n')}`)
}
