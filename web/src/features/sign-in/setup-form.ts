import type { UserFormError } from 'sync-protocol/rules/user-form'
import type { RegisterRequest } from 'sync-protocol/wire/accounts'
import { OfflineError, ServerError } from '../../data/people/server-call.ts'
import { loginText, setupText } from './sign-in-text.ts'

export type SetupForm = { [K in keyof RegisterRequest]-?: NonNullable<RegisterRequest[K]> } & {
  setup_code: string
}
const FIELDS = ['name', 'email', 'password', 'confirm_password', 'org_name', 'setup_code'] as const
export type SetupField = (typeof FIELDS)[number]
export interface SetupMistake {
  field: UserFormError['field'] | 'setup_code'
  message: string
}

/** What a failed call says: at a field where the server named one, else as a sentence. */
export function failureOf(error: unknown): SetupMistake | string {
  if (error instanceof OfflineError) return setupText.unreachableText
  if (error instanceof ServerError && error.code !== 'unknown' && error.code !== 'internal') {
    const field = FIELDS.find((one) => one === error.field)
    return field === undefined ? error.message : { field, message: error.message }
  }
  console.error(error)
  return loginText.unknown
}
