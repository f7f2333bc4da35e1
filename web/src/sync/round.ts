import type { Standing } from 'sync-protocol/wire/device-standing'
import { resubmitAcknowledged } from '../data/restore/acknowledged.ts'
import { startEpoch } from '../data/restore/new-epoch.ts'
import { nextToSend } from '../data/outbox/outbox.ts'
import type { LaneRow } from '../data/database/clinic-rows.ts'
import { OfflineError } from '../data/people/server-call.ts'
import { readRoundState, type Ready } from '../data/outbox/round-state.ts'
import { isFull } from '../data/database/reserve.ts'
import { readSetting } from '../data/database/settings.ts'
import { Refused, type EnginePorts } from './exchange.ts'
import { pullFeed } from './pull-feed.ts'
import { identityOf, mostOf, pushLane, type PushMemory } from './push-lane.ts'
import { isRegistered, registerLane } from './register-lane.ts'
import { showAgain, showTaken } from './show-taken.ts'
import { tellDevice } from './tell-device.ts'

/** What a round is for: what was saved here is to leave, or that and reading what others did. */
export type RoundFor = 'sending' | 'all'

/** How a round of sending and reading ended. */
export interface RoundResult {
  /** Everything that could be sent was, and everything was read. */
  ok: boolean
  /** The server gave an answer, whatever it said. */
  reachable: boolean
  /** It gave any answer at all, although a later one failed to come. */
  answered?: boolean
  /** When the last answer that told the server's time came, by the device's clock in ms. */
  toldAt?: number
  /** False where there was nothing to ask it: that says nothing of the server. */
  asked?: boolean
  /** Only whether the server answers was asked, and it does not: to ask that again soon costs little. */
  probed?: boolean
  retryAfterMs?: number
  updateRequired?: boolean
  /** How this tablet stands, where that was asked. */
  standing?: Standing
  /** The organization revoked this tablet. */
  revoked?: boolean
  /** It was the demonstration, and the server has it no more. */
  gone?: boolean
  /** There was no room here for what it brought or learned. */
  full?: boolean
  /** What went wrong, for the console. */
  error?: unknown
}

/** Histories that may follow one another within one round. */
const EPOCHS = 3

/**
 * Makes the lane known, sends every lane, reads the feed to its end, and tells of the tablet. One that is for `sending` ends
 * there, unless there was nothing to be sent. Never rejects.
 */
export async function syncRound(
  ports: EnginePorts,
  memory: PushMemory,
  what: RoundFor = 'all',
): Promise<RoundResult> {
  for (let tries = 0; ; tries++) {
    const result = await tryRound(ports, memory, tries === 0 ? what : 'all')
    const epoch = await newEpoch(ports, result)
    if (epoch === undefined || tries >= EPOCHS) return result
    await startEpoch(ports.clinic, epoch, ports.newId)
    // Whether anything is left here is looked at anew once it has begun.
    memory.toldAt = -Infinity
  }
}

/** The server's epoch that this tablet has to begin: it was refused for another, or was revoked in another. */
async function newEpoch(
  { clinic }: EnginePorts,
  { error, standing }: RoundResult,
): Promise<string | undefined> {
  if (error instanceof Refused && error.step === 'new-epoch') return error.body?.epoch
  // @rule revoked-begins
  if (standing?.revoked !== true) return undefined
  const known = await readSetting(clinic, 'epoch')
  return known === undefined || known === standing.epoch ? undefined : standing.epoch
}

