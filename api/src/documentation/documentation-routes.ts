import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { openApiOf } from './document.ts'
import { documentationPage } from './page.ts'
import type { DocumentedRoute } from './route-list.ts'

const options = { config: { access: 'guest' }, schema: { hide: true } } as const
const FILES = join(import.meta.dirname, '../../pages')

/** The OpenAPI document of `routes`, and a page of it. Made when first asked for: only then all routes are known. */
export function documentationRoutes(scope: FastifyInstance, routes: readonly DocumentedRoute[]): void {
  const document = once(() => openApiOf(routes))
  const serve = (url: string, type: string, text: () => string) => {
    const kept = once(text)
    scope.get(url, options, (_, reply) => send(reply, type, kept()))
  }
  serve('/documentation', 'text/html', () => documentationPage(document()))
  serve('/documentation/json', 'application/json', () => JSON.stringify(document()))
  serve('/documentation/page.css', 'text/css', () => readFileSync(join(FILES, 'documentation.css'), 'utf8'))
  serve('/documentation/search.js', 'text/javascript', () =>
    readFileSync(join(FILES, 'documentation.js'), 'utf8'),
  )
}

const send = (reply: FastifyReply, type: string, text: string) =>
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text)

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
