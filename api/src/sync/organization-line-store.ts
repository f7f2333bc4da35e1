import type pg from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { PushReply } from 'sync-protocol/wire/push'
import { inTransactionOpenedBy } from '../database/transaction.ts'
import { isTransient } from '../errors.ts'
import { lockOrganization, type LockedOrganization } from './organization-lock-store.ts'
import type { Found } from './push-state.ts'
import { lookAt, pushLocked, refusable, type PushJob, type Pushed } from './push-store.ts'

/** Told why pushes have to be tried one by one or mutation by mutation, and about each mutation that the database could not keep. */
export type OnFault = (error: unknown, parked?: string) => void

/** Told after each commit that moved an organization's feed, before the commit's senders are answered. */
export type OnCommit = (org: { org_id: string; head: number; epoch: string }) => void

/** The transaction that holds an organization's lock, and the organization as it stands in it by now. */
export interface Line {
  readonly client: pg.PoolClient
  org: LockedOrganization
}

interface Done<Reply> {
  reply: Reply
  org: LockedOrganization
}

/** One place in an organization's line: what is done there, and what is done instead when the whole line failed. */
export type Turn<Reply = unknown> =
  | { push: PushJob }
  | {
      /** Inside the transaction that holds the organization's lock; what it refuses with a `ProtocolError` it has not written. */
      inLine(client: pg.PoolClient, org: LockedOrganization): Promise<Done<Reply>>
    }

export interface OrganizationLine {
  /** Does something in an organization's line, and tells how far its feed came by it. */
  inLineOf<T>(orgId: string, work: (line: Line) => Promise<T>): Promise<T>
  /** Waiting turns of one organization, in their order. */
  serve(orgId: string, turns: readonly Turn[]): Promise<PromiseSettledResult<unknown>[]>
}

export function organizationLine(
  pipeline: pg.Pool,
  receiptKey: string,
  onFault: OnFault,
  onCommit: OnCommit,
): OrganizationLine {
  const inLineOf = async <T>(
    orgId: string,
    work: (line: Line, found: Found | undefined) => Promise<T>,
    first?: PushJob,
  ): Promise<T> => {
    const opening = async (client: pg.PoolClient) => {
      // What is looked at is of after the lock: the database answers in order.
      const [org, found] = await Promise.all([
        lockOrganization(client, orgId),
        first && lookAt(client, orgId, first),
      ])
      return { org, found }
    }
    const { result, line, before } = await inTransactionOpenedBy(
      pipeline,
      opening,
      async (client, { org, found }) => {
        const own: Line = { client, org }
        return { result: await work(own, found), line: own, before: org.seq }
      },
      { byKey: true },
    )
    const { org_id, seq: head, epoch } = line.org
    if (head > before) onCommit({ org_id, head, epoch })
    return result
  }
  return {
    inLineOf,
    /**
     * One transaction. None is answered before COMMIT said COMMIT (P5). When it fails for the moment, all are told to come
     * again and nothing has changed; when it fails for another reason, each is tried alone (P9).
     */
    async serve(orgId, turns) {
      const [first] = turns
      try {
        return await inLineOf(
          orgId,
          async (line, found) => {
            const replies: PromiseSettledResult<unknown>[] = []
            for (const turn of turns) {
              const known = turn === first ? found : undefined
              replies.push(await refusable(() => taken(line, turn, receiptKey, known)))
            }
            return replies
          },
          first && 'push' in first ? first.push : undefined,
        )
      } catch (error) {
        if (isTransient(error) || error instanceof ProtocolError)
          return turns.map(() => ({ status: 'rejected', reason: error }))
        onFault(error)
        return Promise.allSettled(
          turns.map((turn) => inLineOf(orgId, (line) => alone(line, turn, receiptKey, onFault))),
        )
      }
    },
  }
}

/** Takes a turn, after which the organization stands as it left it. */
async function taken(line: Line, turn: Turn, receiptKey: string, found?: Found): Promise<unknown> {
  const { reply, org } =
    'push' in turn
      ? await pushLocked(line.client, line.org, turn.push, receiptKey, undefined, found)
      : await turn.inLine(line.client, line.org)
  line.org = org
  return reply
}

const alone = (line: Line, turn: Turn, receiptKey: string, onFault: OnFault): Promise<unknown> =>
  'push' in turn ? pushAlone(line, turn.push, receiptKey, onFault) : taken(line, turn, receiptKey)

/** One push, its mutations one by one under a savepoint: what the database cannot keep is parked, and hits no neighbour. */
async function pushAlone(line: Line, job: PushJob, receiptKey: string, onFault: OnFault): Promise<PushReply> {
  const { client } = line
  let reply: PushReply | undefined
  for (const mutation of job.request.mutations) {
    const single = { ...job, request: { ...job.request, mutations: [mutation] } }
    await client.query('SAVEPOINT one')
    let pushed: Pushed
    try {
      pushed = await pushLocked(client, line.org, single, receiptKey)
    } catch (error) {
      if (isTransient(error) || error instanceof ProtocolError) throw error
      onFault(error, mutation.id)
      await client.query('ROLLBACK TO SAVEPOINT one')
      pushed = await pushLocked(client, line.org, single, receiptKey, new Set([mutation.id])).catch(readable)
    }
    await client.query('RELEASE SAVEPOINT one')
    line.org = pushed.org
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
