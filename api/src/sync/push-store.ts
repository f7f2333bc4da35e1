import type pg from 'pg'
import type { PushRefusal, PushTaken } from 'sync-protocol/merge/push-state'
import { nextKeyAfter, timeZoneAfter } from 'sync-protocol/merge/organization-after'
import { withoutMarks } from 'sync-protocol/merge/resubmission'
import { takePush } from 'sync-protocol/merge/take-push'
import type { Actor } from 'sync-protocol/merge/merge-state'
import { digestAfter, NO_RECORDS, type Digests } from 'sync-protocol/records/digest'
import { keyOf, type SyncRecord } from 'sync-protocol/records/envelope'
import { ProtocolError } from 'sync-protocol/wire/errors'
import { EVENT_RECORDS_MAX } from 'sync-protocol/wire/events'
import type { PushReply, PushRequest } from 'sync-protocol/wire/push'
import { pushRefused } from 'sync-protocol/wire/push-refused'
import type { Speaker } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { logEntries, namesSections } from '../action-log/log-entries.ts'
import { ledgerFacts } from '../ledger/ledger-facts.ts'
import { linksOnto } from '../ledger/ledger-store.ts'
import { sha256 } from '../sha256.ts'
import { CODE_OF_REFUSAL } from './call-job.ts'
import { currentDigests } from './digest-store.ts'
import type { LockedOrganization } from './organization-lock-store.ts'
import { writePush, type Written } from './push-write-store.ts'
import { readNames, readPush, readRedirects, readSections } from './push-read-store.ts'
import { namesIn } from './push-names.ts'
import { LoadedState, type Found } from './push-state.ts'
import { receiptMaker } from './receipt.ts'

export interface PushJob {
  speaker: Pick<Speaker, 'org_id' | 'user_id'>
  request: PushRequest
  now: string
  /** The tablet that the sender's session or push token was given to; `request` may name any. */
  tablet?: string | null | undefined
  /** The sender is told at once and keeps what it sent: one refused mutation refuses the push, and leaves nothing. */
  told?: boolean
  /** Under which the log tells of it. */
  requestId?: string | undefined
}

/** A tablet holds the receipt, of this epoch, of what is not here. Who hears it begins another epoch. */
export class WentBack extends ProtocolError {
  readonly epoch: string
  constructor(epoch: string) {
    super('epoch_changed', 'The server was restored.', { epoch })
    this.epoch = epoch
  }
}

/** What one push did, and the organization's heads after it. */
export interface Pushed {
  reply: PushReply
  org: LockedOrganization
}

/**
 * Takes one push inside the transaction that holds the organization's lock. Nothing of it counts before that transaction's
 * COMMIT. Mutations named in `faulty` are parked instead of applied; `found` is what was looked at with the lock.
 * @throws ProtocolError when the push as a whole is refused; nothing is written then
 */
export async function pushLocked(
  client: pg.PoolClient,
  org: LockedOrganization,
  job: PushJob,
  receiptKey: string,
  faulty: ReadonlySet<string> = new Set(),
  found?: Found,
): Promise<Pushed> {
  const { written, reply } = await decide(
    client,
    org,
    job,
    found ?? (await lookForPush(client, org.org_id, job)),
    receiptKey,
    faulty,
  )
  await writePush(client, written)
  return { reply, org: written.org }
}

/** Looks at everything that this push may look at, in one question; it counts once the organization's lock is held. */
export function lookForPush(
  client: pg.PoolClient,
  orgId: string,
  { speaker, request, tablet }: PushJob,
): Promise<Found> {
  const { mutations, marks, behalf } = withoutMarks(request.mutations)
  const sentFor = new Map([...behalf.values()].map((mark) => [`${mark.user_id}/${mark.lane}`, mark]))
  return readPush(client, orgId, {
    user_id: speaker.user_id,
    tablet: tablet ?? request.device,
    request: { ...request, mutations },
    // All at once: a mutation over many records would stop at the first that is not loaded, and be run again for each.
    names: namesIn(mutations),
    authors: [
      ...[...new Set([...marks.values()].map(({ user_id }) => user_id))].map((user_id) => ({ user_id })),
      ...[...sentFor.values()].map(({ user_id, lane }) => ({ user_id, lane })),
    ],
  })
}

/** Runs work that may be refused as a whole; any other failure is not an answer. */
export async function refusable<T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (error) {
    if (error instanceof ProtocolError) return { status: 'rejected', reason: error }
    throw error
  }
}

/** What a push does, and what it answers, once it is written. */
async function decide(
  client: pg.PoolClient,
  org: LockedOrganization,
  { speaker, request, now, told = false }: PushJob,
  found: Found,
  receiptKey: string,
  faulty: ReadonlySet<string>,
): Promise<{ written: Written; reply: PushReply }> {
  if (request.epoch !== org.epoch) {
    throw new ProtocolError('epoch_changed', 'The server was restored.', { epoch: org.epoch })
  }
  const { user, authors } = found
  if (!user) throw new ProtocolError('unauthenticated', 'Please log in.')
  const state = new LoadedState(org.seq, found)
  const actor: Actor = {
    user_id: speaker.user_id,
    user_name: user.name,
    perms: user.perms,
    lane: request.lane,
    device: request.device,
    ...(user.revoked !== undefined && { revoked: user.revoked }),
  }
  const receipt = receiptMaker(receiptKey, org.org_id, org.epoch)
  const taken = await takeLoaded(client, org.org_id, state, () =>
    takePush(state, request.mutations, actor, now, receipt, faulty, authors, sha256, request.shared),
  )
  if ('code' in taken)
    throw taken.code === 'went_back' ? new WentBack(org.epoch) : pushRefused(taken, org.epoch)
  if (told) refuseWhole(taken)
  await readNames(client, org.org_id, state, taken.named.flat())
  if (namesSections(taken.effects)) await readSections(client, org.org_id, state)
  const digests = await currentDigests(client, org)
  const written = writtenBy(org, digests, actor, request, state, taken, now)
  return { written, reply: replyOf(written, state) }
}

