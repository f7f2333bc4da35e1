import { EDITION } from 'sync-protocol/records/edition'
import { WITHDRAWN, type Mutation } from 'sync-protocol/records/mutation'
import { PUSH_BYTES_MAX, PUSH_MUTATIONS_MAX, readPush } from 'sync-protocol/wire/push'
import { PROTOCOL } from 'sync-protocol/wire/version'
import type { LaneRow } from '../data/database/clinic-rows.ts'
import { OfflineError, TIMEOUT_MS } from '../data/people/server-call.ts'
import { finishRenewal } from '../data/outbox/lanes.ts'
import { adoptEpoch } from '../data/restore/new-epoch.ts'
import {
  fillGap,
  forkLane,
  renameMutation,
  takeBatch,
  withdraw,
  type Batch,
  type Goes,
  type Most,
} from '../data/outbox/outbox.ts'
import type { Ready } from '../data/outbox/round-state.ts'
import { readSetting, readSettings } from '../data/database/settings.ts'
import { storeResults } from '../data/outbox/store-results.ts'
import { exchange, Refused, type EnginePorts } from './exchange.ts'
import { showAgain } from './show-taken.ts'

/** Room for the envelope of a request and the commas between its mutations. */
const BATCH_BYTES = PUSH_BYTES_MAX - 64 * 1024
/** Answers in a row that are no progress before the lane waits for the next round. */
const PATIENCE = 24
/** Before the first contact no epoch is known; the server's answer to this one names it. */
const NO_EPOCH = '00000000-0000-0000-0000-000000000000'
const TOO_LARGE = 'This change is too large to be sent.'

/** The largest change that is saved, over 3 KB/s. The server cuts a request only after that. */
const MOST_TIME_MS = 360_000
/** A link on which a request takes this long is not asked for a larger one. */
const SLOW_MS = 10_000

/** What the engine remembers of its lanes while it runs. */
export interface PushMemory {
  /** Mutations a request may hold. */
  most: number
  /** The same of a lane where a smaller number was needed. */
  caps: Map<string, number>
  /** Bytes a request may have: fewer after one that took too long for the link. */
  bytes: number
  /** How long it may take: longer after a single mutation that took too long. */
  timeMs: number
  /** Lanes made after a fork that the server has taken nothing of yet. */
  unproven: Set<string>
  /** When it was last shown what it took from this tablet, by the device's clock in ms. */
  shownAt: number
  /** When the server last heard of this tablet, by the device's clock in ms. */
  toldAt: number
  /** Who was signed in then. */
  toldBy: string | null
}
export const newPushMemory = (most = PUSH_MUTATIONS_MAX, bytes = BATCH_BYTES): PushMemory => ({
  most,
  caps: new Map(),
  bytes,
  timeMs: TIMEOUT_MS,
  unproven: new Set(),
  shownAt: -Infinity,
  toldAt: -Infinity,
  toldBy: null,
})

/** What a request of this lane may hold now. */
export const mostOf = (memory: PushMemory, lane: LaneRow): Most => ({
  mutations: memory.caps.get(lane.id) ?? memory.most,
  bytes: memory.bytes,
})

interface Identity {
  token: string
  session: boolean
}

/** One lane leaves under its own user's session or its own push token, never another's (sync contract D1). */
export function identityOf(ports: EnginePorts, lane: LaneRow): Identity | null {
  const who = ports.credentials()
  if (/* @rule identity */ who?.user_id === lane.user_id) return { token: who.token, session: true }
  return lane.push_token !== null && !lane.shut_out ? { token: lane.push_token, session: false } : null
}

/**
 * Sends what a user of this tablet has not sent yet, in order, beginning with what was `read` already, until there is no more
 * or it is another's turn whose lane `goes` too. True when some of it left and nothing holds up the rest; rejects with what
 * holds up more than this lane. While the server works on a full batch the next one is made ready, and it leaves as soon as
 * the answer is here, before that is stored: the server has taken what comes before, and after a crash all that is not
 * stored is sent again. While somebody reads, this tablet's place in the feed `stays`.
 */
