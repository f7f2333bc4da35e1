import { profile, VISITOR_EMAIL, type Profile } from 'sync-protocol/wire/accounts'
import { asOf, failedOnceMore } from '../device/failed-sign-ins.ts'
import { openClinic } from '../device/open-clinics.ts'
import {
  lockProfile,
  resealProfile,
  unlockProfile,
  wrapProfileKey,
  type LockedProfile,
} from '../device/profile-lock.ts'
import { deviceDatabase, type KnownPerson } from '../device/device-database.ts'

export interface KnownProfile {
  user: Profile
  push_token: string | null
  lane: string
}

function readKnown(value: unknown): KnownProfile {
  const { user, push_token, lane } = value as KnownProfile
  return { user: profile.parse(user), push_token, lane }
}

/** Absent from an older server: it is allowed. */
export const mayEnterOffline = (user: Pick<Profile, 'offline_sign_in'>): boolean =>
  user.offline_sign_in !== false

/**
 * Lets this person sign in on this tablet later without a network, where their organization allows it. Locked anew each time:
 * with the rounds of this version, and without earlier failed sign-ins. Needs a secure context, as the browser's crypto does.
 */
export async function rememberPerson(
  email: string,
  password: string,
  value: KnownProfile,
): Promise<CryptoKey | undefined> {
  const { user } = value
  const locking = mayEnterOffline(user) && globalThis.crypto.subtle !== undefined
  const made = locking ? await lockProfile(password, value) : undefined
  await deviceDatabase().people.put({
    email,
    user_id: user._id,
    org_id: user.org_id,
    name: user.name,
    org_name: user.org_name,
    last_at: new Date().toISOString(),
    ...(made && { locked: made.locked }),
  })
  return made?.key
}

/** Renews what is locked: permissions and names change while the password stays. */
export async function refreshKnownPerson(user: Profile, key: CryptoKey | undefined): Promise<void> {
  if (!mayEnterOffline(user)) return forgetKeys(user.org_id)
  const people = deviceDatabase().people
  const person = await people.where('user_id').equals(user._id).first()
  if (!person?.locked || !key) return
  const { iv, bytes } = person.locked.sealed
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)
  const value = readKnown(JSON.parse(new TextDecoder().decode(text)))
  const locked = await resealProfile(key, person.locked, { ...value, user })
  await changeKnown(user._id, (known) => {
    known.name = user.name
    known.org_name = user.org_name
    // Under another password by now, it is not this one's to write.
    if (isSameLock(known.locked, person.locked)) known.locked = locked
  })
}

const changeKnown = (userId: string, change: (person: KnownPerson) => void) =>
  deviceDatabase().people.where('user_id').equals(userId).modify(change)

/** Every lock has a salt of its own. */
const isSameLock = (one: LockedProfile | undefined, other: LockedProfile | undefined): boolean =>
  one !== undefined && other !== undefined && one.salt.join() === other.salt.join()

/**
 * Gets ready for another password of this person; what it gives makes it the one that lets them in here without a network, once
 * the server has taken it. Then the old one opens nothing here any more, whatever happened in between.
 */
export async function readyForPassword(
  userId: string,
  old: string,
  next: string,
): Promise<() => Promise<void>> {
  const person = await deviceDatabase().people.where('user_id').equals(userId).first()
  const opened = person?.locked && globalThis.crypto.subtle && (await unlockProfile(old, person.locked))
  const wrapping = opened ? await wrapProfileKey(next, opened.key) : undefined
  return async () => {
    await changeKnown(userId, (known) => {
      delete known.guesses
      if (known.locked && wrapping && isSameLock(known.locked, person?.locked))
        known.locked = { ...known.locked, ...wrapping }
      else delete known.locked
    })
  }
}

/** The organization does not allow signing in without a network: this tablet forgets how to, and still knows the names. */
export async function forgetKeys(orgId: string): Promise<void> {
  await deviceDatabase()
    .people.filter((person) => person.org_id === orgId && person.locked !== undefined)
    .modify((person) => {
      delete person.locked
    })
}

/** The server does not take this person's password any more: it opens nothing here either, until they log in with the server. */
export async function forgetKeyOf(userId: string): Promise<void> {
  await changeKnown(userId, (person) => {
    delete person.locked
  })
}

