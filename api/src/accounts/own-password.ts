import { checkNewPassword } from 'sync-protocol/rules/new-password'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { OwnPasswordRequest } from 'sync-protocol/wire/own-account'
import { RateLimited } from '../errors.ts'
import { speakerOf } from '../plugins/session.ts'
import type { AccountStore } from './account-store.ts'
import type { OwnAccountStore } from './own-account-store.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { REMEMBERED, type Account, type KeptSession } from './session-store.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

interface OwnPasswordParts {
  accounts: Pick<AccountStore, 'candidate'>
  own: Pick<OwnAccountStore, 'changePassword' | 'logFailedChange'>
  throttle: SignInThrottle
}

const wrongOld = () => new ProtocolError('invalid', 'This is not your password.', { field: 'old_password' })

/**
 * Changes the password of who is signed in; the session that asks for it goes on. A token that somebody stole guesses no faster
 * than a login does.
 * @throws ProtocolError `invalid` at the field that is wrong; RateLimited
 */
export async function changeOwnPassword(
  { accounts, own, throttle }: OwnPasswordParts,
  account: Account,
  kept: KeptSession,
  request: OwnPasswordRequest,
  address: string,
  now: Date,
): Promise<void> {
  const wrong = checkNewPassword(request)
  if (wrong) throw new ProtocolError('invalid', wrong.message, { field: wrong.field })
  const since = new Date(now.getTime() - REMEMBERED).toISOString()
  const found = await accounts.candidate(account.email, address, since)
  if (found?.user_id !== account.user_id) throw new ProtocolError('unauthenticated', 'Please log in.')
  const attempt = await throttle.begin(account.email, address, found.known, now.getTime())
  if (typeof attempt === 'number') throw new RateLimited(Math.ceil(attempt / 1000))
  const speaker = speakerOf(account)
  if (!(await isPassword(found.password_hash, request.old_password))) {
    await own.logFailedChange(speaker, address, now)
    throw wrongOld()
  }
  await attempt.succeeded()
  const hash = await hashPassword(request.password)
  if (!(await own.changePassword(speaker, found.password_hash, hash, kept, now))) throw wrongOld()
  await throttle.forgive(account.email, address)
}
