import { errorBody, type ErrorCode } from 'sync-protocol/wire/errors'
import { readToken } from './stored-token.ts'

/** How long a request may take, unless somebody says otherwise. */
export const TIMEOUT_MS = 30_000

/** The server was not reached, or no answer of its own came in time. */
export class OfflineError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause })
    this.name = 'OfflineError'
  }
}

/** The server answered that it will not. */
export class ServerError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'unknown'
  readonly field: string | undefined
  readonly retryAfterMs: number | undefined
  constructor(status: number, body: unknown, retryAfterMs: number | undefined) {
    const parsed = errorBody.safeParse(body)
    super(parsed.success ? parsed.data.message : `The server answered ${status}.`)
    this.name = 'ServerError'
    this.status = status
    this.code = parsed.success ? parsed.data.code : 'unknown'
    this.field = parsed.success ? parsed.data.field : undefined
    this.retryAfterMs = retryAfterMs
  }
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token: string | null
  body?: unknown
  /** The version that was seen: the server refuses where another stands. */
  seen?: number | undefined
  timeoutMs?: number
  /** Gives it up. */
  signal?: AbortSignal
  /** An answer begins to come. */
  onHead?: () => void
  /** Over a connection that no other call used: without a cookie the browser keeps connections apart. */
  fresh?: boolean
}
export interface Answer {
  status: number
  body: unknown
  retryAfterMs: number | undefined
}

/** What only something in between says, as a page: a network's log-in page, or a proxy whose server is down. */
const IN_BETWEEN: readonly number[] = [200, 502, 503, 504]

function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

/**
 * One request and its answer, whatever it says; rejects with `OfflineError` when there is none. Once the answer begins to come,
 * `timeoutMs` counts from each of its parts: over a slow link a long one is waited for as long as it goes on.
 */
export async function callServer({
  method,
  path,
  token,
  body,
  seen,
  timeoutMs = TIMEOUT_MS,
  signal,
  onHead,
  fresh = false,
}: Call): Promise<Answer> {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', token)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (seen !== undefined) headers.set('if-match', `"${seen}"`)
  const time = patience(timeoutMs)
  try {
    const response = await fetch(path, {
      method,
      headers,
      cache: 'no-store',
      signal: either(time.signal, signal),
      ...(fresh && { credentials: 'omit' }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    onHead?.()
    time.begin()
    const text = await wholeText(response, time.begin)
    const json = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    if (!json && IN_BETWEEN.includes(response.status)) throw new Error('the answer is not from this server')
    return {
      status: response.status,
      body: json ? (JSON.parse(text) as unknown) : null,
      retryAfterMs: retryAfter(response.headers.get('retry-after')),
    }
  } catch (cause) {
    throw new OfflineError(cause)
  } finally {
    time.end()
  }
}

/** Gives up what takes longer than `ms` from its beginning or, since then, its last `begin`. */
function patience(ms: number) {
  const over = new AbortController()
  const giveUp = () => over.abort(new DOMException('timed out', 'TimeoutError'))
  let timer = setTimeout(giveUp, ms)
  const end = () => clearTimeout(timer)
  const begin = () => {
    end()
    timer = setTimeout(giveUp, ms)
  }
  return { signal: over.signal, begin, end }
}

async function wholeText({ body }: Response, onPart: () => void): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    onPart()
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** `AbortSignal.any` is younger than some tablets. */
function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  if (!other) return one
  const both = new AbortController()
  for (const each of [one, other]) each.addEventListener('abort', () => both.abort(each.reason))
  return both.signal
}

let onUnauthenticated: (token: string) => void = () => undefined

/** The session hears of a token that the server no longer takes. */
export function hearUnauthenticated(listener: (token: string) => void): void {
  onUnauthenticated = listener
}

/** A token was refused: whoever is signed in with it is signed out. */
export const tokenRefused = (token: string): void => onUnauthenticated(token)

/** The server refuses in its own words: a filter of the network or a hotspot answers 401 and 403 too, and ends no session. */
export const isRefusal = ({ status, body }: Pick<Answer, 'status' | 'body'>): boolean =>
  (status === 401 || status === 403) && /* @rule own-refusal */ errorBody.safeParse(body).success

/** A call of the signed-in user; the server's 401 signs out. */
export async function serverCall(
  method: Call['method'],
  path: string,
  body?: unknown,
  seen?: number,
): Promise<unknown> {
  const token = readToken()
  const answer = await callServer({ method, path, token, seen, ...(body === undefined ? {} : { body }) })
  if (answer.status >= 200 && answer.status < 300) return answer.body
  if (answer.status === 401 && isRefusal(answer) && token !== null) tokenRefused(token)
  throw new ServerError(answer.status, answer.body, answer.retryAfterMs)
}

/**
 * What the server says as it happens, until `signal` ends it; null when it refuses. Rejects without a network. The server's 401
 * signs out: while it is heard of every change nothing else may ask for a minute.
 */
export async function openStream(
  path: string,
  token: string,
  signal: AbortSignal,
  fresh = false,
): Promise<ReadableStream<Uint8Array> | null> {
  const headers = { accept: 'text/event-stream', authorization: token }
  const how = fresh ? ({ credentials: 'omit' } as const) : {}
  const response = await fetch(path, { headers, cache: 'no-store', signal, ...how })
  if (response.ok) return response.body
  // Else what something in between says instead, which may go on without end, is not waited for.
  if (response.status !== 401) await response.body?.cancel()
  else if (isRefusal({ status: 401, body: await response.json().catch(() => null) })) tokenRefused(token)
  return null
}

/** Long enough for a large file over a slow network. */
const FILE_TIMEOUT_MS = 600_000

/** A file that the signed-in user asks the server for, whole, with the name that the server gives it; its 401 signs out. */
export async function serverFile(path: string): Promise<{ blob: Blob; name: string }> {
  const token = readToken()
  const headers = new Headers(token === null ? {} : { authorization: token })
  try {
    const signal = AbortSignal.timeout(FILE_TIMEOUT_MS)
    const response = await fetch(path, { headers, cache: 'no-store', signal })
    if (response.ok) {
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      return { blob: await response.blob(), name: name ?? 'file' }
    }
    const body: unknown = await response.json().catch(() => null)
    if (response.status === 401 && isRefusal({ status: 401, body }) && token !== null) tokenRefused(token)
    throw new ServerError(response.status, body, retryAfter(response.headers.get('retry-after')))
  } catch (cause) {
    throw cause instanceof ServerError ? cause : new OfflineError(cause)
  }
}
