import { PERMISSION } from 'sync-protocol/rules/permissions'
import type { ClinicDatabase } from '../data/clinic-database.ts'
import { newId } from '../data/ids.ts'
import { orgOf } from '../data/clinic-database.ts'
import { readSetting, writeSetting } from '../data/settings.ts'
import { callServer, OfflineError, openStream, tokenRefused } from '../data/server-call.ts'
import { goOnline, needsSignIn, session } from '../data/session.ts'
import { savesSoFar, stateOf, syncStatus, type SyncStatus } from '../data/sync-status.ts'
import { setClockOffset } from '../data/time.ts'
import { watchOutbox } from '../data/watch-outbox.ts'
import type { EnginePorts } from './exchange.ts'
import { listenLive, type Live } from './live.ts'
import { newPushMemory } from './push-lane.ts'
import { readStatus, readStorage } from './read-status.ts'
import { syncRound, type RoundResult } from './round.ts'
import { startSchedule, type Schedule } from './schedule.ts'

export interface Engine {
  /** There is a reason to believe that the server answers now. */
  tryNow(): void
  /** The page is hidden, or somebody else is signed in: what is listened to ends or changes. */
  listenAnew(): void
  stop(): Promise<void>
}

const isCurrent = (clinic: ClinicDatabase) => session.getState().user?.org_id === orgOf(clinic)

/** Who only manages the organization has no records to hear of. */
const mayRead = () => session.getState().user?.org_perms.includes(PERMISSION.records) === true

function portsOf(clinic: ClinicDatabase): EnginePorts {
  return {
    clinic,
    call: callServer,
    deviceNow: Date.now,
    newId,
    credentials() {
      const { user, token } = session.getState()
      return user && token !== null && isCurrent(clinic) ? { user_id: user._id, token } : null
    },
    signedIn: () => (isCurrent(clinic) ? (session.getState().user?._id ?? null) : null),
    tokenRefused,
    clockKnown(offset) {
      if (isCurrent(clinic)) setClockOffset(offset)
    },
  }
}

/** Writes what is known to the status store, the state with it. */
function say(known: Partial<SyncStatus>): void {
  const status = { ...syncStatus.getState(), ...known }
  syncStatus.setState({ ...status, state: stateOf(status, Date.now()) })
}

let told = 0

/** Reads the numbers anew; of several readings at once the last begun counts. */
async function tell(clinic: ClinicDatabase): Promise<void> {
  const { user } = session.getState()
  if (user && !isCurrent(clinic)) return
  const turn = ++told
  const saves = savesSoFar()
  const known = await readStatus(clinic, user)
  if (turn === told && saves === savesSoFar()) say({ ...known, signInAgain: needsSignIn() })
}

/** Without a session nothing is asked that would show whether the server answers. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await callServer({ method: 'GET', path: '/setup/state', token: null })).status === 200
  } catch (error) {
    if (error instanceof OfflineError) return false
    throw error
  }
}

const log = (what: string) => (error: unknown) => console.error(what, error)

/** Resolves with the lock's release once this tab is the one that sends for the organization. */
async function leading(clinic: ClinicDatabase, run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return run()
  try {
    await locks.request(`sync-${clinic.name}`, { signal }, run)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/**
 * Keeps one organization's database and the server in step, in one tab at a time; the others wait for its lock and see
 * its work in the database. Runs signed out too: what is unsent leaves with its lane's push token.
 */
export function startEngine(clinic: ClinicDatabase): Engine {
  const ports = portsOf(clinic)
  const memory = newPushMemory()
  const ending = new AbortController()
  const timers = {
    set: (work: () => void, ms: number) => setTimeout(work, ms),
    clear: (timer: unknown) => clearTimeout(timer as number),
  }
  let schedule: Schedule | undefined
  let live: Live | undefined
  let telling = Promise.resolve()
  const refresh = () => {
    if (!ending.signal.aborted)
      telling = telling.then(() => tell(clinic)).catch(log('The status cannot be told.'))
  }

  const round = async (): Promise<RoundResult> => {
    await goOnline().catch(log('Signing in again failed.'))
    const result = await syncRound(ports, memory)
    const unasked = isCurrent(clinic) && needsSignIn() && result.error === undefined && !result.reachable
    return unasked ? { ...result, reachable: await serverAnswers() } : result
  }
  const ended = (result: RoundResult) => {
    if (result.error !== undefined && result.reachable)
      console.warn('Not everything was sent or read.', result.error)
    say({ updateRequired: result.updateRequired === true })
    readStorage().then((storage) => say({ storage }), log('The storage cannot be measured.'))
    telling = telling
      .then(() => writeSetting(clinic, 'server_reachable', result.reachable))
      .catch(log('The status cannot be kept.'))
    refresh()
  }
  /** What this tablet sent itself it has read already by the time that it hears of it. */
  const hear = async (head: number) => {
    if (head > ((await readSetting(clinic, 'cursor')) ?? 0)) schedule?.poke()
  }
  const listenAnew = () => {
    if (document.visibilityState === 'visible') live?.wake()
    else live?.rest()
  }
  const lead = () =>
    new Promise<void>((resolve) => {
      if (ending.signal.aborted) return resolve()
      schedule = startSchedule(round, Math.random, timers, ended)
      const stream = {
        open: (token: string, signal: AbortSignal) => openStream('/sync/events', token, signal),
        token: () => (mayRead() ? (ports.credentials()?.token ?? null) : null),
        random: Math.random,
        timers,
      }
      live = listenLive(stream, (head) => void hear(head).catch(log('A change was not read at once.')))
      listenAnew()
      ending.signal.addEventListener('abort', () => {
        live?.rest()
        schedule?.stop().then(resolve, resolve)
      })
    })
  const unwatch = watchOutbox(clinic, {
    onSaved: () => schedule?.poke(),
    onChange: refresh,
  })
  const done = leading(clinic, lead, ending.signal).catch(log('Sending and reading ended.'))
  return {
    tryNow() {
      schedule?.tryNow()
      listenAnew()
    },
    listenAnew,
    async stop() {
      unwatch()
      ending.abort()
      await done
      await telling
    },
  }
}
