import fc from 'fast-check'
import type { OpenApi } from '../openapi.ts'
import { DocumentedAnswers } from '../testing-answers.ts'
import { CallingClinic, otherClinic, THEIR_MARK, type OtherClinic } from './testing-clinics.ts'
import { anyAddress, Exchange, type Answer } from './testing-exchange.ts'
import { DocumentedRequests, type Planned } from './testing-requests.ts'

/** So many are planned with what is there then, and sent before people and records are made anew. */
const BATCH = 400
const AT_ONCE = 4
/** Of each finding so many requests are told. */
const TOLD = 3

export interface Finding {
  what: string
  times: number
  requests: string[]
}
export interface Report {
  seed: number
  requests: number
  documented: number
  broken: number
  seconds: number
  calls: number
  /** Calls that did what they say at least once. */
  calls_done: number
  /** Those that never did, and what they said instead. */
  calls_never_done: Record<string, Record<string, number>>
  statuses: Record<string, number>
  p50_ms: number
  p99_ms: number
  slowest_ms: number
  slowest: string
  findings: Finding[]
}

const HEADERS = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cache-control',
  'x-request-id',
]
/** What only the inside of the server knows. */
const INSIDE =
  /node_modules|\bat \S+ \(|[a-z-]+\.ts:\d|syntax error at or near|\bpg_|relation "|\/api\/(src|dist)\//

/** Calls a server by its document, `requests` times, and tells what does not hold. */
export async function fuzz(origin: string, { requests, seed }: { requests: number; seed: number }) {
  const exchange = new Exchange(origin)
  const document = (await exchange.done('GET', '/documentation/json')) as unknown as OpenApi
  const answers = new DocumentedAnswers(document)
  const clinic = new CallingClinic(exchange, document)
  await clinic.open()
  const other = await otherClinic(exchange, document)
  const before = await other.seen()
  const planner = new DocumentedRequests(answers.operations, document.components.schemas)
  const run = new Run(exchange, answers, clinic, other)
  const began = Date.now()
  for (let sent = 0; sent < requests; sent += BATCH) {
    const known = await clinic.renew(other.ids)
    const numRuns = Math.min(BATCH, requests - sent)
    await run.all(fc.sample(planner.of(known), { seed: seed * 1000 + sent / BATCH, numRuns }))
  }
  if ((await other.seen()) !== before) run.found('the other clinic is not as it was', 'before and after')
  for (const address of ['/health', '/livez', '/readyz']) {
    const { status, text } = await exchange.ask('GET', address)
    if (status !== 200) run.found(`${address} says ${status} ${text}`, 'at the end')
  }
  const report = run.report(seed, (Date.now() - began) / 1000)
  exchange.close()
  return report
}

class Run {
  private readonly exchange: Exchange
  private readonly answers: DocumentedAnswers
  private readonly clinic: CallingClinic
  private readonly theirs: RegExp
  private readonly shapes: { method: string; shape: RegExp; key: string }[]
  private readonly findings = new Map<string, Finding>()
  private readonly statuses: Record<string, number> = {}
  /** What each call said to requests as the document has them. */
  private readonly right = new Map<string, Record<string, number>>()
  private readonly times: { ms: number; key: string }[] = []
  private count = { documented: 0, broken: 0 }

  constructor(exchange: Exchange, answers: DocumentedAnswers, clinic: CallingClinic, other: OtherClinic) {
    this.exchange = exchange
    this.answers = answers
    this.clinic = clinic
    this.theirs = new RegExp([...other.ids, THEIR_MARK].join('|'), 'gi')
    this.shapes = answers.operations.map(({ path, method }) => ({
      method: method.toUpperCase(),
      shape: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*').replace(/\/$/, '')}/?$`),
      key: `${method.toUpperCase()} ${path}`,
    }))
  }

  async all(planned: readonly Planned[]): Promise<void> {
    const waiting = planned.values()
    const work = async () => {
      for (const one of waiting) await this.one(one)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  found(what: string, request: string): void {
    const finding = this.findings.get(what) ?? { what, times: 0, requests: [] }
    finding.times++
    if (finding.requests.length < TOLD) finding.requests.push(request)
    this.findings.set(what, finding)
  }

  private async one(planned: Planned): Promise<void> {
    const { method, url, body, wrong } = planned
    this.count[wrong === undefined ? 'documented' : 'broken']++
    const token = this.clinic.tokenOf(planned.caller)
    const headers = {
      'x-forwarded-for': anyAddress(),
      ...(token !== undefined && { authorization: token }),
      ...planned.headers,
    }
    const told = `${planned.caller}: ${method} ${url.slice(0, 300)}${wrong === undefined ? '' : ` (${wrong})`} ${(body ?? '').toString().slice(0, 600)}`
    let answer: Answer
    try {
      // A server may end a connection over which something broken came.
      answer = await this.exchange.send({
        method,
        url,
        headers,
        ...(body && { body }),
        alone: wrong !== undefined,
      })
    } catch (error) {
      const { message } = error as Error
      // What HTTP itself refuses may be refused before all of it was sent.
      if (planned.http && /hang up|ECONNRESET|EPIPE/.test(message)) return
      this.found(`${planned.key}: no answer: ${message}`, told)
      return
    }
    const { status } = answer
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    this.times.push({ ms: answer.ms, key: planned.key })
    if (wrong === undefined) {
      const said = this.right.get(planned.key) ?? {}
      said[status] = (said[status] ?? 0) + 1
      this.right.set(planned.key, said)
    }
    // Whoever signed out, or was removed by one of these calls, is there again for the next.
    if (
      status === 401 &&
      planned.headers['authorization'] === undefined &&
      token !== undefined &&
      planned.caller !== 'nonsense'
    )
      await this.clinic.renewCallers()
    for (const fault of this.faults(planned, headers, answer))
      this.found(fault, `${told} → ${answer.text.slice(0, 300)}`)
  }

  private faults(planned: Planned, sent: object, answer: Answer): string[] {
    const { key, http = [], url, body } = planned
    const { status, headers, text } = answer
    if (http.includes(status)) return []
    const faults: string[] = []
    if (status >= 500) faults.push(`${key}: ${status}`)
    const lacking = HEADERS.filter((name) => headers[name] === undefined)
    if (lacking.length > 0) faults.push(`${key}: ${status} without ${lacking.join(', ')}`)
    if (status === 429 && headers['retry-after'] === undefined) faults.push(`${key}: 429 without retry-after`)
    const asked = `${decoded(url)} ${(body ?? '').toString()} ${JSON.stringify(sent)}`.toLowerCase()
    for (const [theirs] of text.matchAll(this.theirs))
      if (!asked.includes(theirs.toLowerCase())) faults.push(`${key}: names another clinic's ${theirs}`)
    if (INSIDE.test(text) && !INSIDE.test(asked) && status !== 200) faults.push(`${key}: tells of the inside`)
    const wrong = this.undocumented(planned, answer)
    if (wrong !== undefined) faults.push(wrong)
    return [...new Set(faults)]
  }

  private undocumented({ key, method, url, headers }: Planned, answer: Answer): string | undefined {
    const { status, text } = answer
    if (method === 'HEAD') return text === '' ? undefined : `${key}: HEAD has a body`
    const type = String(answer.headers['content-type'])
    const path = url.split('?', 1)[0] ?? ''
    const may = this.shapes.flatMap((each) =>
      each.method === method && each.shape.test(path) ? each.key : [],
    )
    // An address with nothing in a place may be a screen.
    const isCall = may.length > 0 && !/\/(\/|$)/.test(path)
    const opensScreen = method === 'GET' && (!isCall || String(headers['accept']).includes('html'))
    if (opensScreen && status === 200 && type.startsWith('text/html')) return undefined
    try {
      const faults = may.map((each) => this.answers.fault(each, { status, type, text }))
      if (faults.includes(undefined)) return undefined
      const isRefusal = (JSON.parse(text) as { success?: unknown }).success === false
      if (!isCall && status < 500 && isRefusal) return undefined
      return faults[0]?.slice(0, 400) ?? `${key}: ${method} of an address that is no call says ${status}`
    } catch {
      return `${key}: ${status} came as ${type} that cannot be read`
    }
  }

  report(seed: number, seconds: number): Report {
    const sorted = this.times.toSorted((a, b) => a.ms - b.ms)
    const at = (part: number) =>
      Math.round((sorted[Math.floor((sorted.length - 1) * part)]?.ms ?? 0) * 10) / 10
    const calls = this.answers.operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const never = calls.filter((key) => this.right.get(key)?.[200] === undefined)
    return {
      seed,
      requests: this.count.documented + this.count.broken,
      ...this.count,
      seconds: Math.round(seconds),
      calls: calls.length,
      calls_done: calls.length - never.length,
      calls_never_done: Object.fromEntries(never.map((key) => [key, this.right.get(key) ?? {}])),
      statuses: this.statuses,
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      slowest_ms: at(1),
      slowest: sorted.at(-1)?.key ?? '',
      findings: [...this.findings.values()],
    }
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
