import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fresh from 'fresh'

/**
 * What a documented call reads has an ETag, and who sends it back as `If-None-Match` hears 304 without a body as long as
 * nothing changed: a program that asks each minute reads each change once. Before compression, which no tag shall depend on:
 * it is a weak one therefore, unless the call names a version of its own.
 */
export function useEntityTags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' && request.routeOptions.config.programs === true
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') {
      done()
      return
    }
    const own = reply.getHeader('etag')
    const etag =
      typeof own === 'string' ? own : `W/"${createHash('sha256').update(payload).digest('base64url')}"`
    void reply.header('etag', etag)
    if (!fresh(request.headers, { etag })) {
      done()
      return
    }
    void reply.code(304).removeHeader('content-type')
    done(null, '')
  })
}
