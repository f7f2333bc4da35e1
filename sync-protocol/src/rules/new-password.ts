import { PASSWORD_MAX } from './user-form.ts'

/** At least so many UTF-16 units after a reset; a new user's password may have one less (`spec 1 §9`). */
export const NEW_PASSWORD_MIN = 8

export interface NewPasswordForm {
  password: string
  confirm_password: string
}
export interface NewPasswordError {
  field: keyof NewPasswordForm
  message: string
}

const RULES: readonly [broken: (password: string) => boolean, message: string][] = [
  [(password) => password.length < NEW_PASSWORD_MIN, 'Password must be at least 8 characters.'],
  // `spec 1 §5` names no longest length for a reset; that of a new user holds.
  [(password) => password.length > PASSWORD_MAX, 'Password is too long.'],
  [(password) => !/\p{Ll}/u.test(password), 'Password must contain at least one lowercase character.'],
  [(password) => !/\p{Lu}/u.test(password), 'Password must contain at least one uppercase character.'],
  [(password) => !/[0-9]/.test(password), 'Password must contain at least one number.'],
  [
    (password) => !/[!@#$%^&*()_+\-=[\]{};':"\\|,.<>/?]/.test(password),
    'Password must contain at least one special character.',
  ],
]

/**
 * The first rule that a password chosen through a reset link breaks, in the order of `spec 1 §5`; null when it breaks none.
 * The password is taken as typed: blanks count.
 */
export function checkNewPassword({ password, confirm_password }: NewPasswordForm): NewPasswordError | null {
  const broken = RULES.find(([isBroken]) => isBroken(password))
  if (broken) return { field: 'password', message: broken[1] }
  return password === confirm_password
    ? null
    : { field: 'confirm_password', message: 'Passwords must match.' }
}

/** Forgot password: the one thing that is asked of the e-mail before it is sent (`spec 1 §5`). */
export const checkResetEmail = (typed: string): string | null =>
  typed.trim() === '' ? "You haven't entered your email." : null
