import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { sha256 } from '../sha256.ts'
import { METRICS_TYPE } from './metrics-text.ts'

export interface WatchDependencies {
  /** Rejects where the database does not answer. */
  lacking(): Promise<readonly string[]>
  /** It was told to end. */
  isClosing(): boolean
  /** Undefined where nobody may ask. */
  metrics: { text(): Promise<string>; token: string | undefined } | undefined
}

/** Not for programs of a clinic: outside the documented calls, and without any session. */
const route = { config: { access: 'guest', watched: true }, schema: { hide: true } } as const

/**
 * For what runs the server: under the names that Kubernetes gave them. `/livez` says that the process answers, and touches
 * nothing: a database that is away is no reason to start the server anew. `/readyz` says that it may be sent calls.
 */
export function watchRoutes(app: FastifyInstance, { lacking, isClosing, metrics }: WatchDependencies): void {
  app.get('/livez', route, async (_, reply) => reply.type('text/plain').send('ok\n'))

  const whyNot = async () => {
    if (isClosing()) return 'closing'
    try {
      return (await lacking()).length > 0 ? 'migrations' : undefined
    } catch {
      return 'database'
    }
  }
  app.get('/readyz', route, async (_, reply) => {
    const why = await whyNot()
    return reply
      .status(why === undefined ? 200 : 503)
      .type('text/plain')
      .send(`${why ?? 'ok'}\n`)
  })

  if (metrics === undefined) return
  const { text, token } = metrics
  app.get('/metrics', route, async ({ headers }, reply) => {
    if (token !== undefined && !isBearer(headers.authorization, token)) {
      void reply.header('www-authenticate', 'Bearer')
      throw new ProtocolError('unauthenticated', 'This takes the token of METRICS_TOKEN.')
    }
    return reply.type(METRICS_TYPE).send(await text())
  })
}

/** In the same time for each wrong one. */
function isBearer(given: string | undefined, token: string): boolean {
  const [, shown = ''] = /^Bearer +(\S+)$/i.exec(given ?? '') ?? []
  return timingSafeEqual(Buffer.from(sha256(shown)), Buffer.from(sha256(token)))
}
