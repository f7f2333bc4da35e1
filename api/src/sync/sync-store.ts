import type { PullQuery, PullReply } from 'sync-protocol/wire/pull'
import type { PushReply, PushRequest } from 'sync-protocol/wire/push'
import type { SnapshotQuery, SnapshotReply } from 'sync-protocol/wire/snapshot'
import type { Speaker, SyncStore } from 'sync-protocol/wire/store'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { checkProtocol } from 'sync-protocol/wire/version'
import { beginEpoch } from '../database/backup/begin-epoch.ts'
import { operatorText } from '../database/backup/operator-text.ts'
import type { Database } from '../database/connect.ts'
import { placeOf, placesOf } from '../live/notify-store.ts'
import type { CallAnswer, CallJob } from './call-job.ts'
import { callLocked } from './call-store.ts'
import { renewDigests, wrongDigests } from './digest-store.ts'
import { registerDevice } from './device-store.ts'
import { BeyondHead, changeText, pullText, type ChangeText } from './pull-store.ts'
import { organizationQueue, type OnCommit, type OnFault, type Turn } from './organization-queue-store.ts'
import { PushQueue } from './push-queue.ts'
import { WentBack } from './push-store.ts'
import { forgetExpired, organizationIds } from './retention-store.ts'
import { snapshotText } from './snapshot-store.ts'
import { Slots } from './slots.ts'

/** A page is megabytes of text; more than this many at once only cost memory. */
const PAGES_AT_ONCE = 8
/** These are small, and do not wait for pages. */
const EVENTS_AT_ONCE = 4

export interface PostgresStore extends SyncStore {
  /**
   * `tablet`: which one the sender's right to push was given to; without it, the one that the request names. `requestId`: of the
   * call, for the log. `bytes`: of the request; what waits is bounded by them.
   * @throws ProtocolError `unavailable` while too much waits to be stored
   */
  push(
    speaker: Speaker,
    request: PushRequest,
    now: string,
    tablet?: string | null,
    requestId?: string,
    bytes?: number,
  ): Promise<PushReply>
  /** A page of the change feed as JSON text, ready to be sent. */
  pullText(orgId: string, query: PullQuery, now: string): Promise<string>
  /** What an event tells of the change feed from `from` on. */
  changeText(orgId: string, from: number, now: string): Promise<ChangeText>
  /** A page of the live records as JSON text, ready to be sent. */
  snapshotText(orgId: string, query: SnapshotQuery, now: string): Promise<string>
  /** Takes a documented call that writes; rejects with a `ProtocolError` when it is refused. */
  call(job: CallJob): Promise<CallAnswer>
  /** Pushes and calls that wait for their organization's turn. */
  waiting(): number
  /** Forgets tombstones that no tablet needs any more. */
  forgetExpired(now: Date, stop?: AbortSignal): Promise<void>
  /** Counts the digests anew that are not those of their records. */
  mendDigests(stop?: AbortSignal): Promise<void>
}

/** The sync contract on PostgreSQL. `receiptKey` is kept outside the database. */
export function postgresStore(
  { pool, pipeline }: Pick<Database, 'pool' | 'pipeline'>,
  receiptKey: string,
  onFault: OnFault,
  onCommit: OnCommit = { about: () => undefined, done: () => undefined },
  warn: (words: string) => void = () => undefined,
  waited?: (seconds: number) => void,
): PostgresStore {
  const pages = new Slots(PAGES_AT_ONCE)
  /** Organizations of which was said that a tablet had read further than there is. */
  const beyond = new Set<string>()
  /** The database was put back by another way than a restore: one of all processes and tablets begins the next epoch. */
  const beginNext = async (orgId: string, ended: string, now: string) => {
    const begun = await beginEpoch(pool, new Date(now), ended)
    if (begun) warn(operatorText.begun(begun.endsAt, begun.epoch))
    // It is every clinic's, whoever's tablet proved it: those who only listen would hear of it a minute later.
    const toldOf = begun ? await organizationIds(pool) : [orgId]
    for (const heard of await placesOf(pool, toldOf)) onCommit.done(heard)
    const { epoch } = await placeOf(pool, orgId)
    return new ProtocolError('epoch_changed', 'The server was restored.', { epoch })
  }
  const events = new Slots(EVENTS_AT_ONCE)
  const { inQueueOf, serve } = organizationQueue(pipeline, receiptKey, onFault, onCommit)
  const queue = new PushQueue<Turn, unknown>(serve, pipeline.options.max, waited)
  const page = async (orgId: string, query: PullQuery, now: string) => {
    checkProtocol(query.protocol, 'read')
    const read = () => pages.run(() => pullText(pool, orgId, query, now))
    const first = await read().catch((error: unknown) => {
      // Anybody could ask so: it says that something may be wrong, and once.
      if (error instanceof BeyondHead && !beyond.has(orgId)) warn(operatorText.beyond(orgId))
      if (error instanceof BeyondHead) beyond.add(orgId)
      throw error
    })
    if (!first.uncounted) return first.text
    await inQueueOf(orgId, async ({ client, org }) => {
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
    await inQueueOf(orgId, ({ client, org }) => renewDigests(client, org))
  }
  const mendAllDigests = async (stop?: AbortSignal) => {
    for (const orgId of stop?.aborted ? [] : await organizationIds(pool)) await mendDigests(orgId)
  }
  const snapshotPage = async (orgId: string, query: SnapshotQuery, now: string) => {
    checkProtocol(query.protocol, 'read')
    return pages.run(() => snapshotText(pool, orgId, query, now))
  }
  return {
    async registerDevice(speaker, request, now) {
      checkProtocol(request.protocol, 'push')
      return registerDevice(pool, speaker, request, now)
    },
    async push(speaker, request, now, tablet, requestId, bytes) {
      checkProtocol(request.protocol, 'push')
      try {
        const turn: Turn = { push: { speaker, request, now, tablet, requestId } }
        return (await queue.take(speaker.org_id, turn, bytes)) as PushReply
      } catch (error) {
        throw error instanceof WentBack ? await beginNext(speaker.org_id, error.epoch, now) : error
      }
    },
    async call(job) {
      const turn: Turn<CallAnswer> = { inQueue: (client, org) => callLocked(client, org, job, receiptKey) }
      return queue.take(job.speaker.org_id, turn) as Promise<CallAnswer>
    },
    waiting: () => queue.waiting,
    pullText: page,
    changeText: (orgId, from, now) => events.run(() => changeText(pool, orgId, from, now)),
    snapshotText: snapshotPage,
    async forgetExpired(now, stop) {
      await forgetExpired(pool, now, stop)
      await mendAllDigests(stop)
    },
    mendDigests: mendAllDigests,
    async pull({ org_id }, query, now) {
      return JSON.parse(await page(org_id, query, now)) as PullReply
    },
    async snapshot({ org_id }, query, now) {
      return JSON.parse(await snapshotPage(org_id, query, now)) as SnapshotReply
    },
  }
}
