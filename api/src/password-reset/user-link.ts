import { ProtocolError } from 'sync-protocol/wire/errors'
import type { UserLink } from 'sync-protocol/wire/organization'
import type { Speaker } from 'sync-protocol/wire/store'
import { accountLog } from '../accounts/account-log-text.ts'
import { LINK_LIFE } from './password-reset.ts'
import type { PasswordResetStore } from './password-reset-store.ts'
import { newSecret } from './reset-link.ts'

type By = Pick<Speaker, 'org_id' | 'org_name' | 'user_id' | 'user_name'>

/**
 * A link that somebody else hands to the user of this e-mail, written down under the name of who made it; `by` may depend on
 * whose it is. Undefined where there is no such user.
 */
export async function makeLink(
  resets: PasswordResetStore,
  email: string,
  by: (person: { org_id: string; org_name: string }) => By,
  now: Date,
) {
  const secret = newSecret()
  const expires = new Date(now.getTime() + LINK_LIFE)
  const person = await resets.issue(email, secret.secret_hash, now, expires, (one) => ({
    ...by(one),
    message: accountLog.madeLink(one.user_name, one.email),
  }))
  return person && { person, link: { id: secret.idFor(person.org_id), expires_at: expires.toISOString() } }
}

/** @throws ProtocolError not_found where it is no user of the caller's organization */
export async function linkForUser(
  resets: PasswordResetStore,
  email: string | undefined,
  speaker: Speaker,
  now: Date,
): Promise<UserLink> {
  const made = email === undefined ? undefined : await makeLink(resets, email, () => speaker, now)
  if (!made) throw new ProtocolError('not_found', 'There is no such user.')
  return made.link
}
