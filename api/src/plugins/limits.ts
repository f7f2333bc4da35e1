import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { RateLimited } from '../errors.ts'

/** Bytes of a request's body, unless its route says otherwise. */
export const BODY_MAX = 1_048_576

/** Only JSON is taken, replies are compressed, and routes may name a rate of their own (`config.rateLimit`). */
export function useLimits(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  void app.register(compress, { global: true, encodings: ['gzip'], threshold: 1024 })
  void app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, context) => new RateLimited(Math.ceil(context.ttl / 1000)),
  })
}
