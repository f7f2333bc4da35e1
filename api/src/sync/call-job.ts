import type { Collection, SyncRecord } from 'sync-protocol/records/envelope'
import type { Op } from 'sync-protocol/records/mutation'
import type { Refusal } from 'sync-protocol/records/outcome'
import type { ErrorCode } from 'sync-protocol/wire/errors'
import type { Speaker } from 'sync-protocol/wire/store'

/** What a documented call may look at while it holds the organization's place in line. */
export interface Look {
  /** The first section key that nobody has yet. */
  next_key: number
  /** The caller, with the permissions of this moment. */
  perms: readonly number[]
  /** Records that stand, voided ones too, in the order of `ids`. */
  records(collection: Collection, ids: readonly string[]): Promise<SyncRecord[]>
  /** The draws of these sheets that are not voided. */
  drawsOfSheets(ids: readonly string[]): Promise<SyncRecord[]>
  sections(): Promise<SyncRecord[]>
  /** The clinic's settings, deleted ones too. */
  policies(): Promise<SyncRecord | undefined>
}

/** What a call wants done, all of it or nothing, and what it answers once that is done. */
export interface Composed {
  intents: { action: string; ops: Op[] }[]
  answer(look: Look): Promise<object>
}

/** A call that writes. `compose` may run more than once, and has no effect but its answer. */
export interface CallJob {
  speaker: Pick<Speaker, 'org_id' | 'user_id'>
  now: string
  compose(look: Look): Promise<Composed>
  idempotency?: { key: string; request_hash: string } | undefined
}

export interface CallAnswer {
  status: number
  body: object
  replayed: boolean
}

/** What a caller is told at once of a refused change. */
export const CODE_OF_REFUSAL: Readonly<Record<Refusal, ErrorCode>> = {
  forbidden: 'forbidden',
  invalid: 'invalid',
  unknown_record: 'not_found',
  immutable: 'immutable',
  limit: 'limit',
  depends_on: 'conflict',
  internal: 'internal',
  needs_approval: 'forbidden',
}
