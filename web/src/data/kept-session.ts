import { profile, type Profile } from 'sync-protocol/wire/accounts'
import { tabletDatabase } from './tablet-database.ts'

/** Longer than a database takes to open; after that the app opens with what localStorage says. */
const PATIENCE_MS = 2000

/**
 * Who is signed in, for good: localStorage reaches the disk seconds after it was written, so a browser that is killed
 * forgets a sign-in, or remembers one that was ended. Null when nobody is; undefined when it cannot be read.
 */
export async function readKeptSession(): Promise<{ token: string | null; user: Profile } | null | undefined> {
  try {
    const row = await Promise.race([tabletDatabase().session.get('present'), late()])
    if (row === LATE) throw new Error('The database did not open in time.')
    return row === undefined ? null : { token: row.token, user: profile.parse(row.user) }
  } catch (error) {
    console.error('Who is signed in cannot be read from the database.', error)
    return undefined
  }
}

const LATE = Symbol('late')
/** A database that hangs does not keep the app from opening. */
export const late = () => new Promise<typeof LATE>((resolve) => setTimeout(() => resolve(LATE), PATIENCE_MS))

export async function keepSession(token: string | null, user: Profile): Promise<void> {
  await tabletDatabase().session.put({ key: 'present', token, user })
}

export async function dropSession(): Promise<void> {
  await tabletDatabase().session.delete('present')
}
