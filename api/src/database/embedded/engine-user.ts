import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { CannotStart } from '../../cannot-start.ts'

/** The account PostgreSQL runs under when it cannot be our own. */
export interface EngineUser {
  uid: number
  gid: number
}

const accountNames = ['postgres', '_postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root lends it another account: the owner of records that are
 * already there, else `postgres`, else `nobody`. Everybody else runs it themselves (undefined).
 */
export function engineUser(recordsFolder: string | undefined): EngineUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (recordsFolder !== undefined) {
    const { uid, gid } = statSync(recordsFolder)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of accountNames) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && uid !== 0 && gid !== undefined) return { uid, gid }
  }
  throw new CannotStart(
    'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor "nobody". ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

/** initdb asks the system for the name of its user; without an answer it fails with an obscure message. */
export function assertUserHasName(): void {
  try {
    userInfo()
  } catch (error) {
    throw new CannotStart(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL needs one to create its folder. ` +
        'Start as a user with a name, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    )
  }
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}
