import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, ProtocolError } from 'sync-protocol/wire/errors'
import { REQUEST_ID } from './plugins/request-id.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a failure of this route says beside its error body. */
    failure?: Readonly<Record<string, unknown>>
  }
}

/** Too many attempts; may be tried again after so many seconds. */
export class RateLimited extends ProtocolError {
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super(
      'rate_limited',
      `Too many attempts. Please try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    )
    this.retryAfter = retryAfter
  }
}

const CODE_OF = new Map<number, ErrorCode>([
  [400, 'invalid_request'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [413, 'too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
])

const SAID: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'This request could not be read.',
  unauthenticated: 'Please log in.',
  too_large: 'This request is too large.',
  unsupported_media_type: 'Please send application/json.',
  rate_limited: 'Too many requests. Please try again later.',
  unavailable: 'The server cannot answer at the moment. Please try again.',
  internal: 'An unknown error occured. Please contact customer support.',
}

/**
 * PostgreSQL's classes 08, 40, 53, 57, 58 (connection, rollback, resources, shutdown, disk), a read-only stand-in, a lock not
 * given, and refused sockets: over by themselves.
 */
const TRANSIENT = /^(08|40|53|57|58)[0-9A-Z]{3}$|^(25006|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/** As `pg` says it, without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** True for a failure of the database that a later attempt may not meet. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && TRANSIENT.test(error.code)) return true
  // The socket of the embedded database is a file that is missing while it restarts.
  if ('syscall' in error && error.syscall === 'connect') return true
  return CONNECTION_LOST.test(error.message)
}

/** Of the above, what the database says, or does not, while it ends and starts; a full disk and a refused statement are none. */
const AWAY = /^(0800[0-9]|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

/** True where the database went while it was asked, or is not back yet; whoever wraps that names it as the cause. */
export function isAway(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === 'unavailable'
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') {
    if (AWAY.test(error.code)) return true
    if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  }
  return CONNECTION_LOST.test(error.message) || isAway(error.cause)
}

/** Every failure as one of the closed list; what nobody expected is `internal`, without detail. */
export function protocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (isTransient(error)) return said('unavailable')
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined
  const code = status === undefined ? undefined : CODE_OF.get(status)
  if (code) return said(code)
  return said(status !== undefined && status >= 400 && status < 500 ? 'invalid_request' : 'internal')
}

/** A failure in the words that all of its code have. */
export const said = (code: ErrorCode) => new ProtocolError(code, SAID[code] ?? code)

/** Answers with the error body that the contract names; nothing of the failure itself leaves the server. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = protocolError(error)
  if (known.status >= 500) request.log.error({ err: error })
  else request.log.debug({ code: known.code }, 'refused')
  // An address that cannot be read is answered before anything else is done.
  void reply.header(REQUEST_ID, request.id)
  if (known instanceof RateLimited) void reply.header('retry-after', known.retryAfter)
  const { failure } = request.routeOptions?.config ?? {}
  const told = known.code === 'internal' ? { request_id: request.id } : {}
  return reply
    .status(known.status)
    .type('application/json')
    .send(JSON.stringify({ ...known.body(), ...told, ...failure }))
}

export const notFound = (): ErrorBody =>
  new ProtocolError('not_found', 'There is nothing at this address.').body()
