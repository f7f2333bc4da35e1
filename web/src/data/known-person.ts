import { profile, type Profile } from 'sync-protocol/wire/accounts'
import { lockProfile, resealProfile, unlockProfile } from './profile-lock.ts'
import { tabletDatabase } from './tablet-database.ts'

export interface KnownProfile {
  user: Profile
  push_token: string | null
  lane: string
}

function readKnown(value: unknown): KnownProfile {
  const { user, push_token, lane } = value as KnownProfile
  return { user: profile.parse(user), push_token, lane }
}

/** Lets this person sign in on this tablet later without a network. Needs a secure context, as the browser's crypto does. */
export async function rememberPerson(
  email: string,
  password: string,
  value: KnownProfile,
): Promise<CryptoKey | undefined> {
  if (!globalThis.crypto.subtle) return undefined
  const made = await lockProfile(password, value)
  await tabletDatabase().people.put({
    email,
    user_id: value.user._id,
    org_id: value.user.org_id,
    locked: made.locked,
  })
  return made.key
}

/** Renews what is locked: permissions and names change while the password stays. */
export async function refreshKnownPerson(user: Profile, key: CryptoKey): Promise<void> {
  const people = tabletDatabase().people
  const person = await people.where('user_id').equals(user._id).first()
  if (!person) return
  const { iv, bytes } = person.locked.sealed
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes)
  const value = readKnown(JSON.parse(new TextDecoder().decode(text)))
  await people.update(person.email, { locked: await resealProfile(key, person.locked, { ...value, user }) })
}

export type Recognised =
  | { known: false }
  | { known: true; opened: false; user_id: string; org_id: string }
  | { known: true; opened: true; key: CryptoKey; value: KnownProfile }

/** Is this a person whom the tablet knows, with the right password? */
export async function recognise(email: string, password: string): Promise<Recognised> {
  const person = await tabletDatabase().people.get(email)
  if (!person || !globalThis.crypto.subtle) return { known: false }
  const unlocked = await unlockProfile(password, person.locked)
  if (!unlocked) return { known: true, opened: false, user_id: person.user_id, org_id: person.org_id }
  return { known: true, opened: true, key: unlocked.key, value: readKnown(unlocked.value) }
}