/**
 * The server refused this password. Where it opens the profile that is locked here, it is the one from before a change: it
 * opens nothing here any more. Any other was mistyped, and forgets nothing.
 */
export async function forgetKeyOpenedBy(email: string, password: string): Promise<void> {
  const person = await deviceDatabase().people.get(email)
  if (!person?.locked || globalThis.crypto.subtle === undefined) return
  if (await unlockProfile(password, person.locked)) await forgetKeyOf(person.user_id)
}

/** Forgets a person on this tablet. Their unsent work stays, and is sent. */
export const forgetPerson = (email: string): Promise<void> => deviceDatabase().people.delete(email)

/** Somebody to choose from a list. */
export interface NamedPerson {
  email: string
  user_id: string
  org_id: string
  name: string
  org_name: string | undefined
}

/** Who signed in on this tablet before, the last one first. */
export async function knownPeople(): Promise<NamedPerson[]> {
  const people = await deviceDatabase().people.toArray()
  const latest = people.toSorted(
    (a, b) => (b.last_at ?? '').localeCompare(a.last_at ?? '') || a.email.localeCompare(b.email),
  )
  return Promise.all(
    latest.map(async (person) => ({
      email: person.email,
      user_id: person.user_id,
      org_id: person.org_id,
      name: person.name ?? (await nameOfLane(person)),
      org_name: person.org_name,
    })),
  )
}

/** Who of an organization can sign in on this tablet without a network: never the demonstration's visitor, who has no password to type. */
export async function peopleWithoutNetwork(orgId: string): Promise<{ user_id: string; name: string }[]> {
  const people = await deviceDatabase().people.toArray()
  return Promise.all(
    people
      .filter(
        ({ org_id, email, locked }) => org_id === orgId && locked !== undefined && email !== VISITOR_EMAIL,
      )
      .map(async (person) => ({
        user_id: person.user_id,
        name: person.name ?? (await nameOfLane(person)),
      })),
  )
}

/** An earlier version kept no names beside the locked profile. */
async function nameOfLane({ org_id, user_id, email }: KnownPerson): Promise<string> {
  const lane = await openClinic(org_id).lanes.get(user_id)
  return lane?.user_name ?? email
}

export type Recognised =
  | { known: false }
  /** Too many wrong passwords: the next may be tried in `wait_ms`. */
  | { known: true; opened: false; why: 'waiting'; wait_ms: number }
  | { known: true; opened: false; why: 'not-allowed' }
  | { known: true; opened: false; why: 'wrong'; wait_ms: number; user_id: string; org_id: string }
  | { known: true; opened: true; key: CryptoKey; value: KnownProfile }

/**
 * Is this a person whom the tablet knows, with the right password? A try counts as wrong before it is looked at: a browser that
 * is killed meanwhile, or a second tab, gets no guess for free.
 */
export async function recognise(email: string, password: string): Promise<Recognised> {
  const database = deviceDatabase()
  const tried = await database.transaction('rw', [database.people], async () => {
    const person = await database.people.get(email)
    if (!person?.locked) return { person }
    const now = Date.now()
    const present = person.guesses && asOf(person.guesses, now)
    const waiting = present !== undefined && present.left_ms > 0
    const failed = waiting ? present : failedOnceMore(present, now)
    await database.people.update(email, { guesses: failed })
    return { person, failed, waiting }
  })
  const { person, failed } = tried
  if (!person || !globalThis.crypto.subtle) return { known: false }
  if (!person.locked) return { known: true, opened: false, why: 'not-allowed' }
  const wait_ms = failed?.left_ms ?? 0
  if (tried.waiting) return { known: true, opened: false, why: 'waiting', wait_ms }
  const unlocked = await unlockProfile(password, person.locked)
  const { user_id, org_id } = person
  if (!unlocked) return { known: true, opened: false, why: 'wrong', wait_ms, user_id, org_id }
  await database.people
    .where('email')
    .equals(email)
    .modify((known) => {
      delete known.guesses
      known.last_at = new Date().toISOString()
    })
  return { known: true, opened: true, key: unlocked.key, value: readKnown(unlocked.value) }
}
