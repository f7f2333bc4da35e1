import { Dexie, type EntityTable } from 'dexie'
import { newId } from './ids.ts'
import type { Profile } from 'sync-protocol/wire/accounts'
import type { LockedProfile } from './profile-lock.ts'

/** Somebody who signed in on this tablet before, and may do so again without a network. */
export interface KnownPerson {
  email: string
  user_id: string
  org_id: string
  locked: LockedProfile
}

/** Who is signed in, in one row. */
export interface KeptSession {
  key: 'present'
  token: string | null
  user: Profile
}

/** What belongs to the browser profile, not to an organization. */
export interface TabletDatabase extends Dexie {
  people: EntityTable<KnownPerson, 'email'>
  /** Organizations with a database here. */
  clinics: EntityTable<{ org_id: string }, 'org_id'>
  identity: EntityTable<{ key: 'device'; id: string }, 'key'>
  session: EntityTable<KeptSession, 'key'>
}

let database: TabletDatabase | undefined

export function tabletDatabase(): TabletDatabase {
  if (database) return database
  const opened = new Dexie('tablet', {
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  }) as TabletDatabase
  opened.version(1).stores({
    people: 'email, user_id',
    clinics: 'org_id',
    identity: 'key',
    session: 'key',
  })
  database = opened
  return opened
}

/** This browser profile's id, made once. */
export function deviceId(): Promise<string> {
  const tablet = tabletDatabase()
  return tablet.transaction('rw', [tablet.identity], async () => {
    const known = await tablet.identity.get('device')
    if (known) return known.id
    const id = newId()
    await tablet.identity.add({ key: 'device', id })
    return id
  })
}

export async function knownClinics(): Promise<string[]> {
  return (await tabletDatabase().clinics.toArray()).map(({ org_id }) => org_id)
}

/** Who is signed in, as the database knows it: also where there is no page. */
export async function whoIsPresent(): Promise<Profile | undefined> {
  return (await tabletDatabase().session.get('present'))?.user
}
