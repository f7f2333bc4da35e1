import { profile, type Profile } from 'sync-protocol/wire/accounts'
import { deviceDatabase } from '../device/device-database.ts'

/** Longer than a database takes to open; after that the app opens with what localStorage says. */
const PATIENCE_MS = 2000
/** Where localStorage says nobody, a slow tablet would open with a login that gives way to the person who is signed in. */
const PATIENCE_FOR_LOGIN_MS = 10_000

/** The token of who is signed in, null of both when nobody is. */
export interface SessionAtTurn {
  token: string | null
  user: Profile | null
  turn: number
}

/**
 * Who is signed in, for good: localStorage reaches the disk seconds after it was written, so a browser that is killed
 * forgets a sign-in, or remembers one that was ended. Undefined when it cannot be read. `isKnown`: localStorage names somebody.
 */
export async function readKeptSession(isKnown: boolean): Promise<SessionAtTurn | undefined> {
  const patience = isKnown ? PATIENCE_MS : PATIENCE_FOR_LOGIN_MS
  try {
    const row = await Promise.race([deviceDatabase().session.get('present'), late(patience)])
    if (row === LATE) throw new Error('The database did not open in time.')
    // What ended from outside a page is ended, whatever a page remembers.
    if (row === undefined) return { token: null, user: null, turn: Infinity }
    return { token: row.token, user: row.user && profile.parse(row.user), turn: row.turn ?? Infinity }
  } catch (error) {
    console.error('Who is signed in cannot be read from the database.', error)
    return undefined
  }
}

const LATE = Symbol('late')
/** A database that hangs does not keep the app from opening. */
export const late = (patience = PATIENCE_MS) =>
  new Promise<typeof LATE>((resolve) => setTimeout(() => resolve(LATE), patience))

export async function keepSession(present: SessionAtTurn): Promise<void> {
  await deviceDatabase().session.put({ key: 'present', ...present })
}
