import type { FastifyInstance } from 'fastify'

export const REQUEST_ID = 'x-request-id'

/** Every answer names its request, by which the log is searched. */
export function useRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Beside Fastify's own headers: a stream of events that takes over the connection has it too.
    reply.raw.setHeader(REQUEST_ID, request.id)
    done()
  })
}
