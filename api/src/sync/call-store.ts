import { liftedRecord } from 'sync-protocol/records/lift'
import { EDITION } from 'sync-protocol/records/edition'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import { derivedId } from 'sync-protocol/records/mutation-hash'
import { type ErrorCode, ProtocolError } from 'sync-protocol/wire/errors'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { anyOf, queriesOn } from '../database/queries.ts'
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
  const db = queriesOn(client)
  const { key, request_hash } = idempotency
  const asked = { org_id: org.org_id, user_id: speaker.user_id, key }
  const known = await db
    .selectFrom('idempotent_answers')
    .select(['request_hash', 'status', 'body'])
    .where(({ and }) => and(asked))
    .executeTakeFirst()
  if (known) {
    if (known.request_hash !== request_hash) {
      throw new ProtocolError('conflict', 'This Idempotency-Key was used for another request.')
    }
    return { reply: { status: known.status, body: JSON.parse(known.body) as object, replayed: true }, org }
  }
  const called = await taken(client, org, job, receiptKey).catch((error: unknown): Called => {
    if (!(error instanceof ProtocolError) || !KEPT.has(error.code)) throw error
    return { reply: { status: error.status, body: error.body(), replayed: false }, org }
  })
  const { status, body } = called.reply
  await db
    .insertInto('idempotent_answers')
    .values({ ...asked, request_hash, status, body: JSON.stringify(body), answered_at: job.now })
    .execute()
  return called
}

async function taken(
  client: pg.PoolClient,
  org: LockedOrganization,
  { speaker, now, compose }: CallJob,
  receiptKey: string,
): Promise<Called> {
  const { perms } = await presentUser(client, org.org_id, speaker.user_id)
  const look = lookForCall(client, org, perms)
  const composed = await compose(look)
  const lane = derivedId(speaker.user_id, 'lane of documented calls')
  const known = await queriesOn(client)
    .selectFrom('lanes')
    .select('last_n')
    .where(({ and }) => and({ org_id: org.org_id, lane_id: lane }))
    .executeTakeFirst()
  const first = (known?.last_n ?? 0) + 1
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

function lookForCall(client: pg.PoolClient, org: LockedOrganization, perms: readonly number[]): Look {
  const records = queriesOn(client).selectFrom('records').select('body').where('org_id', '=', org.org_id)
  const found = async (asked: typeof records) =>
    (await asked.execute()).map(({ body }) => liftedRecord(body as SyncRecord))
  return {
    next_key: org.next_key,
    perms,
    async records(collection: Collection, ids: readonly string[]) {
      const present = records
        .where(({ and }) => and({ collection, deleted: false }))
        .where('record_id', '=', anyOf(ids))
      const byId = new Map((await found(present)).map((record) => [record._id, record]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    drawsOfSheets: async (ids) =>
      (
        await found(
          records
            .where('collection', '=', sql.lit('draws'))
            .where(sql<string>`body -> 'content' ->> 'sheet_id'`, '=', sql<string>`any(${ids}::text[])`)
            .orderBy('record_id'),
        )
      ).filter(({ voided }) => !voided),
    sections: () =>
      found(records.where(({ and }) => and({ collection: 'sections', deleted: false })).orderBy('record_id')),
    policies: async () =>
      (await found(records.where(({ and }) => and({ collection: 'policies', record_id: org.org_id })))).at(0),
  }
}
