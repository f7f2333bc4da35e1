import type { Profile } from 'sync-protocol/wire/accounts'
import type { ClinicDatabase } from './clinic-database.ts'

let clinic: ClinicDatabase | undefined
let user: Profile | undefined

/** The session says who is signed in, and on which database. */
export function setSignedIn(to: { clinic: ClinicDatabase; user: Profile } | undefined): void {
  clinic = to?.clinic
  user = to?.user
}

export const isSignedIn = (): boolean => clinic !== undefined

/** The open database of the signed-in user; throws when signed out. */
export function currentClinic(): ClinicDatabase {
  if (!clinic) throw new Error('Nobody is signed in.')
  return clinic
}

export function currentUser(): Profile {
  if (!user) throw new Error('Nobody is signed in.')
  return user
}
