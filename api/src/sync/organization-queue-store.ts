import type pg from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { PushReply } from 'sync-protocol/wire/push'
import { inTransactionOpenedBy } from '../database/transaction.ts'
import { isTransient } from '../errors.ts'
import { lockOrganization, type LockedOrganization } from './organization-lock-store.ts'
import type { Found } from './push-state.ts'
import type { Heard, OwnCommit, Readers } from '../live/live-hub.ts'
import { changeTextOf } from './pull-store.ts'
import { lookForPush, pushLocked, refusable, type PushJob, type Pushed } from './push-store.ts'

/**
 * Told why pushes have to be tried one by one or mutation by mutation, and about each mutation that the database could not keep;
 * `requests`: which calls brought them.
 */
export type OnFault = (error: unknown, parked?: string, requests?: readonly string[]) => void

/** Told of the commits that move an organization's feed. */
export interface OnCommit {
  /** One is about to be on disk: what has to be asked of who hears of it can be asked meanwhile. */
  about(orgId: string): Readers | undefined
  /** One is, before its senders are answered; `own` where it was this process's. */
  done(heard: Heard, own?: OwnCommit): void
}

/** The transaction that holds an organization's lock, and the organization as it stands in it by now. */
export interface LockedTransaction {
  readonly client: pg.PoolClient
  org: LockedOrganization
}

interface Done<Reply> {
  reply: Reply
  org: LockedOrganization
}

/** One place in an organization's queue: what is done there, and what is done instead when the whole queue failed. */
export type Turn<Reply = unknown> =
  | { push: PushJob }
  | {
      /** Inside the transaction that holds the organization's lock; what it refuses with a `ProtocolError` it has not written. */
      inQueue(client: pg.PoolClient, org: LockedOrganization): Promise<Done<Reply>>
    }

export interface OrganizationQueue {
  /** Does something in an organization's queue, and tells how far its feed came by it. */
  inQueueOf<T>(orgId: string, work: (locked: LockedTransaction) => Promise<T>): Promise<T>
  /** Waiting turns of one organization, in their order. */
  serve(orgId: string, turns: readonly Turn[]): Promise<PromiseSettledResult<unknown>[]>
}

export function organizationQueue(
  pipeline: pg.Pool,
  receiptKey: string,
  onFault: OnFault,
  onCommit: OnCommit,
): OrganizationQueue {
  const inQueueOf = async <T>(
    orgId: string,
    work: (locked: LockedTransaction, found: Found | undefined) => Promise<T>,
    first?: PushJob,
  ): Promise<T> => {
    const opening = async (client: pg.PoolClient) => {
      // What is looked at is of after the lock: the database answers in order.
      const [org, found] = await Promise.all([
        lockOrganization(client, orgId),
        first && lookForPush(client, orgId, first),
      ])
      return { org, found }
    }
    const { result, locked, before, readers } = await inTransactionOpenedBy(
      pipeline,
      opening,
      async (client, { org, found }) => {
        const own: LockedTransaction = { client, org }
        const done = await work(own, found)
        const asked = own.org.seq > org.seq ? onCommit.about(orgId) : undefined
        return { result: done, locked: own, before: org.seq, readers: asked }
      },
      { byKey: true },
    )
    const { org } = locked
    const text = (now: string) => changeTextOf(before, org, now)
    if (org.seq > before)
      onCommit.done({ org_id: orgId, head: org.seq, epoch: org.epoch }, { from: before, text, readers })
    return result
  }
  return {
    inQueueOf,
    /**
     * One transaction. None is answered before COMMIT said COMMIT (P5). When it fails for the moment, all are told to come
     * again and nothing has changed; when it fails for another reason, each is tried alone (P9).
     */
    async serve(orgId, turns) {
      const [first] = turns
      try {
        return await inQueueOf(
          orgId,
          async (locked, found) => {
            const replies: PromiseSettledResult<unknown>[] = []
            for (const turn of turns) {
              const known = turn === first ? found : undefined
              replies.push(await refusable(() => taken(locked, turn, receiptKey, known)))
            }
            return replies
          },
          first && 'push' in first ? first.push : undefined,
        )
      } catch (error) {
        if (isTransient(error) || error instanceof ProtocolError)
          return turns.map(() => ({ status: 'rejected', reason: error }))
        onFault(error, undefined, turns.flatMap(requestsOf))
        return Promise.allSettled(
          turns.map((turn) => inQueueOf(orgId, (locked) => alone(locked, turn, receiptKey, onFault))),
        )
      }
    },
  }
}

const requestsOf = (turn: Turn) =>
  'push' in turn && turn.push.requestId !== undefined ? [turn.push.requestId] : []

/** Takes a turn, after which the organization stands as it left it. */
async function taken(
  locked: LockedTransaction,
  turn: Turn,
  receiptKey: string,
  found?: Found,
): Promise<unknown> {
  const { reply, org } =
    'push' in turn
      ? await pushLocked(locked.client, locked.org, turn.push, receiptKey, undefined, found)
      : await turn.inQueue(locked.client, locked.org)
  locked.org = org
  return reply
}

const alone = (
  locked: LockedTransaction,
  turn: Turn,
  receiptKey: string,
  onFault: OnFault,
): Promise<unknown> =>
  'push' in turn ? pushAlone(locked, turn.push, receiptKey, onFault) : taken(locked, turn, receiptKey)

/** One push, its mutations one by one under a savepoint: what the database cannot keep is parked, and hits no neighbour. */
async function pushAlone(
  locked: LockedTransaction,
  job: PushJob,
  receiptKey: string,
  onFault: OnFault,
): Promise<PushReply> {
  const { client } = locked
  let reply: PushReply | undefined
  for (const mutation of job.request.mutations) {
    const single = { ...job, request: { ...job.request, mutations: [mutation] } }
    await client.query('SAVEPOINT one')
    let pushed: Pushed
    try {
      pushed = await pushLocked(client, locked.org, single, receiptKey)
    } catch (error) {
      if (isTransient(error) || error instanceof ProtocolError) throw error
      onFault(error, mutation.id, requestsOf({ push: job }))
      await client.query('ROLLBACK TO SAVEPOINT one')
      pushed = await pushLocked(client, locked.org, single, receiptKey, new Set([mutation.id])).catch(
        readable,
      )
    }
    await client.query('RELEASE SAVEPOINT one')
    locked.org = pushed.org
    reply = { ...pushed.reply, results: [...(reply?.results ?? []), ...pushed.reply.results] }
  }
  if (!reply) throw new ProtocolError('invalid_request', 'There is nothing to push.')
  return reply
}

/** What is nested thousands deep can be neither compared nor kept: its sender withdraws it, and the rest goes on (P4). */
function readable(error: unknown): never {
  if (error instanceof RangeError && error.message.includes('call stack'))
    throw new ProtocolError('too_large', 'This change is nested too deeply.')
  throw error
}
