import { EDITION } from 'sync-protocol/records/edition'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import { type ErrorCode, ProtocolError } from 'sync-protocol/wire/errors'
import { PROTOCOL } from 'sync-protocol/wire/version'
import type { CallAnswer, CallJob, Look } from './call-job.ts'
import { presentUser, type LockedOrganization } from './organization-lock-store.ts'
import { pushLocked } from './push-store.ts'

/** Refusals that a caller gets again for the same key; what may pass by itself, such as `unavailable`, is tried anew. */
const KEPT: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'not_found',
  'conflict',
  'immutable',
  'limit',
  'invalid',
])

interface Called {
  reply: CallAnswer
  org: LockedOrganization
}

/**
 * Takes one documented call inside the transaction that holds the organization's lock: its change is composed from what
 * stands now, and goes the way of every change, in a lane of the server's own. A refused one leaves nothing behind, since
 * the caller is told at once and still holds what it sent.
 * @throws ProtocolError when it is refused; nothing is written then
 */
export async function callLocked(
  client: pg.PoolClient,
  org: LockedOrganization,
  job: CallJob,
  receiptKey: string,
): Promise<Called> {
  const { idempotency, speaker } = job
  if (!idempotency) return taken(client, org, job, receiptKey)
  const values = [org.org_id, speaker.user_id, idempotency.key]
  const { rows } = await client.query<{ request_hash: string; status: number; body: string }>({
    name: 'load-idempotent-answer',
    text: `SELECT request_hash, status, body FROM idempotent_answers
           WHERE org_id = $1 AND user_id = $2 AND key = $3`,
    values,
  })
  const [known] = rows
  if (known) {
    if (known.request_hash !== idempotency.request_hash) {
      throw new ProtocolError('conflict', 'This Idempotency-Key was used for another request.')
    }
    return { reply: { status: known.status, body: JSON.parse(known.body) as object, replayed: true }, org }
  }
  const called = await taken(client, org, job, receiptKey).catch((error: unknown): Called => {
    if (!(error instanceof ProtocolError) || !KEPT.has(error.code)) throw error
    return { reply: { status: error.status, body: error.body(), replayed: false }, org }
  })
  await client.query({
    name: 'keep-idempotent-answer',
    text: `INSERT INTO idempotent_answers (org_id, user_id, key, request_hash, status, body, answered_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      ...values,
      idempotency.request_hash,
      called.reply.status,
      JSON.stringify(called.reply.body),
      job.now,
    ],
  })
  return called
}

async function taken(
  client: pg.PoolClient,
  org: LockedOrganization,
  { speaker, now, compose }: CallJob,
  receiptKey: string,
): Promise<Called> {
  const { perms } = await presentUser(client, org.org_id, speaker.user_id)
  const look = lookAt(client, org, perms)
  const composed = await compose(look)
  const lane = derivedId(speaker.user_id, 'lane of documented calls')
  const { rows } = await client.query<{ last_n: number }>({
    name: 'load-last-n',
    text: 'SELECT last_n FROM lanes WHERE org_id = $1 AND lane_id = $2',
    values: [org.org_id, lane],
  })
  const first = (rows[0]?.last_n ?? 0) + 1
  const mutations = composed.intents.map(({ action, ops }, index) => ({
    n: first + index,
    id: randomUUID(),
    at: now,
    clock_offset_ms: 0,
    schema: EDITION,
    action,
    detail: null,
    ops,
  }))
  const device = derivedId(org.org_id, 'device of documented calls')
  const request = { protocol: PROTOCOL, epoch: org.epoch, device, lane, sent_at: now, mutations }
  const after =
    mutations.length === 0
      ? org
      : (await pushLocked(client, org, { speaker, request, now, told: true }, receiptKey)).org
  const body = await composed.answer({ ...look, next_key: after.next_key })
  return { reply: { status: 200, body, replayed: false }, org: after }
}

function lookAt(client: pg.PoolClient, org: LockedOrganization, perms: readonly number[]): Look {
  const found = async (name: string, text: string, values: unknown[]) => {
    const { rows } = await client.query<{ body: string }>({ name, text, values })
    return rows.map(({ body }) => JSON.parse(body) as SyncRecord)
  }
  return {
    next_key: org.next_key,
    perms,
    async records(collection: Collection, ids: readonly string[]) {
      const records = await found(
        'call-records',
        `SELECT body::text FROM records
         WHERE org_id = $1 AND collection = $2 AND record_id = ANY ($3::uuid[]) AND NOT deleted`,
        [org.org_id, collection, ids],
      )
      const byId = new Map(records.map((record) => [record._id, record]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    drawsOfSheets: async (ids) =>
      (
        await found(
          'call-draws-of-sheets',
          `SELECT body::text FROM records WHERE org_id = $1 AND collection = 'draws'
             AND body -> 'content' ->> 'sheet_id' = ANY ($2::text[]) ORDER BY record_id`,
          [org.org_id, ids],
        )
      ).filter(({ voided }) => !voided),
    sections: () =>
      found(
        'call-sections',
        `SELECT body::text FROM records
         WHERE org_id = $1 AND collection = 'sections' AND NOT deleted ORDER BY record_id`,
        [org.org_id],
      ),
  }
}
