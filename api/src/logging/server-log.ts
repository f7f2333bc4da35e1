import { randomUUID } from 'node:crypto'
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { LogLevel } from './log-levels.ts'
import { safeError, safeMessage, scrubbed } from './safe-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds by what watches the server: its line is of the level debug. */
    watched?: true
  }
}

export interface LogTarget {
  write(line: string): void
}

/** All that a line may hold beside its time, level, words and request. What is not named here does not reach the log. */
const KEPT = new Set(['err', 'method', 'route', 'status', 'ms', 'code', 'requests'])

const kept = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([name]) => KEPT.has(name)))

/** A line without words of its own, and one that Fastify gives those of its error, has the safe ones. */
function safeWords([first, said, ...rest]: readonly unknown[]): unknown[] {
  const error = errorIn(first)
  if (error !== undefined) {
    const isIts = error instanceof Error && said === error.message
    return [first, typeof said === 'string' && !isIts ? scrubbed(said) : safeMessage(error)]
  }
  return [first, said, ...rest].map((one) => (typeof one === 'string' ? scrubbed(one) : one))
}

function errorIn(first: unknown): unknown {
  if (first instanceof Error) return first
  return typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
}

/** One line for each request: what was called, and how that went. Not by whom, and not with which words. */
class RequestLines extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' })
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const level = request.routeOptions.config.watched ? 'debug' : 'info'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log[level](
      { method: request.method, route: routeOf(request), status: reply.statusCode, ms },
      'request',
    )
  }
}

/** A route by its pattern: never the address itself, which may name a person or a record. */
export function routeOf({ routeOptions, is404 }: FastifyRequest): string {
  const { url } = routeOptions
  if (is404 || url === undefined) return 'none'
  // The built app is one route for each file.
  return /\.\w+$/.test(url) ? 'file' : url
}

/**
 * Safe to stand in a log and in an answer, and no token: those have points in them, or are longer. Only a proxy of ours is
 * believed: anybody else could give their calls the names of others.
 */
const GIVEN_ID = /^[\w-]{8,64}$/

/** Short enough to be read out on the telephone. */
export const newRequestId = () => randomUUID().slice(0, 13)

export function requestIds(behindProxy: boolean) {
  return ({ headers }: { headers: Record<string, string | string[] | undefined> }): string => {
    const given = behindProxy ? headers['x-request-id'] : undefined
    return typeof given === 'string' && GIVEN_ID.test(given) ? given : newRequestId()
  }
}

/** How the server logs. `to`: instead of the standard output. */
export function serverLog(level: LogLevel, to?: LogTarget) {
  const safe: Exclude<FastifyServerOptions['logger'], boolean | undefined> = {
    level,
    serializers: { err: (error: unknown) => ({ stack: '', ...safeError(error) }) },
    formatters: { log: kept },
    hooks: {
      logMethod(given, method) {
        method.apply(this, safeWords(given) as typeof given)
      },
    },
  }
  return { logger: { ...safe, ...(to && { stream: to }) }, logController: new RequestLines() }
}
