import type { Program } from 'sync-protocol/wire/programs'

/** What each permission is called in the action log (`spec 1 §6`). */
const LABELS = ['organization', 'personal records', 'records created by others', 'drug sections']

interface Person {
  name: string
  email: string
  org_perms: readonly number[]
}
const person = ({ name, email }: Person) => `'${name}' (${email})`
const permitted = (perms: readonly number[]) => perms.map((each) => LABELS[each] ?? String(each)).join(', ')

const afterCopy = (copied: boolean) => (copied ? ' after a copy was saved' : '')

/** The action log's words for what is done to accounts; never a password or a token. */
export const accountLog = {
  loggedIn: 'Logged in',
  continued: 'Reached the server again after logging in without a network',
  loggedOut: 'Logged out',
  failedLogin: (address: string) => `Failed to log in from ${address}: the password was wrong`,
  requestedReset: 'Requested a password reset link',
  madeLink: (name: string, email: string) =>
    `Made a link with which '${name}' (${email}) can choose a new password`,
  resetPassword: 'Changed the password with a password reset link',
  changedPassword: 'Changed the password',
  failedPasswordChange: (address: string) =>
    `Failed to change the password from ${address}: the old password was wrong`,
  endedSession: (tablet: string | null) =>
    tablet === null
      ? 'Logged out elsewhere, on no tablet'
      : `Logged out on the tablet '${tablet}' from elsewhere`,
  endedOthers: (n: number) => `Logged out everywhere else: ${n} ${n === 1 ? 'session' : 'sessions'}`,
  registered: (organization: string) => `Registered the organization '${organization}'`,
  createdUser: (user: Person) => `Created user ${person(user)}: ${permitted(user.org_perms)}`,
  changedUser: (user: Person, before: readonly number[]) =>
    `Changed the permitted actions of user ${person(user)} from ${permitted(before)} to ${permitted(user.org_perms)}`,
  madeKey: (program: Pick<Program, 'name' | 'access' | 'org_perms'>) =>
    program.access === 'reads'
      ? `Made a key for the program '${program.name}', which may read records`
      : `Made a key for the program '${program.name}': ${permitted(program.org_perms)}`,
  revokedKey: (name: string) => `Revoked the key of the program '${name}'`,
  offlineSignIn: (allowed: boolean) =>
    allowed ? 'Allowed signing in without a network' : 'Switched off signing in without a network',
  revokedDevice: (name: string) => `Revoked the tablet '${name}'`,
  restoredDevice: (name: string) => `Undid the revocation of the tablet '${name}'`,
  gaveUp: (tablet: string, copied: boolean, message: string) =>
    `Not sent, and removed with the revoked tablet '${tablet}'${afterCopy(copied)}: ${message}`,
  gaveUpMore: (tablet: string, copied: boolean, n: number) =>
    `${n} more ${n === 1 ? 'change was' : 'changes were'} not sent, and removed with the revoked tablet '${tablet}'${afterCopy(copied)}`,
  deletedUser: (user: Person) => `Deleted user ${person(user)}`,
}