/** @throws ProtocolError for the first mutation that was not taken */
function refuseWhole({ results }: PushTaken): void {
  const refused = results.find(({ status }) => status !== 'applied' && status !== 'merged')
  if (!refused) return
  const { code, message, field } = refused
  throw new ProtocolError(
    code ? CODE_OF_REFUSAL[code] : 'conflict',
    message ?? 'This has changed in the meantime.',
    field === undefined ? {} : { field },
  )
}

/** Runs a pure step until everything that it asked for was loaded. */
async function takeLoaded(
  client: pg.PoolClient,
  orgId: string,
  state: LoadedState,
  step: () => PushTaken | PushRefusal,
): Promise<PushTaken | PushRefusal> {
  for (;;) {
    state.missedNames.clear()
    state.missedLanes.clear()
    const attempt = attempted(step)
    const [names, redirects, sections] = await Promise.all([
      readNames(client, orgId, state, [...state.missedNames.values()]),
      readRedirects(client, orgId, state, [...state.missedLanes]),
      state.missedSections && readSections(client, orgId, state),
    ])
    // What was missed and does not exist was rightly taken for absent.
    if (names || redirects || sections) continue
    if ('error' in attempt) throw attempt.error
    return attempt.taken
  }
}

function attempted(
  step: () => PushTaken | PushRefusal,
): { taken: PushTaken | PushRefusal } | { error: unknown } {
  try {
    return { taken: step() }
  } catch (error) {
    return { error }
  }
}

function writtenBy(
  org: LockedOrganization,
  digests: Digests,
  actor: Actor,
  request: PushRequest,
  state: LoadedState,
  taken: PushTaken,
  now: string,
): Written {
  const links = linksOnto(
    org.ledger,
    ledgerFacts(taken.effects, {
      org: org.org_id,
      epoch: org.epoch,
      received_at: now,
    }),
  )
  const versions = taken.effects.flatMap(({ records }) => records)
  const newest = new Map(versions.map((record) => [keyOf(record), record]))
  const titles = new Map(state.found.sections?.map(({ key, title }) => [key, title]))
  return {
    org: {
      ...org,
      seq: taken.head,
      next_key: versions.reduce(nextKeyAfter, org.next_key),
      time_zone: versions.reduce((zone, record) => timeZoneAfter(zone, record, org.org_id), org.time_zone),
      ledger: links.at(-1)?.head ?? org.ledger,
      digests: { seq: taken.head, of: digestsAfter(digests, newest, state) },
      changed: changedAfter(org.changed, newest),
    },
    now,
    user_id: actor.user_id,
    device: actor.device,
    lane: actor.lane,
    newLane: state.laneUser() === undefined,
    moved: taken.head !== org.seq,
    mutations: withoutMarks(request.mutations).mutations,
    taken,
    newest,
    lastContentOf: lastContentsOf(versions, state),
    links,
    entries: logEntries(taken.effects, (key) => state.found.known.get(key), titles),
  }
}

/** No event brings more records than its most: what is beyond that is not collected. */
function changedAfter(before: LockedOrganization['changed'], newest: LockedOrganization['changed']) {
  if (before.size === 0) return newest
  return before.size > EVENT_RECORDS_MAX ? before : new Map([...before, ...newest])
}

/** Every record that changed was looked at before: so its version then is known. */
function digestsAfter(before: Digests, newest: ReadonlyMap<string, SyncRecord>, state: LoadedState): Digests {
  const after = { ...before }
  for (const [key, record] of newest) {
    const { collection } = record
    const stood = state.found.known.get(key)?.record
    after[collection] = digestAfter(after[collection] ?? NO_RECORDS, stood, record)
  }
  return after
}

/** The last content that a record had, during this push or before it. */
function lastContentsOf(versions: readonly SyncRecord[], state: LoadedState) {
  // Asked of what was deleted alone: most pushes delete nothing.
  let during: Map<string, SyncRecord> | undefined
  return (record: SyncRecord) => {
    during ??= new Map(versions.filter(({ content }) => content).map((each) => [keyOf(each), each]))
    const key = keyOf(record)
    const known = state.found.known.get(key)
    return during.get(key)?.content ?? known?.record?.content ?? known?.lastContent
  }
}

function replyOf({ org, newest, taken, now }: Written, state: LoadedState): PushReply {
  return {
    protocol: PROTOCOL,
    epoch: org.epoch,
    server_time: now,
    last_n: taken.last_n,
    head: taken.head,
    ledger_head: org.ledger,
    results: taken.results.map((result, index) => ({
      ...result,
      records: (taken.named[index] ?? []).flatMap((name) => {
        const key = keyOf(name)
        return newest.get(key) ?? state.found.known.get(key)?.record ?? []
      }),
    })),
  }
}
