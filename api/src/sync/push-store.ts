import type pg from 'pg'
import type { Pushed as SentMutation, PushRefusal, PushTaken } from 'sync-protocol/merge/push-state'
import { nextKeyAfter } from 'sync-protocol/merge/next-key'
import { withoutMarks } from 'sync-protocol/merge/returned'
import { takePush } from 'sync-protocol/merge/take-push'
import type { Actor } from 'sync-protocol/merge/merge-state'
import { keyOf, type Collection, type SyncRecord } from 'sync-protocol/records/envelope'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { PushReply, PushRequest } from 'sync-protocol/wire/push'
import { pushRefused } from 'sync-protocol/wire/push-refused'
import type { Speaker } from 'sync-protocol/wire/store'
import { PROTOCOL } from 'sync-protocol/wire/version'
import { logActions, sectionTitles } from '../action-log/action-log-store.ts'
import { logEntries, namesSections } from '../action-log/log-entries.ts'
import { ledgerFacts } from '../ledger/ledger-facts.ts'
import { appendToLedger, linksOnto } from '../ledger/ledger-store.ts'
import { CODE_OF_REFUSAL } from './call-job.ts'
import {
  presentAuthors,
  presentUser,
  writeHeads,
  type LockedOrganization,
} from './organization-lock-store.ts'
import { keepDevice, keepLane, keepMemory, keepMutations, keepRecords } from './push-keep-store.ts'
import { loadNames, loadRedirects, loadSections, loadState } from './push-load-store.ts'
import { namesIn } from './push-names.ts'
import type { LoadedState } from './push-state.ts'
import { receiptMaker } from './receipt.ts'

export interface PushJob {
  speaker: Pick<Speaker, 'org_id' | 'user_id'>
  request: PushRequest
  now: string
  /** The sender is told at once and keeps what it sent: one refused mutation refuses the push, and leaves nothing. */
  told?: boolean
}

/** A push without what travels beside its mutations. */
type Sent = Pick<PushRequest, 'lane' | 'device'> & { mutations: readonly SentMutation[] }

/** What one push did, and the organization's heads after it. */
export interface Pushed {
  reply: PushReply
  org: LockedOrganization
}

/**
 * Takes one push inside the transaction that holds the organization's lock. Nothing of it counts before that transaction's
 * COMMIT. Mutations named in `faulty` are parked instead of applied.
 * @throws ProtocolError when the push as a whole is refused; nothing is written then
 */
export async function pushLocked(
  client: pg.PoolClient,
  org: LockedOrganization,
  { speaker, request, now, told = false }: PushJob,
  receiptKey: string,
  faulty: ReadonlySet<string> = new Set(),
): Promise<Pushed> {
  if (request.epoch !== org.epoch) {
    throw new ProtocolError('epoch_changed', 'The server was restored.', { epoch: org.epoch })
  }
  const { mutations, marks } = withoutMarks(request.mutations)
  const [user, state, authors] = await Promise.all([
    presentUser(client, org.org_id, speaker.user_id),
    loadState(client, org, request),
    presentAuthors(
      client,
      org.org_id,
      [...marks.values()].map(({ user_id }) => user_id),
    ),
  ])
  const actor: Actor = {
    user_id: speaker.user_id,
    user_name: user.name,
    perms: user.perms,
    lane: request.lane,
    device: request.device,
  }
  // All at once: a mutation over many records would stop at the first that is not loaded, and be run again for each.
  await loadNames(client, org.org_id, state, namesIn(mutations))
  const receipt = receiptMaker(receiptKey, org.org_id)
  const taken = await takeLoaded(client, org.org_id, state, () =>
    takePush(state, request.mutations, actor, now, receipt, faulty, authors),
  )
  if ('code' in taken) throw pushRefused(taken)
  if (told) refuseWhole(taken)
  await loadNames(client, org.org_id, state, taken.named.flat())
  const after = await keep(client, org, actor, { ...request, mutations }, state, taken, now)
  return { reply: replyOf(org, state, taken, now), org: after }
}

/** @throws ProtocolError for the first mutation that was not taken */
function refuseWhole({ results }: PushTaken): void {
  const refused = results.find(({ status }) => status !== 'applied' && status !== 'merged')
  if (!refused) return
  const { code, message, field } = refused
  throw new ProtocolError(
    code ? CODE_OF_REFUSAL[code] : 'conflict',
    message ?? 'This was changed meanwhile.',
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
      loadNames(client, orgId, state, [...state.missedNames.values()]),
      loadRedirects(client, orgId, state, [...state.missedLanes]),
      loadSections(client, orgId, state),
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

async function keep(
  client: pg.PoolClient,
  org: LockedOrganization,
  actor: Actor,
  request: Sent,
  state: LoadedState,
  taken: PushTaken,
  now: string,
): Promise<LockedOrganization> {
  const links = linksOnto(
    org.ledger,
    ledgerFacts(taken.effects, {
      org: org.org_id,
      epoch: org.epoch,
      user: actor.user_id,
      device: actor.device,
      received_at: now,
    }),
  )
  const contents = contentsOf(state, taken)
  const versions = taken.effects.flatMap(({ records }) => records)
  const after = {
    ...org,
    seq: taken.head,
    next_key: versions.reduce(nextKeyAfter, org.next_key),
    ledger: links.at(-1)?.head ?? org.ledger,
  }
  const sections = namesSections(taken.effects) ? await sectionTitles(client, org.org_id) : new Map()
  const entries = logEntries(taken.effects, (key) => state.known.get(key), sections)
  await Promise.all([
    ...(state.laneUser() === undefined ? [keepDevice(client, org.org_id, request.device, now)] : []),
    keepLane(client, org.org_id, request, { user_id: actor.user_id, last_n: taken.last_n }, now),
    ...(taken.effects.length > 0 ? [keepMutations(client, org.org_id, request, taken.effects, now)] : []),
    keepRecords(
      client,
      org.org_id,
      request.lane,
      versions,
      (record) => contents(record.collection, record._id),
      now,
    ),
    keepMemory(client, org.org_id, taken),
    appendToLedger(client, org.org_id, links),
    logActions(client, org, entries, now),
    ...(after.seq === org.seq ? [] : [writeHeads(client, after)]),
  ])
  return after
}

/** The last content that a record had, during this push or before it. */
function contentsOf(state: LoadedState, taken: PushTaken) {
  const during = new Map<string, SyncRecord['content']>()
  for (const record of taken.effects.flatMap(({ records }) => records)) {
    if (record.content) during.set(keyOf(record), record.content)
  }
  return (collection: Collection, id: string) => {
    const key = keyOf({ collection, _id: id })
    const known = state.known.get(key)
    return during.get(key) ?? known?.record?.content ?? known?.lastContent
  }
}

function replyOf(org: LockedOrganization, state: LoadedState, taken: PushTaken, now: string): PushReply {
  const newest = new Map(
    taken.effects.flatMap(({ records }) => records).map((record) => [keyOf(record), record]),
  )
  return {
    protocol: PROTOCOL,
    epoch: org.epoch,
    server_time: now,
    last_n: taken.last_n,
    head: taken.head,
    results: taken.results.map((result, index) => ({
      ...result,
      records: (taken.named[index] ?? []).flatMap((name) => {
        const record = newest.get(keyOf(name)) ?? state.known.get(keyOf(name))?.record
        return record ? [record] : []
      }),
    })),
  }
}