async function tryRound(ports: EnginePorts, memory: PushMemory, what: RoundFor): Promise<RoundResult> {
  let answered = false
  let asked = false
  let toldAt: number | undefined
  const clockTold = (at: number) => (toldAt = at)
  const watched: EnginePorts = {
    ...ports,
    clockTold,
    call: async (call) => {
      asked = true
      const answer = await ports.call(call)
      answered = true
      return answer
    },
  }
  /** It is asked, and no answer to it tells whether there was anything to be sent. */
  const asking: EnginePorts['call'] = (call) => {
    asked = true
    return ports.call(call)
  }
  const told = () => (toldAt === undefined ? {} : { toldAt })
  let failed: RoundResult | undefined
  let full = false
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      full ||= isFull(error)
      failed = failure(ports, error, failed)
    }
    return !failed || (failed.error instanceof Refused && isOwnMatter(failed.error))
  }
  const state = await readRoundState(ports.clinic, (lane) => mostOf(memory, lane))
  // What an earlier epoch took comes first: what is unsent may build on it.
  const mayPush = !state.toResubmit || (await resubmitLost(ports))
  const own = state.lanes.find(({ user_id }) => user_id === ports.credentials()?.user_id)
  const isKnown = own === undefined || isRegistered(own, state.keys)
  let going = isKnown || (await attempt(() => registerLane(watched)))
  // Before anything new is sent: an epoch that went back takes nothing more under its name.
  // @rule shows-taken
  if (going && !state.toResubmit)
    going = await attempt(() => showTaken({ ...ports, clockTold, call: asking }, memory))
  const ready = isKnown && !state.toResubmit ? state.ready : undefined
  if (mayPush && going) going = await pushAll(watched, memory, attempt, 'moves', ready)
  if (what === 'sending' && answered)
    return { ...(failed ?? { ok: true }), reachable: isReachable(failed), answered, full, ...told() }
  // What is saved during a long load, or while the tables are looked through, leaves between two pieces.
  const between = async () => {
    if (mayPush && going) going = await pushAll(watched, memory, attempt, 'stays')
  }
  if (going) await attempt(() => pullFeed(watched, between, () => showAgain(watched, memory)))
  // Last, so that nothing waits for it, and the number is what is left; also when what is unsent is refused.
  let heard: Standing | 'gone' | undefined
  if (!(failed?.error instanceof OfflineError))
    await attempt(async () => {
      heard = await tellDevice(watched, memory, isTurnedAway(failed))
    })
  const standing = heard === 'gone' ? undefined : heard
  if (!isReachable(failed) || isBehindWall(failed)) memory.shownAt = -Infinity
  return {
    ...(failed ?? { ok: true }),
    reachable: isReachable(failed) && answered,
    answered,
    asked,
    full,
    ...told(),
    revoked: standing?.revoked === true || revoked(failed),
    ...(standing && { standing }),
    ...(heard === 'gone' && { gone: true }),
  }
}

/** Does a part of a round; false where what went wrong holds up all that comes after it. */
type Attempt = (work: () => Promise<void>) => Promise<boolean>

/**
 * Sends all that can leave, by whoever's turn it is, beginning with what was `read` already. Whose lane is held up is left
 * for this time, and waited for by nobody. False where sending is over for this round.
 */
async function pushAll(
  ports: EnginePorts,
  memory: PushMemory,
  attempt: Attempt,
  feed: 'moves' | 'stays',
  read?: Ready,
): Promise<boolean> {
  const heldUp = new Set<string>()
  const goes = (lane: LaneRow) => !heldUp.has(lane.user_id) && identityOf(ports, lane) !== null
  for (let ready = read; ; ready = undefined) {
    const userId = ready?.lane.user_id ?? (await nextToSend(ports.clinic, goes))
    if (userId === undefined) return true
    let isUnhindered = false
    const work = async () => {
      isUnhindered = await pushLane(ports, memory, userId, goes, ready, feed)
    }
    if (!(await attempt(work))) return false
    if (!isUnhindered) heldUp.add(userId)
  }
}

/**
 * After a restore from backup the signed-in person brings back what this tablet knows the server to have taken. False while
 * nobody is there to do so: nothing may be sent before it.
 */
async function resubmitLost({ clinic, credentials, deviceNow, newId }: EnginePorts): Promise<boolean> {
  const who = credentials()
  if (!who || !(await clinic.lanes.get(who.user_id))) return false
  await resubmitAcknowledged(clinic, { user_id: who.user_id, deviceNow, newId })
  return true
}

/** Something in between answered, or a server without its database. */
const isBehindWall = (failed: RoundResult | undefined) =>
  failed?.error instanceof Refused && failed.error.status >= 500

const isReachable = (failed: RoundResult | undefined) => !(failed?.error instanceof OfflineError)

const revoked = (failed: RoundResult | undefined) =>
  failed?.error instanceof Refused && failed.error.step === 'revoked'

/** It, or somebody on it: how they stand is asked at once. */
const isTurnedAway = (failed: RoundResult | undefined) =>
  revoked(failed) || (failed?.error instanceof Refused && failed.error.step === 'drop-identity')

/** What concerns one identity or one lane does not hold up the others. */
const isOwnMatter = ({ step, status }: Refused) =>
  step === 'drop-identity' ||
  step === 'new-lane' ||
  step === 'revoked' ||
  step === 'split' ||
  (step === 'back-off' && status < 500 && status !== 404)

function failure(ports: EnginePorts, error: unknown, before: RoundResult | undefined): RoundResult {
  if (before && !(error instanceof OfflineError)) return before
  if (!(error instanceof Refused)) return { ok: false, reachable: !(error instanceof OfflineError), error }
  if (error.step === 'drop-identity' && error.token !== null) ports.tokenRefused(error.token)
  return {
    ok: false,
    reachable: true,
    error,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    ...(error.step === 'update' ? { updateRequired: true } : {}),
  }
}
