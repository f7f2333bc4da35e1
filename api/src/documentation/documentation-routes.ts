import type { FastifyInstance } from 'fastify'
import { openApiOf } from './document.ts'
import type { DocumentedRoute } from './route-list.ts'

const config = { access: 'guest' } as const

/** The OpenAPI document of `routes`; made when it is first asked for, since only then all of them are known. */
export function documentationRoutes(scope: FastifyInstance, routes: readonly DocumentedRoute[]): void {
  let json: string | undefined
  scope.get('/documentation/json', { config, schema: { hide: true } }, (_, reply) => {
    json ??= JSON.stringify(openApiOf(routes))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(json)
  })
}
