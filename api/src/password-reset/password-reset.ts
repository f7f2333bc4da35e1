import { checkNewPassword } from 'sync-protocol/rules/new-password'
import { emailKey } from 'sync-protocol/rules/user-form'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { NewPasswordRequest } from 'sync-protocol/wire/password-reset'
import { accountLog } from '../accounts/account-log-text.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts'
import { RateLimited } from '../errors.ts'
import type { Mail } from '../mail/mail.ts'
import { Undeliverable } from '../mail/message.ts'
import type { PasswordResetStore } from './password-reset-store.ts'
import { newSecret, readLink } from './reset-link.ts'
import { resetMail } from './reset-mail.ts'
import type { ResetThrottle } from './reset-throttle.ts'

/** In ms. */
export const LINK_LIFE = 3_600_000

export interface PasswordResetParts {
  resets: PasswordResetStore
  mail: Pick<Mail, 'deliver' | 'queue'>
  throttle: ResetThrottle
  signIns: SignInThrottle
  /** The origin that links lead to. */
  publicUrl: string
  now(): Date
}

/**
 * Has a link mailed where this is somebody's e-mail. Returns before anything is looked up, so that neither the answer nor the
 * time until it comes says whether it is.
 * @throws RateLimited, for known and unknown e-mails alike
 */
export async function requestReset(parts: PasswordResetParts, typed: string, address: string): Promise<void> {
  const { resets, mail, throttle, publicUrl, now } = parts
  const email = emailKey(typed)
  const wait = await throttle.wait(email, address, now().getTime())
  if (wait > 0) throw new RateLimited(Math.ceil(wait / 1000))
  let logged = false
  mail.queue.add('The e-mail with a password reset link', async () => {
    // A link of its own for each attempt: the hour begins when the e-mail leaves.
    const secret = newSecret()
    const at = now()
    const until = new Date(at.getTime() + LINK_LIFE)
    const person = await resets
      .issue(
        email,
        secret.secret_hash,
        at,
        until,
        logged ? undefined : (one) => ({ ...one, message: accountLog.requestedReset }),
      )
      .catch((error: unknown) => {
        // Class 22 is a value that no column takes: a later attempt would send the same.
        if (error instanceof Error && 'code' in error && String(error.code).startsWith('22'))
          throw new Undeliverable('No link could be made.', { cause: error })
        throw error
      })
    if (!person) return
    logged = true
    const link = `${publicUrl}/reset-password/${secret.idFor(person.org_id)}`
    await mail.deliver(resetMail({ to: person.email, org_name: person.org_name, link }))
  })
}

export async function isOpen({ resets, now }: PasswordResetParts, id: string): Promise<boolean> {
  const link = readLink(id)
  return link !== null && (await resets.isOpen(link, now()))
}

/** Whether the password was changed; a link that does not hold (any more) changes nothing. */
export async function confirmReset(
  { resets, signIns, now }: PasswordResetParts,
  id: string,
  request: NewPasswordRequest,
  address: string,
): Promise<boolean> {
  const wrong = checkNewPassword(request)
  if (wrong) throw new ProtocolError('invalid', wrong.message, { field: wrong.field })
  const link = readLink(id)
  // Asked before the costly hash: ids that somebody makes up cost nothing.
  if (!link || !(await resets.isOpen(link, now()))) return false
  const person = await resets.change(link, await hashPassword(request.password), now())
  if (!person) return false
  await signIns.forgive(person.email, address)
  return true
}
