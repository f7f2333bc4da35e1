import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { deviceReply, deviceRequest } from 'sync-protocol/wire/devices'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { pullQuery } from 'sync-protocol/wire/pull'
import { PUSH_BYTES_MAX, pushRequest } from 'sync-protocol/wire/push'
import type { PostgresStore } from './sync-store.ts'

export interface SyncDependencies {
  store: PostgresStore
  now: () => Date
}

const JSON_TEXT = 'application/json; charset=utf-8'

/** A page is repetitive text: the fastest compression already takes nine tenths of it. */
const FASTEST = { zlibOptions: { level: 1 } }

/** Push and pull have no response schema: a page goes out as stored text, and a push's records as the store has them. */
export function syncRoutes(scope: FastifyInstance, { store, now }: SyncDependencies): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  void scope.register(async (inner) => {
    // A name such as `__proto__` is one mutation's fault, refused with it alone, and not the whole request's.
    inner.removeContentTypeParser('application/json')
    inner.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      inner.getDefaultJsonParser('ignore', 'ignore'),
    )
    inner
      .withTypeProvider<ZodTypeProvider>()
      .post(
        '/sync/push',
        { schema: { body: pushRequest }, bodyLimit: PUSH_BYTES_MAX, config: { access: 'push' } },
        (request) => {
          const { speaker, onlyLane, body } = request
          if (onlyLane !== null && onlyLane !== body.lane) {
            throw new ProtocolError('forbidden', 'This push token belongs to another lane.')
          }
          return store.push(speaker, body, now().toISOString())
        },
      )
  })

  // whoever only manages the organization reads none of its records.
  const pull = { schema: { querystring: pullQuery }, config: { permission: 1 }, compress: FASTEST } as const
  app.get('/sync/pull', pull, async (request, reply) => {
    const page = await store.pullText(request.speaker.org_id, request.query, now().toISOString())
    return reply.type(JSON_TEXT).send(page)
  })

  app.post('/sync/devices', { schema: { body: deviceRequest, response: { 200: deviceReply } } }, (request) =>
    store.registerDevice(request.speaker, request.body, now().toISOString()),
  )
}
