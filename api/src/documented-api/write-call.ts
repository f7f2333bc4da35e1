import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonical } from 'sync-protocol/records/json'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { CallAnswer, CallJob } from '../sync/call-job.ts'
import { callText } from './call-text.ts'
import type { Writing } from './composing.ts'

export interface WritingDependencies {
  store: { call(job: CallJob): Promise<CallAnswer> }
  now: () => Date
}

/** The version that the caller saw, from `If-Match: "3"`; undefined where it does not say, or takes any. */
export function versionSeen({ headers }: FastifyRequest): number | undefined {
  const tag = tagSeen(headers['if-match'])
  if (tag === undefined) return undefined
  if (/^\d{1,9}$/.test(tag)) return Number(tag)
  throw new ProtocolError('invalid_request', callText.badVersion, { field: 'if-match' })
}

export function tagSeen(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.trim().replace(/^"(.*)"$/, '$1')
}

/** Whoever calls, now. */
export const writingOf = ({ signedIn, speaker }: FastifyRequest, now: Date): Writing => ({
  user_id: speaker.user_id,
  now: now.toISOString(),
  time_zone: signedIn?.account.time_zone ?? 'UTC',
})

/** NaN stands where a text was no number: the rules refuse it, and JSON has no word for it. */
const withoutNaN = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (_, value: unknown) => (Number.isNaN(value) ? 'NaN' : value)))

function idempotencyOf(request: FastifyRequest): CallJob['idempotency'] {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[!-~]{1,200}$/.test(key)) {
    throw new ProtocolError('invalid_request', callText.badKey, { field: 'idempotency-key' })
  }
  const { method, url, headers, body } = request
  const said = [method, url, headers['if-match'] ?? null, withoutNaN(body ?? null)]
  return { key, request_hash: createHash('sha256').update(canonical(said)).digest('hex') }
}

/** Does what a call composes, once for each Idempotency-Key, and answers. For a handler to return. */
export async function writeCall(
  { store, now }: WritingDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  compose: (writing: Writing) => CallJob['compose'],
): Promise<never> {
  const writing = writingOf(request, now())
  const { status, body, replayed } = await store.call({
    speaker: request.speaker,
    now: writing.now,
    compose: compose(writing),
    idempotency: idempotencyOf(request),
  })
  const version = (body as { item?: { version: number } }).item?.version
  if (version !== undefined) void reply.header('etag', `"${version}"`)
  if (replayed) void reply.header('idempotency-replayed', 'true')
  // Sent as text: what is stored for a key may be an answer or a refusal.
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body)) as never
}
