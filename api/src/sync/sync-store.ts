import type pg from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { PullQuery, PullReply } from 'sync-protocol/wire/pull'
import type { PushReply } from 'sync-protocol/wire/push'
import type { SyncStore } from 'sync-protocol/wire/store'
import { checkProtocol } from 'sync-protocol/wire/version'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import { isTransient } from '../errors.ts'
import { registerDevice } from './device-store.ts'
import { lockOrganization } from './organization-lock-store.ts'
import { pullText } from './pull-store.ts'
import { PushQueue } from './push-queue.ts'
import { pushLocked, type PushJob, type Pushed } from './push-store.ts'
import { forgetExpired } from './retention-store.ts'
import { Slots } from './slots.ts'

/** A page is megabytes of text; more than this many at once only cost memory. */
const PAGES_AT_ONCE = 8

export interface PostgresStore extends SyncStore {
  /** A page of the change feed as JSON text, ready to be sent. */
  pullText(orgId: string, query: PullQuery, now: string): Promise<string>
  /** Forgets tombstones that no tablet needs any more. */
  forgetExpired(now: Date, stop?: AbortSignal): Promise<void>
}

/** Told why a push has to be tried mutation by mutation, and about each mutation that the database could not keep. */
export type OnFault = (error: unknown, parked?: string) => void

/** The sync contract on PostgreSQL. `receiptKey` is kept outside the database. */
export function postgresStore(
  { pool, pipeline }: Pick<Database, 'pool' | 'pipeline'>,
  receiptKey: string,
  onFault: OnFault,
): PostgresStore {
  const pages = new Slots(PAGES_AT_ONCE)
  const queue = new PushQueue<PushJob, PushReply>((orgId, jobs) =>
    pushTogether(pipeline, orgId, jobs, receiptKey, onFault),
  )
  const page = async (orgId: string, query: PullQuery, now: string) => {
    checkProtocol(query.protocol)
    return pages.run(() => pullText(pool, orgId, query, now))
  }
  return {
    async registerDevice(speaker, request, now) {
      checkProtocol(request.protocol)
      return registerDevice(pool, speaker, request, now)
    },
    async push(speaker, request, now) {
      checkProtocol(request.protocol)
      return queue.take(speaker.org_id, { speaker, request, now })
    },
    pullText: page,
    forgetExpired: (now, stop) => forgetExpired(pool, now, stop),
    async pull({ org_id }, query, now) {
      return JSON.parse(await page(org_id, query, now)) as PullReply
    },
  }
}

/**
 * Waiting pushes of one organization in one transaction. None is answered before COMMIT said COMMIT (P5). When it fails for
 * the moment, all are told to come again and nothing has changed; when it fails for another reason, each is tried alone (P9).
 */
async function pushTogether(
  pool: pg.Pool,
  orgId: string,
  jobs: readonly PushJob[],
  receiptKey: string,
  onFault: OnFault,
): Promise<PromiseSettledResult<PushReply>[]> {
  try {
    return await inTransaction(pool, async (client) => {
      let org = await lockOrganization(client, orgId)
      const replies: PromiseSettledResult<PushReply>[] = []
      for (const job of jobs) {
        const pushed = await refusable(() => pushLocked(client, org, job, receiptKey))
        if (pushed.status === 'fulfilled') org = pushed.value.org
        replies.push(pushed.status === 'fulfilled' ? { ...pushed, value: pushed.value.reply } : pushed)
      }
      return replies
    })
  } catch (error) {
    if (isTransient(error) || error instanceof ProtocolError) return jobs.map(() => failed(error))
    onFault(error)
    return Promise.allSettled(jobs.map((job) => pushAlone(pool, orgId, job, receiptKey, onFault)))
  }
}

/** One push, its mutations one by one under a savepoint: what the database cannot keep is parked, and hits no neighbour. */
function pushAlone(
  pool: pg.Pool,
  orgId: string,
  job: PushJob,
  receiptKey: string,
  onFault: OnFault,
): Promise<PushReply> {
  return inTransaction(pool, async (client) => {
    let org = await lockOrganization(client, orgId)
    let reply: PushReply | undefined
    for (const mutation of job.request.mutations) {
      const single = { ...job, request: { ...job.request, mutations: [mutation] } }
      await client.query('SAVEPOINT one')
      let pushed: Pushed
      try {
        pushed = await pushLocked(client, org, single, receiptKey)
      } catch (error) {
        if (isTransient(error) || error instanceof ProtocolError) throw error
        onFault(error, mutation.id)
        await client.query('ROLLBACK TO SAVEPOINT one')
        pushed = await pushLocked(client, org, single, receiptKey, new Set([mutation.id]))
      }
      await client.query('RELEASE SAVEPOINT one')
      org = pushed.org
      reply = { ...pushed.reply, results: [...(reply?.results ?? []), ...pushed.reply.results] }
    }
    if (!reply) throw new ProtocolError('invalid_request', 'There is nothing to push.')
    return reply
  })
}

async function refusable(work: () => Promise<Pushed>): Promise<PromiseSettledResult<Pushed>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (error) {
    if (error instanceof ProtocolError) return failed(error)
    throw error
  }
}

const failed = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })
