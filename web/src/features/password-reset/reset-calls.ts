import type { NewPasswordForm } from 'sync-protocol/rules/new-password'
import { resetReply } from 'sync-protocol/wire/password-reset'
import { serverCall } from '../../data/people/server-call.ts'

/** Asks for a link by e-mail; the server never says whether the e-mail is known. */
export async function requestLink(email: string): Promise<void> {
  await serverCall('POST', `/services/password-reset-request/${encodeURIComponent(email.trim())}`)
}

export async function linkHolds(id: string): Promise<boolean> {
  return resetReply.parse(await serverCall('GET', `/services/password-reset/${encodeURIComponent(id)}`))
    .result
}

/** Whether the password is changed now; false when the link does not hold any more. */
export async function changePassword(id: string, form: NewPasswordForm): Promise<boolean> {
  const path = `/services/password-reset/confirm/${encodeURIComponent(id)}`
  return resetReply.parse(await serverCall('PUT', path, form)).result
}
