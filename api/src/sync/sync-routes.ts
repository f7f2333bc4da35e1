import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { mutation } from 'sync-protocol/records/mutation'
import { deviceReply, deviceRequest } from 'sync-protocol/wire/devices'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { pullQuery, pullReply } from 'sync-protocol/wire/pull'
import {
  PUSH_BYTES_MAX,
  PUSH_MUTATIONS_MAX,
  pushReply,
  pushRequest,
  type PushReply,
} from 'sync-protocol/wire/push'
import { snapshotQuery, snapshotReply } from 'sync-protocol/wire/snapshot'
import * as z from 'zod'
import type { PostgresStore } from './sync-store.ts'

export interface SyncDependencies {
  store: PostgresStore
  /** A right to push for one lane, as text; rejects when the session is over. */
  pushTokenOf(request: FastifyRequest, of: { device: string; lane: string }): Promise<string>
  /** Told what became of each push that was taken. */
  pushed?: ((results: PushReply['results']) => void) | undefined
  now: () => Date
}

const JSON_TEXT = 'application/json; charset=utf-8'
const tags = ['Sync']

/** A page or an answer is repetitive text: the fastest compression already takes nine tenths of it. */
const FASTEST = { zlibOptions: { level: 1 } }

/** Push and pull only say what they send: a page goes out as stored text, and a push's records as the store has them. */
export function syncRoutes(
  scope: FastifyInstance,
  { store, pushTokenOf, pushed, now }: SyncDependencies,
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  void scope.register(async (inner) => {
    // A name such as `__proto__` is one mutation's fault, refused with it alone, and not the whole request's.
    inner.removeContentTypeParser('application/json')
    inner.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      inner.getDefaultJsonParser('ignore', 'ignore'),
    )
    inner.withTypeProvider<ZodTypeProvider>().post(
      '/sync/push',
      {
        schema: {
          tags,
          summary: 'Send changes',
          description:
            'Up to 500 mutations of one lane, in order of `n` without gaps, at most 4 MiB. 200 means that all have their ' +
            'outcome and are stored; each result says what became of its mutation. A mutation takes effect at most once.',
          body: pushRequest,
        },
        bodyLimit: PUSH_BYTES_MAX,
        config: {
          access: 'push',
          texts: 'each mutation',
          refusals: ['gap', 'lane_forked', 'epoch_changed', 'protocol_unsupported'],
          takes: z.object({
            ...pushRequest.shape,
            mutations: z.array(mutation).min(1).max(PUSH_MUTATIONS_MAX),
          }),
          sends: { type: 'application/json', schema: pushReply },
        },
        compress: FASTEST,
      },
      async (request) => {
        const { speaker, signedIn, onlyLane, body } = request
        if (onlyLane !== null && onlyLane !== body.lane) {
          throw new ProtocolError('forbidden', 'This push token belongs to another lane.')
        }
        const reply = await store.push(
          speaker,
          body,
          now().toISOString(),
          signedIn?.device ?? null,
          request.id,
          Number(request.headers['content-length'] ?? PUSH_BYTES_MAX),
        )
        pushed?.(reply.results)
        return reply
      },
    )
  })

  // whoever only manages the organization reads none of its records.
  const pull = {
    schema: {
      tags,
      summary: 'Read changes',
      description:
        'Records in their newest version, in order of `seq`, after `cursor`; go on from the answered cursor while `more`.',
      querystring: pullQuery,
    },
    config: {
      permission: 1,
      refusals: ['epoch_changed', 'cursor_expired', 'protocol_unsupported'],
      sends: { type: 'application/json', schema: pullReply },
    },
    compress: FASTEST,
  } as const
  app.get('/sync/pull', pull, async (request, reply) => {
    const page = await store.pullText(request.speaker.org_id, request.query, now().toISOString())
    return reply.type(JSON_TEXT).send(page)
  })

  const snapshot = {
    schema: {
      tags,
      summary: 'Read everything',
      description:
        'The live records of the named collections, in pages: go on from the answered `after` until it is null, then ' +
        'follow /sync/pull from the lowest `seq` of all pages.',
      querystring: snapshotQuery,
    },
    config: {
      permission: 1,
      refusals: ['epoch_changed', 'protocol_unsupported'],
      sends: { type: 'application/json', schema: snapshotReply },
    },
    compress: FASTEST,
  } as const
  app.get('/sync/snapshot', snapshot, async (request, reply) => {
    const page = await store.snapshotText(request.speaker.org_id, request.query, now().toISOString())
    return reply.type(JSON_TEXT).send(page)
  })

  app.post(
    '/sync/devices',
    {
      config: { refusals: ['protocol_unsupported'] },
      schema: {
        tags,
        summary: 'Bind a lane, and get section keys',
        description:
          "Binds the lane to the token's user and gives the device's `block`-th run of 100 section keys. The same request gives the same answer, but for the `push_token` that it may ask for.",
        body: deviceRequest,
        response: { 200: deviceReply },
      },
    },
    async (request) => {
      const { push_token: wanted = false, ...body } = request.body
      const reply = await store.registerDevice(request.speaker, body, now().toISOString())
      return wanted ? { ...reply, push_token: await pushTokenOf(request, body) } : reply
    },
  )
}
