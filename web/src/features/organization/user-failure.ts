import type { UserFormError } from 'sync-protocol/rules/user-form'
import { KEEP_ONE_MANAGER } from 'sync-protocol/rules/user-form'
import { tellOfFailure } from '../../data/outbox/failure-log.ts'
import { isOutOfReach } from '../../data/people/out-of-reach.ts'
import { ServerError } from '../../data/people/server-call.ts'
import { organizationText as text } from './organization-text.ts'

const FIELDS = ['name', 'email', 'password', 'confirm_password', 'org_perms'] as const

/** What a failed change of users says: at a field where there is one, else as a sentence. */
export function failureOf(error: unknown): UserFormError | string {
  console.error(text.logged, error)
  tellOfFailure('user.change_failed', error instanceof ServerError ? error.message : '')
  if (isOutOfReach(error)) return text.unanswered
  if (!(error instanceof ServerError) || error.code === 'unknown' || error.code === 'internal') {
    console.error(text.loggedUnexpected)
    return text.unexpected
  }
  if (error.code === 'not_found') return text.gone
  if (error.message === KEEP_ONE_MANAGER) return { field: 'org_perms', message: error.message }
  const field = FIELDS.find((one) => one === error.field)
  return field === undefined ? error.message : { field, message: error.message }
}