export async function pushLane(
  ports: EnginePorts,
  memory: PushMemory,
  userId: string,
  goes: Goes,
  read?: Ready,
  feed: 'moves' | 'stays' = 'moves',
): Promise<boolean> {
  let first = read?.lane.user_id === userId ? read : undefined
  let ready: Promise<Batch | undefined> | undefined
  let stored = Promise.resolve()
  let left = false
  try {
    for (let stuck = 0; stuck < PATIENCE; stuck++) {
      // Side by side: every answer that is waited for alone holds up what somebody waits to see.
      const [lane, place] = first
        ? [first.lane, sentFrom(first)]
        : await Promise.all([ports.clinic.lanes.get(userId), placeOf(ports)])
      const identity = lane && identityOf(ports, lane)
      if (!lane || !identity) return false
      // One that was interrupted.
      if (lane.renewal) {
        await finishRenewal(ports.clinic, userId)
        continue
      }
      const most = mostOf(memory, lane)
      const ahead = first?.batch ?? (await ready)
      first = ready = undefined
      // Without one ahead, what is first is only known once all answers are stored.
      if (!ahead) await stored
      const batch = ahead ?? (await takeBatch(ports.clinic, userId, most, goes))
      if (!batch) return left
      const begun = ports.deviceNow()
      try {
        const answer = send(ports, batch, identity, place, memory.timeMs)
        if (batch.full) ready = takeBatch(ports.clinic, userId, most, goes, batch)
        ready?.catch(() => undefined)
        const reply = await answer
        passed(memory, batch, ports.deviceNow() - begun)
        // In order: an answer is stored after those before it, or not at all.
        await stored
        stored = take(ports, batch, reply, feed === 'moves')
        stored.catch(() => undefined)
        memory.unproven.delete(lane.id)
        memory.caps.set(lane.id, Math.min(memory.most, most.mutations * 2))
        stuck = -1
        left = true
      } catch (error) {
        await stored
        await ready?.catch(() => undefined)
        ready = undefined
        if (error instanceof OfflineError && ports.deviceNow() - begun >= SLOW_MS) tookTooLong(memory, batch)
        if (!(error instanceof Refused)) throw error
        await answerRefusal(ports, memory, batch, identity, error)
      }
    }
    return false
  } finally {
    await ready?.catch(() => undefined)
    await stored
  }
}

const bytesOf = ({ rows }: Batch) => rows.reduce((sum, row) => sum + (row.withdrawn === 1 ? 0 : row.bytes), 0)

/** Over a slow link less is sent at a time, or the same would be sent again for ever; a single mutation gets more time. */
function tookTooLong(memory: PushMemory, batch: Batch): void {
  if (batch.mutations.length > 1) memory.bytes = /* @rule slow-halves */ Math.floor(bytesOf(batch) / 2)
  else memory.timeMs = Math.min(MOST_TIME_MS, memory.timeMs * 2)
}

function passed(memory: PushMemory, batch: Batch, tookMs: number): void {
  memory.timeMs = TIMEOUT_MS
  if (tookMs < SLOW_MS) memory.bytes = Math.min(BATCH_BYTES, Math.max(memory.bytes, bytesOf(batch) * 2))
}

type Place = Awaited<ReturnType<typeof placeOf>>

/** In which epoch and from which tablet a lane is sent. */
async function placeOf({ clinic }: EnginePorts) {
  const [epoch, device] = await readSettings(clinic, ['epoch', 'device'])
  return sentFrom({ epoch, device })
}

const sentFrom = ({ epoch, device }: Pick<Ready, 'epoch' | 'device'>) => ({
  epoch: epoch ?? NO_EPOCH,
  device: device ?? '',
})

type Reply = ReturnType<typeof readPush>

function send(
  ports: EnginePorts,
  batch: Batch,
  identity: Identity,
  place: Place,
  timeoutMs = TIMEOUT_MS,
): Promise<Reply> {
  const body = {
    protocol: PROTOCOL,
    ...place,
    lane: batch.lane.id,
    ...(batch.shared && { shared: batch.shared }),
    sent_at: new Date(ports.deviceNow()).toISOString(),
    mutations: batch.mutations,
  }
  return exchange(
    ports,
    { method: 'POST', path: '/sync/push', token: identity.token, body, timeoutMs },
    { parse: (answer) => answerTo(batch, readPush(answer)) },
  )
}

/**
 * One outcome for each change, in their order. Something in between may give what it was told before once more: nothing is done
 * by that, and it would be asked again at once, for ever.
 * @throws TypeError for the answer to something else
 */
