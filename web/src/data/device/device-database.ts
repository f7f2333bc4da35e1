import { Dexie, type EntityTable, type Table } from 'dexie'
import { browserPage, namedDevice, type CookiePage } from './cookie-page.ts'
import { newId } from '../database/ids.ts'
import { oneWriteAtATime } from '../database/one-write-at-a-time.ts'
import { endsWithPage } from '../database/put-aside.ts'
import { keepOpen } from '../database/reopen.ts'
import type { Profile } from 'sync-protocol/wire/accounts'
import type { GivenUp } from 'sync-protocol/wire/device-standing'
import type { FailedSignIns } from './failed-sign-ins.ts'
import type { LockedProfile } from './profile-lock.ts'

/** Somebody who signed in on this tablet before, and may do so again without a network. */
export interface KnownPerson {
  email: string
  user_id: string
  org_id: string
  /** Absent where their organization does not allow signing in without a network. */
  locked?: LockedProfile
  /** Absent in what an earlier version wrote. */
  name?: string
  org_name?: string
  /** When they last signed in here, by the device's clock, ISO. */
  last_at?: string
  /** Wrong passwords without a network since the last right one. */
  guesses?: FailedSignIns
}

/** An organization that revoked this tablet. */
export interface Revocation {
  org_id: string
  org_name: string
  /** When this tablet heard of it, by the device's clock, ISO. */
  heard_at: string
  /**
   * `sending`: what is unsent leaves first. `held`: some of it could not, and a person looks at it. `wiping`: from here on
   * it cannot be taken back, also after a reload. `wiped`: the records are gone.
   */
  state: 'sending' | 'held' | 'wiping' | 'wiped'
  /** What could not be sent may be lost: a person said so. */
  given_up?: true
  /** The ids of all of which a person saved a copy. */
  copied?: readonly string[]
  /** What the server was told of what is held: how much, and since when. */
  told_held?: string
  /** The server knows that they are gone. */
  told: boolean
  /** Who worked here, so that what the browser remembers of them goes too. */
  user_ids: readonly string[]
  /** Runs of section keys that this tablet was given: it never deals out one again. */
  blocks: number
  /** Somebody has read that the records are gone. */
  read?: true
  /** It is the demonstration, which was removed from the server: nobody revoked this tablet. */
  demonstration?: true
}

/** What was removed unsent from this tablet, until the server knows of it: also after it was taken back. */
export interface UntoldLoss {
  org_id: string
  lost: GivenUp
}

/** A failure of sending or reading, for whoever looks into it: never what was sent. */
export interface SyncFailure {
  order?: number
  org_id: string
  /** Device's clock, ISO. */
  at: string
  what: string
  status: number | null
  code: string
}

/** Who is signed in, in one row. */
export interface KeptSession {
  key: 'present'
  token: string | null
  /** Null once they signed out. */
  user: Profile | null
  /** Of the sign-in or sign-out, counted on this tablet; absent in what an earlier version wrote. */
  turn?: number
}

/** What belongs to the browser profile, not to an organization. */
export interface DeviceDatabase extends Dexie {
  people: EntityTable<KnownPerson, 'email'>
  /** Organizations with a database here. */
  clinics: EntityTable<{ org_id: string }, 'org_id'>
  /** This device; and one whose storage the browser deleted, until that was read, and until the action log has it. */
  identity: EntityTable<{ key: 'device' | 'lost' | 'lost-untold'; id: string }, 'key'>
  session: EntityTable<KeptSession, 'key'>
  revocations: EntityTable<Revocation, 'org_id'>
  failures: Table<SyncFailure, number>
  losses: EntityTable<UntoldLoss, 'org_id'>
}

let singleton: DeviceDatabase | undefined

export function deviceDatabase(): DeviceDatabase {
  if (singleton) return singleton
  const opened = new Dexie('tablet', {
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  }) as DeviceDatabase
  opened.version(1).stores({
    people: 'email, user_id',
    clinics: 'org_id',
    identity: 'key',
    session: 'key',
  })
  opened.version(2).stores({ revocations: 'org_id', failures: '++order' })
  opened.version(3).stores({ losses: 'org_id' })
  oneWriteAtATime(opened, 'losses')
  endsWithPage(opened)
  keepOpen(opened)
  singleton = opened
  return opened
}

/**
 * This browser profile's id, made once. Where the cookie names another when it is made, the browser deleted what was stored: that is
 * written in the same step, since whoever logs in at once gets a cookie that says nothing of it any more.
 */
export function deviceId(page: CookiePage = browserPage): Promise<string> {
  const database = deviceDatabase()
  return database.transaction('rw', [database.identity], async () => {
    const known = await database.identity.get('device')
    if (known) return known.id
    const id = newId()
    await database.identity.add({ key: 'device', id })
    const before = namedDevice(page)
    if (before !== undefined) await noteLost(before)
    return id
  })
}

/** That something was lost, of this device, until a person has read it and the action log has it. */
export async function noteLost(id: string): Promise<void> {
  await deviceDatabase().identity.bulkPut([
    { key: 'lost', id },
    { key: 'lost-untold', id },
  ])
}

export async function knownClinics(): Promise<string[]> {
  return (await deviceDatabase().clinics.toArray()).map(({ org_id }) => org_id)
}

/** Who is signed in, as the database knows it: also where there is no page. */
export async function whoIsPresent(): Promise<Profile | undefined> {
  return (await deviceDatabase().session.get('present'))?.user ?? undefined
}
