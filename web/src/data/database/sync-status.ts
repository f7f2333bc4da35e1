import { createStore } from 'zustand/vanilla'
import { contactFor, type ServerContact } from './server-contact.ts'

export interface SyncStatus {
  /** One word for the mark in the corner; the numbers say the rest (sync contract T7). */
  state: 'reading' | 'sent' | 'sending' | 'offline' | 'attention' | 'behind' | 'stuck'
  /** Changes that have no outcome yet, of every user of this tablet. */
  unsent: number
  /** The same with what is only told for the action log: all that there is to send. */
  queued: number
  /** Changes that the server has and this tablet has not read back, so that their records still say "Not sent yet". */
  unread: number
  /** The server was restored, and lacks what this tablet has not begun to bring back yet. */
  returning: boolean
  /** When the oldest of what is unsent was saved. */
  oldestAt: string | null
  /** When this tablet last had everything that the server has. */
  lastPull: string | null
  /** The same by the server's clock, to be shown. */
  lastHeard: string | null
  /** Whoever is signed in reads records; nobody else is behind. */
  reads: boolean
  /** Entries that wait in Needs attention. */
  attention: number
  /** What does not agree among the balance sheets, and nobody has looked at yet (sync contract M8). */
  discrepancies: number
  /** Times that the server told of another ledger than the one this tablet saw. */
  ledgerAlarms: number
  /** Bytes, 0 while unknown; persisted storage is not evicted by the browser. */
  storage: { usage: number; quota: number; persisted: boolean }
  /** The server answered the last call, whatever it said. */
  serverReachable: boolean
  /** Since when it answers at all, and when it last did; null while it never has. */
  contact: ServerContact | null
  /** Whose unsent work lies here, whoever is signed in. */
  people: readonly UnsentPerson[]
  /** How the server refused the last round; null while it did not. */
  trouble: { status: number; code: string } | null
  /** The server no longer takes this version of the app. */
  updateRequired: boolean
  /** Signed in without the server: nothing is read until the person signs in again. */
  signInAgain: boolean
  /** The browser deleted what was stored here, and nobody has read that yet. */
  storageLost: boolean
  /** The browser had no room for what was to be stored; over when there is room for a reserve again. */
  storageFull: boolean
  /** The first load of this clinic's records is complete. */
  loaded: boolean
  /** The library is here, be it that facts are still on their way. */
  libraryLoaded: boolean
  /** Records that a load under way has brought so far; null while there is none. */
  loading: number | null
  /** Times that records here were found to differ from the server's, and were loaded anew. */
  differences: number
}

/** Whether this tablet reads along with the server. */
export const isCurrent = (status: SyncStatus): boolean =>
  status.serverReachable &&
  status.loaded &&
  status.reads &&
  !status.signInAgain &&
  !status.updateRequired &&
  status.state !== 'behind'

export const nothingKnown: SyncStatus = {
  state: 'reading',
  unsent: 0,
  queued: 0,
  unread: 0,
  returning: false,
  oldestAt: null,
  lastPull: null,
  lastHeard: null,
  reads: false,
  attention: 0,
  discrepancies: 0,
  ledgerAlarms: 0,
  storage: { usage: 0, quota: 0, persisted: false },
  serverReachable: false,
  contact: null,
  people: [],
  trouble: null,
  updateRequired: false,
  signInAgain: false,
  storageLost: false,
  storageFull: false,
  loaded: false,
  libraryLoaded: false,
  loading: null,
  differences: 0,
}

/** Facts are still on their way: what is shown of them is not all, and the last one may be missing. */
export const isFilling = ({ state, loaded }: Pick<SyncStatus, 'state' | 'loaded'>): boolean =>
  state !== 'reading' && !loaded

/** Written by the sync engine, read by screens. */
export const syncStatus = createStore<SyncStatus>(() => nothingKnown)

export interface UnsentPerson {
  user_id: string
  name: string
  unsent: number
  /** When the oldest of it was saved. */
  oldestAt: string | null
  /** The server takes nothing of theirs from this tablet as it is: they log in, or a holder of 2 decides. */
  shutOut: boolean
  /** The account was removed: a holder of 2 decides. */
  removed: boolean
  /** It waits for this person's next login. */
  waits: boolean
}

/** Unsent, or nothing read, for longer than this although the server answers: something is wrong, and it is said. */
const STUCK_MS = 5 * 60_000

/**
 * How long something has been unsent although the server answered all the while, in ms: a tablet that comes back after a night
 * without a network is not stuck. What seems to be saved in the future, by a clock that was set back, waits since it answers.
 */
function heldUpFor({ oldestAt, contact }: Pick<SyncStatus, 'oldestAt' | 'contact'>, now: number): number {
  const saved = oldestAt === null ? now : Date.parse(oldestAt)
  return Math.min(saved > now ? Infinity : now - saved, contactFor(contact, now))
}

/** How long nothing was read although the server answered all the while; what a load brings is told of by itself. */
function behindFor({ lastPull, reads, loading, contact }: Known, now: number): number {
  if (!reads || loading !== null) return 0
  const read = lastPull === null ? 0 : Date.parse(lastPull)
  return Math.min(read > now ? Infinity : now - read, contactFor(contact, now))
}

type Known = Pick<SyncStatus, 'lastPull' | 'reads' | 'loading' | 'contact'>

export function stateOf(
  status: Pick<
    SyncStatus,
    | 'unsent'
    | 'unread'
    | 'returning'
    | 'oldestAt'
    | 'lastPull'
    | 'reads'
    | 'loading'
    | 'attention'
    | 'discrepancies'
    | 'ledgerAlarms'
    | 'serverReachable'
    | 'contact'
    | 'updateRequired'
    | 'signInAgain'
    | 'storageLost'
    | 'storageFull'
  >,
  deviceNow: number,
): SyncStatus['state'] {
  if (status.unsent > 0 && heldUpFor(status, deviceNow) > STUCK_MS) return 'stuck'
  if (status.unsent > 0 && status.serverReachable && status.updateRequired) return 'stuck'
  if (status.serverReachable && status.signInAgain) return 'stuck'
  if (!status.updateRequired && behindFor(status, deviceNow) > STUCK_MS) return 'behind'
  if (
    status.storageLost ||
    status.storageFull ||
    status.attention + status.discrepancies + status.ledgerAlarms > 0
  )
    return 'attention'
  if (!status.serverReachable) return 'offline'
  // Nothing is held up, but nothing new is read either.
  if (status.updateRequired) return 'attention'
  return status.unsent + status.unread > 0 || status.returning ? 'sending' : 'sent'
}

/** What was to be stored found no room. */
export const noteStorageFull = (): void => noteBesides({ storageFull: true })

/** Something is known besides what the database says; while nobody has read that, the state stays open. */
export function noteBesides(known: Partial<SyncStatus>): void {
  const status = { ...syncStatus.getState(), ...known }
  syncStatus.setState(status.state === 'reading' ? status : { ...status, state: stateOf(status, Date.now()) })
}

let saves = 0
const hearing = new Set<() => void>()

/** How often something was saved in this tab: a reading of the numbers that a save overtook is not to be shown. */
export const savesSoFar = () => saves

/** Hears at once of what is saved in this tab; gives what ends it. */
export function onSavedHere(listener: () => void): () => void {
  hearing.add(listener)
  return () => hearing.delete(listener)
}

/** Something was saved just now: never for a moment does the tablet say that all is sent. */
export function noteSaved(deviceNow: number): void {
  saves++
  for (const listener of hearing) listener()
  const status = syncStatus.getState()
  if (status.unsent > 0) return
  const unsent = {
    ...status,
    unsent: 1,
    queued: Math.max(1, status.queued),
    oldestAt: new Date(deviceNow).toISOString(),
  }
  syncStatus.setState({ ...unsent, state: stateOf(unsent, deviceNow) })
}

export function noteDiscrepancies(discrepancies: number): void {
  noteBesides({ discrepancies })
}
