import { viewOf, type ClinicDatabase, type LaneRow } from '../data/clinic-database.ts'
import { attentionFor } from '../data/attention.ts'
import { openAlarms } from '../data/ledger-head.ts'
import { isSessionEvent } from '../data/session-log.ts'
import { hasLibrary } from '../data/load-progress.ts'
import { unreadOf } from '../data/outbox.ts'
import { readSetting, readSettings, writeSetting } from '../data/settings.ts'
import type { SyncStatus, UnsentPerson } from '../data/sync-status.ts'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import type { Profile } from 'sync-protocol/wire/accounts'
import { PROTOCOL } from 'sync-protocol/wire/version'

type Counted = Pick<
  SyncStatus,
  | 'unsent'
  | 'unread'
  | 'oldestAt'
  | 'people'
  | 'lastPull'
  | 'reads'
  | 'attention'
  | 'ledgerAlarms'
  | 'loaded'
  | 'libraryLoaded'
  | 'loading'
  | 'differences'
  | 'serverReachable'
  | 'updateRequired'
  | 'answering'
>

/**
 * The numbers that health is told by, from the database itself (sync contract T7), as they stand at one moment: each
 * transaction of its own would cost more than what is read in it.
 */
export function readStatus(
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'> | null,
): Promise<Counted> {
  const { lanes, outbox, settings, kept } = clinic
  const tables = [lanes, outbox, settings, kept, viewOf(clinic, 'attention'), viewOf(clinic, 'conflicts')]
  return clinic.transaction('r', tables, () => readNow(clinic, user))
}

async function readNow(
  clinic: ClinicDatabase,
  user: Pick<Profile, '_id' | 'org_perms'> | null,
): Promise<Counted> {
  const reads = user?.org_perms.includes(PERMISSION.records) === true
  const [lanes, settings, unread, attention, alarms] = await Promise.all([
    clinic.lanes.toArray(),
    readSettings(clinic, [
      'last_pull',
      'loading',
      'differences',
      'server_reachable',
      'refused_protocol',
      'answering',
    ]),
    // Who reads no records sees none that are marked.
    reads ? unreadOf(clinic).count() : 0,
    user ? attentionFor(clinic, user) : [],
    user ? openAlarms(clinic) : [],
  ])
  const [lastPull = null, loading, differences, serverReachable = false, refused, answering = null] = settings
  const quiet = await quietLanes(
    clinic,
    lanes.filter((lane) => lane.unsent > 0 && lane.push_token === null && lane.user_id !== user?._id),
  )
  const counted = lanes.filter((lane) => !quiet.has(lane.id))
  const people = await Promise.all(
    counted.filter((lane) => lane.unsent > 0).map((lane) => unsentOf(clinic, lane, user?._id)),
  )
  return {
    unsent: counted.reduce((sum, lane) => sum + lane.unsent, 0),
    unread,
    oldestAt: people.map((person) => person.oldestAt).reduce(earlier, null),
    people,
    lastPull,
    reads,
    attention: attention.length,
    ledgerAlarms: alarms.length,
    loaded: lastPull !== null,
    libraryLoaded: lastPull !== null || (loading ? hasLibrary(loading) : loading === null),
    // Nothing is on its way for somebody who may read none of it.
    loading: reads ? (loading?.taken ?? null) : null,
    differences: differences?.count ?? 0,
    serverReachable,
    updateRequired: refused === PROTOCOL,
    answering,
  }
}

const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a)

async function unsentOf(
  clinic: ClinicDatabase,
  lane: LaneRow,
  signedIn: string | undefined,
): Promise<UnsentPerson> {
  const oldest = await clinic.outbox
    .where('[lane+n]')
    .between([lane.id, lane.next_n - lane.unsent], [lane.id, Infinity])
    .first()
  return {
    user_id: lane.user_id,
    name: lane.user_name,
    unsent: lane.unsent,
    oldestAt: oldest ? new Date(oldest.saved_at).toISOString() : null,
    shutOut: lane.shut_out,
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

/**
 * The lanes that hold nothing but told sign-ins and wait for their own person's next one: nobody's work is held up there,
 * so a wrong password typed without a network is no trouble of this tablet.
 */
async function quietLanes(clinic: ClinicDatabase, waiting: readonly LaneRow[]): Promise<Set<string>> {
  const quiet = new Set<string>()
  for (const { id, next_n, unsent } of waiting) {
    const rows = clinic.outbox.where('[lane+n]').between([id, next_n - unsent], [id, Infinity])
    if ((await rows.filter(({ body }) => !isSessionEvent(body.action)).count()) === 0) quiet.add(id)
  }
  return quiet
}

/** Storage as the browser tells it; zeros where it does not. */
export async function readStorage(): Promise<SyncStatus['storage']> {
  const storage = globalThis.navigator?.storage as StorageManager | undefined
  if (!storage?.estimate) return { usage: 0, quota: 0, persisted: false }
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([storage.estimate(), storage.persisted()])
  return { usage, quota, persisted }
}