function answerTo({ mutations }: Batch, reply: Reply): Reply {
  const { results } = reply
  const isWhole = results.length === mutations.length
  // @rule answer-is-ours
  if (!isWhole || mutations.some(({ n, id }, nth) => results[nth]?.n !== n || results[nth].id !== id))
    throw new TypeError('This is the answer to other changes.')
  return reply
}

const take = (ports: EnginePorts, batch: Batch, reply: Reply, moves: boolean) =>
  storeResults(ports.clinic, batch, reply.results, {
    epoch: reply.epoch,
    at: reply.server_time,
    ledger: reply.ledger_head,
    signedIn: ports.signedIn(),
    deviceNow: ports.deviceNow,
    moves,
  })

async function answerRefusal(
  ports: EnginePorts,
  memory: PushMemory,
  batch: Batch,
  identity: Identity,
  refused: Refused,
): Promise<void> {
  switch (refused.step) {
    case 'drop-identity':
      return dropIdentity(ports, batch.lane, identity)
    case 'new-lane':
      if (refused.body?.code === 'forbidden' && !identity.session)
        return dropIdentity(ports, batch.lane, identity)
      return newLane(ports, memory, batch)
    case 'fill-gap':
      // A number beyond the server's only makes this ask: where it went back, the numbers are filled in no epoch any more.
      await showAgain(ports, memory)
      return fillGap(ports.clinic, batch, refused.body?.last_n ?? 0, ports.newId())
    case 'split':
      return split(ports, memory, batch, identity, refused)
    case 'new-epoch':
      if ((await readSetting(ports.clinic, 'epoch')) !== undefined || !refused.body?.epoch) throw refused
      return adoptEpoch(ports.clinic, refused.body.epoch)
    default:
      throw refused
  }
}

async function dropIdentity(ports: EnginePorts, lane: LaneRow, identity: Identity): Promise<void> {
  if (identity.session) ports.tokenRefused(identity.token)
  else
    await ports.clinic.lanes
      .where('id')
      .equals(lane.id)
      .filter((row) => row.push_token === identity.token)
      .modify({ push_token: null, shut_out: true })
}

/**
 * The server knows this lane otherwise than this tablet does. When even a new lane forks, a mutation's id is known with
 * another body: the batch is halved until that one is alone, and it gets an id of its own.
 */
async function newLane(ports: EnginePorts, memory: PushMemory, batch: Batch): Promise<void> {
  if (!memory.unproven.has(batch.lane.id)) {
    const fresh = ports.newId()
    memory.unproven.add(fresh)
    return forkLane(ports.clinic, batch, fresh)
  }
  const [first] = batch.mutations
  if (batch.mutations.length > 1) memory.caps.set(batch.lane.id, Math.floor(batch.mutations.length / 2))
  else if (first) await renameMutation(ports.clinic, first.id, ports.newId())
}

async function split(
  ports: EnginePorts,
  memory: PushMemory,
  { lane, mutations }: Batch,
  identity: Identity,
  refused: Refused,
): Promise<void> {
  const [first] = mutations
  if (mutations.length > 1) memory.caps.set(lane.id, Math.floor(mutations.length / 2))
  else if (first && first.ops.length > 0 && (refused.body || (await letsPass(ports, lane, identity))))
    await withdraw(ports.clinic, first.id, {
      code: 'too_large',
      message: TOO_LARGE,
      at: new Date(ports.deviceNow()).toISOString(),
    })
  else throw refused
}

/**
 * Something in between said that a change is too large, not the server. Does it let the least through? Asked with a number that
 * the server does not wait for, which takes nothing. Where it does not, the change waits for better times like all others.
 */
async function letsPass(ports: EnginePorts, lane: LaneRow, identity: Identity): Promise<boolean> {
  const at = new Date(ports.deviceNow()).toISOString()
  const nothing = { action: WITHDRAWN, at, clock_offset_ms: null, schema: EDITION, detail: null, ops: [] }
  const mutations = [{ ...nothing, n: lane.next_n + 1, id: ports.newId() }] as Mutation[]
  try {
    await send(ports, { lane, mutations, rows: [] }, identity, await placeOf(ports))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.step !== 'split'
  }
  return true
}
