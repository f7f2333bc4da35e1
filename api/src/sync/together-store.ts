import type pg from 'pg'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { PushReply } from 'sync-protocol/wire/push'
import { inTransactionOpenedBy } from '../database/transaction.ts'
import { isTransient } from '../errors.ts'
import { lockOrganization, lockThoseFree, type LockedOrganization } from './organization-lock-store.ts'
import type { Outcomes, Served } from './push-queue.ts'
import {
  lookAt,
  pushLocked,
  pushTogether,
  refusable,
  type Looked,
  type PushJob,
  type Pushed,
} from './push-store.ts'

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

export interface Together {
  /** Does something in an organization's line, and tells how far its feed came by it. */
  inLineOf<T>(orgId: string, work: (line: Line) => Promise<T>): Promise<T>
  /** Waiting turns of some organizations. */
  serve(served: readonly Served<Turn>[]): Promise<Outcomes<unknown>[]>
}

const committed = ({ org }: { org: LockedOrganization }) => ({
  org_id: org.org_id,
  head: org.seq,
  epoch: org.epoch,
})

export function togetherOn(
  pipeline: pg.Pool,
  receiptKey: string,
  onFault: OnFault,
  onCommit: OnCommit,
): Together {
  const inLineOf = async <T>(
    orgId: string,
    work: (line: Line, looked: Looked | undefined) => Promise<T>,
    first?: PushJob,
  ): Promise<T> => {
    const opening = async (client: pg.PoolClient) => {
      // What is looked at is of after the lock: the database answers in order.
      const [org, looked] = await Promise.all([
        lockOrganization(client, orgId),
        first && lookAt(client, [{ org_id: orgId, job: first }]),
      ])
      return { org, looked }
    }
    const { result, line, before } = await inTransactionOpenedBy(
      pipeline,
      opening,
      async (client, { org, looked }) => {
        const own: Line = { client, org }
        return { result: await work(own, looked), line: own, before: org.seq }
      },
      { byKey: true },
    )
    if (line.org.seq > before) onCommit(committed(line))
    return result
  }

  /**
   * Waiting turns of one organization in one transaction. None is answered before COMMIT said COMMIT (P5). When it fails for
   * the moment, all are told to come again and nothing has changed; when it fails for another reason, each is tried alone (P9).
   */
  const serveOne = async ({ key, jobs }: Served<Turn>): Promise<Outcomes<unknown>> => {
    const [first] = jobs
    try {
      return await inLineOf(
        key,
        async (line, looked) => {
          const replies: PromiseSettledResult<unknown>[] = []
          for (const turn of jobs) {
            const [reply] = await step([line], [turn], receiptKey, turn === first ? looked : undefined)
            if (reply) replies.push(reply)
          }
          return replies
        },
        first && 'push' in first ? first.push : undefined,
      )
    } catch (error) {
      if (isTransient(error) || error instanceof ProtocolError) return jobs.map(() => failed(error))
      onFault(error)
      return Promise.allSettled(
        jobs.map((turn) => inLineOf(key, (line) => alone(line, turn, receiptKey, onFault))),
      )
    }
  }

  /**
   * Organizations that wait at the same time share a transaction, each with its own lock. None waits for another's lock, nor
   * suffers from another's fault: then each is served by itself.
   */
  const serveSome = async (served: readonly Served<Turn>[]): Promise<Outcomes<unknown>[]> => {
    try {
      const opening = async (client: pg.PoolClient) => {
        const first = served.flatMap(({ key, jobs: [turn] }) =>
          turn && 'push' in turn ? [{ org_id: key, job: turn.push }] : [],
        )
        // What is looked at is of after the locks: the database answers in order.
        const [free, looked] = await Promise.all([
          lockThoseFree(
            client,
            served.map(({ key }) => key),
          ),
          lookAt(client, first),
        ])
        return { free, looked }
      }
      const work = async (client: pg.PoolClient, { free, looked }: Awaited<ReturnType<typeof opening>>) => {
        const places = served.map(({ key, jobs }) => {
          const org = free.get(key)
          const replies: PromiseSettledResult<unknown>[] = []
          return { jobs, line: org && { client, org }, before: org?.seq ?? 0, replies }
        })
        const longest = Math.max(...served.map(({ jobs }) => jobs.length))
        for (let nth = 0; nth < longest; nth++) {
          const now = places.flatMap(({ line, jobs, replies }) => {
            const turn = jobs[nth]
            return line && turn ? [{ line, turn, replies }] : []
          })
          const done = await step(
            now.map(({ line }) => line),
            now.map(({ turn }) => turn),
            receiptKey,
            nth === 0 ? looked : undefined,
          )
          for (const [index, reply] of done.entries()) now[index]?.replies.push(reply)
        }
        return places
      }
      const lines = await inTransactionOpenedBy(pipeline, opening, work, { byKey: true })
      return lines.map(({ line, before, replies }) => {
        if (!line) return 'later'
        if (line.org.seq > before) onCommit(committed(line))
        return replies
      })
    } catch (error) {
      if (isTransient(error)) return served.map(({ jobs }) => jobs.map(() => failed(error)))
      onFault(error)
      return served.map(() => 'later')
    }
  }
  return {
    inLineOf,
    async serve(served) {
      const [one] = served
      return one && served.length === 1 ? [await serveOne(one)] : serveSome(served)
    },
  }
}

/** One turn of each line, in the transaction that holds the locks of all. */
async function step(
  lines: readonly Line[],
  turns: readonly Turn[],
  receiptKey: string,
  looked?: Looked,
): Promise<PromiseSettledResult<unknown>[]> {
  const [first] = lines
  if (!first) return []
  const each = lines.map((line, index) => ({ line, turn: turns[index] as Turn }))
  const pushes = each.flatMap(({ line, turn }) => ('push' in turn ? [{ line, job: turn.push }] : []))
  const pushed = await pushTogether(
    first.client,
    pushes.map(({ line, job }) => ({ org: line.org, job })),
    receiptKey,
    undefined,
    looked,
  )
  const byLine = new Map(pushes.map(({ line }, index) => [line, pushed[index]]))
  const replies: PromiseSettledResult<unknown>[] = []
  for (const { line, turn } of each) {
    const done = 'push' in turn ? byLine.get(line) : await refusable(() => turn.inLine(line.client, line.org))
    if (!done) throw new Error('A push was left without an outcome.')
    if (done.status === 'fulfilled') line.org = done.value.org
    replies.push(done.status === 'fulfilled' ? { ...done, value: done.value.reply } : done)
  }
  return replies
}

async function alone(line: Line, turn: Turn, receiptKey: string, onFault: OnFault): Promise<unknown> {
  if ('push' in turn) return pushAlone(line, turn.push, receiptKey, onFault)
  const { reply, org } = await turn.inLine(line.client, line.org)
  line.org = org
  return reply
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

const failed = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason })
