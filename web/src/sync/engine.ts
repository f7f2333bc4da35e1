import type { ChangeEvent, ChangePage } from 'sync-protocol/wire/events'
import type { ClinicDatabase } from '../data/database/clinic-database.ts'
import { freeReserve, keepReserve, withRoom } from '../data/database/reserve.ts'
import { callServer, OfflineError, openStream } from '../data/people/server-call.ts'
import { goOnline, needsSignIn, session } from '../data/people/session.ts'
import {
  noteStorageFull,
  onSavedHere,
  savesSoFar,
  stateOf,
  syncStatus,
  type SyncStatus,
} from '../data/database/sync-status.ts'
import { hasUnread, hasUnsent } from '../data/outbox/outbox.ts'
import { Ousted } from '../data/outbox/leader-term.ts'
import { toldAt } from '../data/database/server-contact.ts'
import { noteTold } from '../data/database/time.ts'
import { watchOutbox } from '../data/outbox/watch-outbox.ts'
import { askBackgroundSync } from './background-sync.ts'
import { beginLeaderTerm } from './begin-leader-term.ts'
import { confirmSoon } from './confirm-soon.ts'
import { openChannel } from './channel.ts'
import { sendAnew } from './hanging.ts'
import { hearInTurn } from './hear-in-turn.ts'
import { answerOf, keepAnswer, takeHeard, troubleOf } from './heard.ts'
import { standForElection, type Begin } from './leader-election.ts'
import { listenLive, type Live } from './live.ts'
import { newPushMemory } from './push-lane.ts'
import { noteProtocol, readStatus, readStorage } from './read-status.ts'
import type { RoundFor, RoundResult } from './round.ts'
import { startSchedule, type Schedule } from './schedule.ts'
import { isCurrent, sessionPorts } from './session-ports.ts'
import { isNews, takeChange } from './take-change.ts'

export interface Engine {
  /** There is a reason to believe that the server answers now. */
  tryNow(): void
  /** The page is hidden, or somebody else is signed in: what is listened to ends or changes. */
  listenAnew(): void
  stop(): Promise<void>
}

/** Writes what is known to the status store, the state with it. */
function say(known: Partial<SyncStatus>): void {
  const status = { ...syncStatus.getState(), ...known }
  syncStatus.setState({ ...status, state: stateOf(status, Date.now()) })
}

let told = 0
/** How the server answered, where there was no room to write it down. */
let unkept: Partial<SyncStatus> | undefined

/** Reads the numbers anew; of several readings at once the last begun counts. */
async function tell(clinic: ClinicDatabase): Promise<void> {
  const { user } = session.getState()
  if (user && !isCurrent(clinic)) return
  const turn = ++told
  const saves = savesSoFar()
  const known = await readStatus(clinic, user)
  if (known.contact && isCurrent(clinic)) noteTold(toldAt(known.contact))
  if (turn === told && saves === savesSoFar()) say({ ...known, ...unkept, signInAgain: needsSignIn() })
}

/** A probe that got no answer by then is made anew: what was sent into a network that comes back is often lost. */
const PROBE_TIMEOUT_MS = 5_000

/** Without a session, or a right to read, a round may ask nothing that would show whether the server answers. */
async function serverAnswers(fresh = false): Promise<boolean> {
  try {
    const probe = { method: 'GET', path: '/setup/state', token: null, timeoutMs: PROBE_TIMEOUT_MS } as const
    return (await callServer({ ...probe, fresh })).status === 200
  } catch (error) {
    if (error instanceof OfflineError) return false
    throw error
  }
}

/** A leader that was ousted, or a storage that fails: the next round finds out, and says so. */
function notTaken(error: unknown): false {
  console.warn('A change that came by itself was not stored.', error)
  return false
}

const log = (what: string) => (error: unknown) => console.error(what, error)

/** A round that found no room is done once more with the reserve freed (sync contract T9). */
async function inRoom(round: () => Promise<RoundResult>): Promise<RoundResult> {
  const result = await round()
  if (!result.full) return result
  noteStorageFull()
  return (await freeReserve()) ? round() : result
}

/** Where something found no room, that is over when there is room for the reserve again. */
async function lookAtStorage(): Promise<Partial<SyncStatus>> {
  const storage = await readStorage()
  return (await keepReserve(storage)) ? { storage, storageFull: false } : { storage }
}

const timers = {
  set: (work: () => void, ms: number) => setTimeout(work, ms),
  clear: (timer: unknown) => clearTimeout(timer as number),
}

/** What is sent, stored and shown goes first, and what comes together is told once. That something is unsent is told at once. */
const TELL_MS = 30
/** Between two looks at the storage, unless it was full. */
const STORAGE_MS = 30_000

const isOutdated = () => syncStatus.getState().updateRequired

const isLookedAt = () => document.visibilityState === 'visible'

/**
 * Keeps one organization's database and the server in step, in one tab at a time; the others stand for election and see its work
 * in the database. Runs signed out too: what is unsent leaves with its lane's push token.
 */
export function startEngine(clinic: ClinicDatabase): Engine {
  const ending = new AbortController()
  let schedule: Schedule | undefined
  let live: Live | undefined
  let telling = Promise.resolve()
  let toTell: unknown
  const tellSoon = () => {
    toTell = undefined
    telling = telling.then(() => tell(clinic)).catch(log('The status cannot be told.'))
  }
  const refresh = () => {
    if (!ending.signal.aborted) toTell ??= timers.set(tellSoon, TELL_MS)
  }
  const listenAnew = () => {
    if (isLookedAt()) return live?.wake()
    live?.rest()
    // Nobody knows whether this page comes back.
    if (syncStatus.getState().queued > 0) askBackgroundSync('now')
  }

  const begin: Begin = async (over) => {
    /** The next stream is opened over a fresh connection. */
    let streamsFresh = false
    const call = sendAnew({
      call: callServer,
      answers: serverAnswers,
      timers,
      onDead(fresh) {
        streamsFresh = fresh
        myLive.renew()
      },
    })
    const portsOf = (own: ClinicDatabase) => ({ ...sessionPorts(own), call })
    const term = await withRoom(() => beginLeaderTerm(clinic, portsOf, over), noteStorageFull)
    const memory = newPushMemory()
    /** The server was out of reach when it was last asked. */
    let out = false
    /** Whether it answers is asked over a fresh connection and over any in turn: what is kept open may be dead by then. */
    let probesFresh = false
    const round = async (what: RoundFor): Promise<RoundResult> => {
      // Where somebody waits for the server to come back, it is asked often whether it did, and for nothing else.
      probesFresh = out && !probesFresh
      if (out && isLookedAt() && !(await serverAnswers(probesFresh)))
        return { ok: false, reachable: false, asked: true, probed: true }
      await goOnline().catch(log('Signing in again failed.'))
      // While it hears of every change, its own come back to it as others' do, and need not be asked for.
      const own = myLive.hears() ? what : 'all'
      const result = await inRoom(() => term.round(memory, own))
      if (own === 'sending') ownsComeBack.expect()
      const unasked = isCurrent(clinic) && result.error === undefined && !result.reachable
      return unasked ? { ...result, asked: true, reachable: await serverAnswers() } : result
    }
    const keepStatus = async (result: RoundResult) => {
      const now = Date.now()
      if (result.asked === false) return
      unkept = answerOf(syncStatus.getState(), result, now)
      await keepAnswer(term.clinic, result, now)
      await noteProtocol(term.clinic, result)
      unkept = undefined
    }
    let storageSeen = -Infinity
    const ended = (result: RoundResult) => {
      if (result.error instanceof Ousted) return
      // What is listened to waits for its own time to try again.
      if (out && result.reachable && isLookedAt()) live?.wake()
      if (result.asked !== false) out = !result.reachable
      if (!result.ok && syncStatus.getState().queued > 0) askBackgroundSync()
      if (result.error !== undefined && result.reachable)
        console.warn('Not everything was sent or read.', result.error)
      say({ updateRequired: result.updateRequired === true, trouble: troubleOf(result) })
      if (syncStatus.getState().storageFull || Date.now() - storageSeen > STORAGE_MS) {
        storageSeen = Date.now()
        lookAtStorage().then(say, log('The storage cannot be measured.'))
      }
      withRoom(() => takeHeard(clinic, result), noteStorageFull).catch(
        log('What the server said of this tablet was not kept.'),
      )
      telling = telling
        .then(() => withRoom(() => keepStatus(result), noteStorageFull))
        .catch(log('The status cannot be kept.'))
      refresh()
    }
    const hear = async (change: ChangeEvent) => {
      const { page } = change
      const take = (next: ChangePage) => takeChange(term.clinic, next, Date.now())
      const taken = page && (await withRoom(() => take(page), noteStorageFull).catch(notTaken))
      const still = () => isNews(clinic, change)
      if (!taken && (await still())) mySchedule.poke(still)
    }
    const hearing = hearInTurn(hear, log('A change was not read at once.'))
    const heard = (change: ChangeEvent, isAfterEnd: boolean) => {
      hearing.heard(change)
      if (!isAfterEnd) return
      // It connects anew: the server may be another by now, and stand elsewhere under the same number.
      memory.shownAt = -Infinity
      mySchedule.poke()
    }
    const stream = {
      open(token: string, signal: AbortSignal) {
        const fresh = streamsFresh
        streamsFresh = false
        return openStream('/sync/events', token, signal, fresh)
      },
      lost() {
        if (!out) mySchedule.poke()
      },
      token: () => (term.ports.mayRead() ? (term.ports.credentials()?.token ?? null) : null),
      random: Math.random,
      timers,
    }
    const ownsComeBack = confirmSoon(
      timers,
      () => hasUnread(clinic),
      () => mySchedule.poke(() => hasUnread(clinic)),
    )
    const myLive = listenLive(stream, heard)
    const mySchedule = startSchedule(round, Math.random, timers, ended)
    schedule = mySchedule
    live = myLive
    listenAnew()
    return {
      alive: term.alive,
      async stop() {
        if (schedule === mySchedule) schedule = undefined
        if (live === myLive) live = undefined
        myLive.rest()
        ownsComeBack.stop()
        await mySchedule.stop()
        await hearing.ended()
        await telling
        term.end()
      },
    }
  }

  const unsent = () => hasUnsent(clinic)
  const unhear = onSavedHere(() => {
    if (isCurrent(clinic)) schedule?.poke(unsent, 'sending')
  })
  const unwatch = watchOutbox(clinic, {
    onSaved: () => {
      schedule?.poke(unsent, 'sending')
      askBackgroundSync()
    },
    onChange: refresh,
  })
  const channel = openChannel(`sync-${clinic.name}`)
  const ports = {
    name: `sync-${clinic.name}`,
    locks: globalThis.navigator?.locks as LockManager | undefined,
    channel,
    timers,
    looked: isLookedAt,
    // Only a page that somebody looks at listens to the server.
    // Nor does one that the server takes for too old to read lead while another window can.
    givesWay: (question: string) => isOutdated() || (question === 'wanted?' && !isLookedAt()),
    asks: () => !isOutdated(),
  }
  const election = standForElection(ports, begin, ending.signal)
  return {
    tryNow() {
      schedule?.tryNow()
      listenAnew()
      if (isLookedAt()) election.ask()
    },
    listenAnew,
    async stop() {
      unhear()
      unwatch()
      ending.abort()
      timers.clear(toTell)
      await election.done
      await telling
      channel.close()
    },
  }
}
