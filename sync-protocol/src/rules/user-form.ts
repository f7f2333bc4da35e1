import { isStorableText } from '../records/fields.ts'
import { NAME_MAX } from '../records/limits.ts'
import { messages } from '../records/messages.ts'

export const EMAIL_MAX = 50
export const PASSWORD_MAX = 50
/** The message says eight; the documented limit is seven (`spec 1 §5`). */
export const PASSWORD_MIN = 7

export interface UserForm {
  name: string
  email: string
  password: string
  confirm_password: string
  org_perms: readonly number[]
}
export interface UserFormError {
  field: keyof UserForm | 'org_name'
  message: string
}

/** The e-mail as it is stored and compared: trimmed, in lower case. */
export const emailKey = (typed: string) => typed.trim().toLowerCase()

function checkName(typed: string): UserFormError | null {
  const said = (message: string): UserFormError => ({ field: 'name', message })
  const name = typed.trim()
  if (name.length > NAME_MAX) return said('User name is too long.')
  if (name === '') return said('Please enter user name.')
  return isStorableText(name) ? null : said(messages.invalid('User name'))
}

function checkEmail(typed: string): UserFormError | null {
  const said = (message: string): UserFormError => ({ field: 'email', message })
  const email = emailKey(typed)
  if (email.length > EMAIL_MAX) return said('Email is too long.')
  if (email === '') return said('Please enter email.')
  return /^[^@\s]+@[^@\s]+$/.test(email) && isStorableText(email) ? null : said(messages.invalid('Email'))
}

function checkPassword(password: string, confirmed: string): UserFormError | null {
  if (password.length > PASSWORD_MAX) return { field: 'password', message: 'Password is too long.' }
  if (password.length < PASSWORD_MIN) {
    return { field: 'password', message: 'Password must be at least eight characers long.' }
  }
  return password === confirmed ? null : { field: 'confirm_password', message: 'Passwords do not match.' }
}

/** At least one permitted action (`spec 1 §5`). */
export function checkPermissions(perms: readonly number[]): UserFormError | null {
  return perms.length > 0
    ? null
    : { field: 'org_perms', message: 'Must select at least one permitted action.' }
}

/** Nobody takes management (0) from themselves, so that one manager always remains; also said of deleting oneself. */
export const KEEP_ONE_MANAGER = 'At least one user must manage the organization.'

/** The first thing wrong with changed permitted actions of a user; `own`: those of the person who changes them. */
/** What `present` permissions become by a form that showed `was` and was saved with `wanted`, in their order. */
export function changedPermissions(
  present: readonly number[],
  was: readonly number[],
  wanted: readonly number[],
): number[] {
  const given = wanted.filter((one) => !was.includes(one))
  const taken = was.filter((one) => !wanted.includes(one))
  return [...new Set([...present, ...given])].filter((one) => !taken.includes(one)).sort((a, b) => a - b)
}

export function checkChangedUser(perms: readonly number[], own: boolean): UserFormError | null {
  const none = checkPermissions(perms)
  if (none || !own || perms.includes(0)) return none
  return { field: 'org_perms', message: KEEP_ONE_MANAGER }
}

/** With neither 0 nor 1 no screen opens: such a user can only log out. */
export const opensNothing = (perms: readonly number[]) =>
  perms.length > 0 && !perms.includes(0) && !perms.includes(1)

/** The first thing wrong with a new user, in the order of `spec 1 §5`; null when nothing is. Lengths in UTF-16 units. */
export function checkNewUser(form: UserForm): UserFormError | null {
  return (
    checkName(form.name) ??
    checkEmail(form.email) ??
    checkPassword(form.password, form.confirm_password) ??
    checkPermissions(form.org_perms)
  )
}

/** As for a new user, then the organization's name. */
export function checkRegistration(
  form: Omit<UserForm, 'org_perms'> & { org_name: string },
): UserFormError | null {
  const user = checkNewUser({ ...form, org_perms: [0] })
  if (user) return user
  const said = (message: string): UserFormError => ({ field: 'org_name', message })
  const name = form.org_name.trim()
  if (name === '') return said(messages.required('Organization name'))
  if (name.length > NAME_MAX) return said(messages.tooLong('Organization name'))
  return isStorableText(name) ? null : said(messages.invalid('Organization name'))
}
