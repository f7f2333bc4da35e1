import type pg from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { PullQuery, PullReply } from 'sync-protocol/wire/pull'
import type { PushReply } from 'sync-protocol/wire/push'
import type { SnapshotQuery, SnapshotReply } from 'sync-protocol/wire/snapshot'
import type { SyncStore } from 'sync-protocol/wire/store'
import { checkProtocol } from 'sync-protocol/wire/version'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import { isTransient } from '../errors.ts'
import type { CallAnswer, CallJob } from './call-job.ts'
import { callLocked } from './call-store.ts'
import { renewDigests, wrongDigests } from './digest-store.ts'
import { registerDevice } from './device-store.ts'
import { lockOrganization, type LockedOrganization } from './organization-lock-store.ts'
import { pullText } from './pull-store.ts'
import { PushQueue } from './push-queue.ts'
import { pushLocked, refusable, type PushJob, type Pushed } from './push-store.ts'
import { forgetExpired, organizationIds } from './retention-store.ts'
import { snapshotText } from './snapshot-store.ts'
import { Slots } from './slots.ts'

/** A page is megabytes of text; more than this many at once only cost memory. */
const PAGES_AT_ONCE = 8

export interface PostgresStore extends SyncStore {
  /** A page of the change feed as JSON text, ready to be sent. */
  pullText(orgId: string, query: PullQuery, now: string): Promise<string>
  /** A page of the live records as JSON text, ready to be sent. */
  snapshotText(orgId: string, query: SnapshotQuery, now: string): Promise<string>
  /** Takes a documented call that writes; rejects with a `ProtocolError` when it is refused. */
  call(job: CallJob): Promise<CallAnswer>
  /** Forgets tombstones that no tablet needs any more. */
  forgetExpired(now: Date, stop?: AbortSignal): Promise<void>
}

/** Told why a push has to be tried mutation by mutation, and about each mutation that the database could not keep. */
export type OnFault = (error: unknown, parked?: string) => void

/** The transaction that holds an organization's lock, and the organization as it stands in it by now. */
interface Line {
  readonly client: pg.PoolClient
  org: LockedOrganization
}

/** One place in an organization's line: what is done there, and what is done instead when the whole line failed. */
interface Turn<Reply = unknown> {
  /** Inside the transaction that holds the organization's lock; what it refuses with a `ProtocolError` it has not written. */
  inLine(client: pg.PoolClient, org: LockedOrganization): Promise<{ reply: Reply; org: LockedOrganization }>
  alone(): Promise<Reply>
}

/** Told after each commit that moved an organization's feed, before the commit's senders are answered. */
export type OnCommit = (org: { org_id: string; head: number }) => void

/** The sync contract on PostgreSQL. `receiptKey` is kept outside the database. */
export function postgresStore(
  { pool, pipeline }: Pick<Database, 'pool' | 'pipeline'>,
  receiptKey: string,
  onFault: OnFault,
  onCommit: OnCommit = () => undefined,
): PostgresStore {
  const pages = new Slots(PAGES_AT_ONCE)
  /** Does something in an organization's line, and tells how far its feed came by it. */
  const inLineOf = async <T>(orgId: string, work: (line: Line) => Promise<T>): Promise<T> => {
    const done = await inTransaction(pipeline, async (client) => {
      const before = await lockOrganization(client, orgId)
      const line = { client, org: before }
      const result = await work(line)
      return { result, moved: line.org.seq > before.seq, head: line.org.seq }
    })
    if (done.moved) onCommit({ org_id: orgId, head: done.head })
    return done.result
  }
  const queue = new PushQueue<Turn, unknown>((orgId, turns) => together(inLineOf, orgId, turns, onFault))
  const page = async (orgId: string, query: PullQuery, now: string) => {
    checkProtocol(query.protocol)
    const read = () => pages.run(() => pullText(pool, orgId, query, now))
    const first = await read()
    if (!first.uncounted) return first.text
    await inLineOf(orgId, async ({ client, org }) => {
      if (org.digests?.seq !== org.seq) await renewDigests(client, org)
    })
    return (await read()).text
  }
  const mendDigests = async (orgId: string) => {
    const wrong = await wrongDigests(pool, orgId)
    if (wrong.length === 0) return
    onFault(
      new Error(`The digests of ${wrong.join(', ')} were not those of the records, and were counted anew.`),
    )
    await inLineOf(orgId, ({ client, org }) => renewDigests(client, org))
  }
  const snapshotPage = async (orgId: string, query: SnapshotQuery, now: string) => {
    checkProtocol(query.protocol)
    return pages.run(() => snapshotText(pool, orgId, query, now))
  }
  return {
    async registerDevice(speaker, request, now) {
      checkProtocol(request.protocol)
      return registerDevice(pool, speaker, request, now)
    },
    async push(speaker, request, now) {
      checkProtocol(request.protocol)
      const job = { speaker, request, now }
      const turn: Turn<PushReply> = {
        inLine: (client, org) => pushLocked(client, org, job, receiptKey),
        alone: () => inLineOf(speaker.org_id, (line) => pushAlone(line, job, receiptKey, onFault)),
      }
      return queue.take(speaker.org_id, turn) as Promise<PushReply>
    },
    async call(job) {
      const { org_id } = job.speaker
      const inLine: Turn<CallAnswer>['inLine'] = (client, org) => callLocked(client, org, job, receiptKey)
      const alone = () =>
        inLineOf(org_id, async (line) => {
          const { reply, org } = await inLine(line.client, line.org)
          line.org = org
          return reply
        })
      return queue.take(org_id, { inLine, alone }) as Promise<CallAnswer>
    },
    pullText: page,
    snapshotText: snapshotPage,
    async forgetExpired(now, stop) {
      await forgetExpired(pool, now, stop)
      for (const orgId of stop?.aborted ? [] : await organizationIds(pool)) await mendDigests(orgId)
    },
    async pull({ org_id }, query, now) {
      return JSON.parse(await page(org_id, query, now)) as PullReply
    },
    async snapshot({ org_id }, query, now) {
      return JSON.parse(await snapshotPage(org_id, query, now)) as SnapshotReply
    },
  }
}

/**
 * Waiting pushes of one organization in one transaction. None is answered before COMMIT said COMMIT (P5). When it fails for
 * the moment, all are told to come again and nothing has changed; when it fails for another reason, each is tried alone (P9).
 */
async function together(
  inLineOf: <T>(orgId: string, work: (line: Line) => Promise<T>) => Promise<T>,
  orgId: string,
  turns: readonly Turn[],
  onFault: OnFault,
): Promise<PromiseSettledResult<unknown>[]> {
  try {
    return await inLineOf(orgId, async (line) => {
      const replies: PromiseSettledResult<unknown>[] = []
      for (const turn of turns) {
        const done = await refusable(() => turn.inLine(line.client, line.org))
        if (done.status === 'fulfilled') line.org = done.value.org
        replies.push(done.status === 'fulfilled' ? { ...done, value: done.value.reply } : done)
      }
      return replies
    })
  } catch (error) {
    if (isTransient(error) || error instanceof ProtocolError) return turns.map(() => failed(error))
    onFault(error)
    return Promise.allSettled(turns.map((turn) => turn.alone()))
  }
}

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
      pushed = await pushLocked(client, line.org, single, receiptKey, new Set([mutation.id]))
    }
    await client.query('RELEASE SAVEPOINT one')
    line.org = pushed.org
    reply = { ...pushed.reply, results: [...(reply?.results ?? []), ...pushed.reply.results] }
  }
  if (!reply) throw new ProtocolError('invalid_request', 'There is nothing to push.')
  return reply
}

const failed = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })
