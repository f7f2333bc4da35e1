import { viewOf, type ClinicDatabase } from '../data/database/clinic-database.ts'
import type { LaneRow } from '../data/database/clinic-rows.ts'
import { countFor, waitingHere, type AttentionEntry } from '../data/attention/attention.ts'
import { openAlarms } from '../data/view/ledger-head.ts'
import { isSessionEvent } from '../data/outbox/session-log.ts'
import { hasLibrary } from '../data/database/load-progress.ts'
import { unreadOf } from '../data/outbox/outbox.ts'
import { readSetting, readSettings, writeSetting } from '../data/database/settings.ts'
import type { SyncStatus, UnsentPerson } from '../data/database/sync-status.ts'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { correctedTime } from 'sync-protocol/rules/time'
import type { Profile } from 'sync-protocol/wire/accounts'
import { PROTOCOL } from 'sync-protocol/wire/version'

type Counted = Pick<
  SyncStatus,
  | 'unsent'
  | 'queued'
  | 'unread'
  | 'returning'
  | 'oldestAt'
  | 'people'
  | 'lastPull'
  | 'lastHeard'
  | 'reads'
  | 'attention'
  | 'ledgerAlarms'
  | 'loaded'
  | 'libraryLoaded'
  | 'loading'
  | 'differences'
  | 'serverReachable'
  | 'updateRequired'
  | 'contact'
>

/**
 * The numbers that health is told by, from the database itself (sync contract T7), as they stand at one moment: each
 * transaction of its own would cost more than what is read in it.
 */
export async function readStatus(
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'> | null,
): Promise<Counted> {
  const { lanes, outbox, settings, kept } = clinic
  const tables = [lanes, outbox, settings, kept, viewOf(clinic, 'attention'), viewOf(clinic, 'conflicts')]
  const { waiting, ...counted } = await clinic.transaction('r', tables, () => readNow(clinic, user))
  // Whose records others disagree about is looked up besides: their tables are not held for it.
  return { ...counted, attention: user ? await countFor(clinic, user, waiting) : 0 }
}

async function readNow(
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'> | null,
): Promise<Omit<Counted, 'attention'> & { waiting: AttentionEntry[] }> {
  const reads = user?.org_perms.includes(PERMISSION.records) === true
  const [lanes, settings, unread, waiting, alarms] = await Promise.all([
    clinic.lanes.toArray(),
    readSettings(clinic, [
      'last_pull',
      'loading',
      'differences',
      'server_reachable',
      'refused_protocol',
      'answering',
      'to_return',
      'drafts_to_return',
      'clock_offset_ms',
    ]),
    // Who reads no records sees none that are marked.
    reads ? unreadOf(clinic).count() : 0,
    user ? waitingHere(clinic) : [],
    user ? openAlarms(clinic) : [],
  ])
  const [
    lastPull = null,
    loading,
    differences,
    serverReachable = false,
    refused,
    contact = null,
    toResubmit = false,
    drafts = [],
    offset = null,
  ] = settings
  const holding = await Promise.all(
    lanes
      .filter((lane) => lane.unsent > 0)
      .map(async (lane) => ({ lane, person: await unsentOf(clinic, lane, user?._id) })),
  )
  const people = holding.map(({ person }) => person).filter(({ unsent }) => unsent > 0)
  return {
    unsent: people.reduce((sum, person) => sum + person.unsent, 0),
    // What is only told waits for its person's next login without being anybody's trouble.
    queued: holding
      .filter(({ lane, person }) => person.unsent > 0 || lane.push_token !== null || isOwn(lane, user))
      .reduce((sum, { lane }) => sum + lane.unsent, 0),
    unread,
    // Drafts come back once what the server has of them was read.
    returning: toResubmit || (reads && drafts.length > 0),
    oldestAt: people.map((person) => person.oldestAt).reduce(earlier, null),
    people,
    lastPull,
    lastHeard: lastPull === null ? null : correctedTime(lastPull, offset).at,
    reads,
    waiting,
    ledgerAlarms: alarms.length,
    loaded: lastPull !== null,
    libraryLoaded: lastPull !== null || (loading ? hasLibrary(loading) : loading === null),
    // Nothing is on its way for somebody who may read none of it.
    loading: reads ? (loading?.taken ?? null) : null,
    differences: differences?.count ?? 0,
    serverReachable,
    updateRequired: refused === PROTOCOL,
    contact,
  }
}

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

const isOwn = (lane: LaneRow, user: Pick<Profile, '_id'> | null) => lane.user_id === user?._id

/** Of more than so many rows all count: a few told sign-ins do not matter then, and each would have to be read. */
const LOOKED_AT = 200

/**
 * A person's changes that have no outcome yet. Signing in and out, and wrong passwords, are told to the server for the action
 * log alone, and are nobody's changes.
 */
async function unsentOf(
  clinic: ClinicDatabase,
  lane: LaneRow,
  signedIn: string | undefined,
): Promise<UnsentPerson> {
  const rows = clinic.outbox
    .where('[lane+n]')
    .between([lane.id, lane.next_n - lane.unsent], [lane.id, Infinity])
    .limit(lane.unsent > LOOKED_AT ? 1 : LOOKED_AT)
  const work = (await rows.toArray()).filter(
    ({ body }) => lane.unsent > LOOKED_AT || !isSessionEvent(body.action),
  )
  const [oldest] = work
  return {
    user_id: lane.user_id,
    name: lane.user_name,
    unsent: lane.unsent > LOOKED_AT ? lane.unsent : work.length,
    oldestAt: oldest ? new Date(oldest.saved_at).toISOString() : null,
    shutOut: lane.shut_out,
    removed: lane.shut_out && lane.removed === true,
    waits: !lane.shut_out && lane.push_token === null && lane.user_id !== signedIn,
  }
}

/** For the tabs that do not send, and not for the app that comes after this one: whether the server refuses its number. */
export async function noteProtocol(
  clinic: ClinicDatabase,
  result: { reachable: boolean; updateRequired?: boolean },
): Promise<void> {
  if (!result.reachable) return
  const refused = result.updateRequired === true ? PROTOCOL : null
  if (((await readSetting(clinic, 'refused_protocol')) ?? null) !== refused)
    await writeSetting(clinic, 'refused_protocol', refused)
}

/** Storage as the browser tells it; zeros where it does not. */
export async function readStorage(): Promise<SyncStatus['storage']> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined
  if (!storage?.estimate) return { usage: 0, quota: 0, persisted: false }
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([storage.estimate(), storage.persisted()])
  return { usage, quota, persisted }
}
