import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkNewPassword, checkResetEmail } from './new-password.ts'

const SPECIAL = `!@#$%^&*()_+-=[]{};':"\\|,.<>/?`
const said = (password: string, confirm_password = password) =>
  checkNewPassword({ password, confirm_password })

/** Each rule with a password that breaks it and all after it, as far as they can be broken together. */
const IN_ORDER = [
  ['[AUTH-34]', '       ', 'password', 'Password must be at least 8 characters.'],
  ['[AUTH-35]', '        ', 'password', 'Password must contain at least one lowercase character.'],
  ['[AUTH-36]', 'a       ', 'password', 'Password must contain at least one uppercase character.'],
  ['[AUTH-37]', 'aB      ', 'password', 'Password must contain at least one number.'],
  ['[AUTH-38]', 'aB3     ', 'password', 'Password must contain at least one special character.'],
  ['[AUTH-39]', 'aB3    !', 'confirm_password', 'Passwords must match.'],
] as const

describe('a password chosen through a reset link', () => {
  test.each(IN_ORDER)(
    '[AUTH-40] %s %j, confirmed otherwise, is told one thing',
    (_, password, field, message) => {
      expect(said(password, 'another')).toEqual({ field, message })
    },
  )

  test.each(IN_ORDER.slice(0, 5))('%s %j is refused also when confirmed', (_, password, field, message) => {
    expect(said(password)).toEqual({ field, message })
  })

  test('[AUTH-34] seven characters are too few, eight enough', () => {
    expect(said('aB3!567')?.message).toBe('Password must be at least 8 characters.')
    expect(said('aB3!5678')).toBeNull()
  })

  test('[Q-82] fifty characters pass, fifty-one do not', () => {
    expect(said('aB3!'.padEnd(50, 'x'))).toBeNull()
    expect(said('aB3!'.padEnd(51, 'x'))).toEqual({ field: 'password', message: 'Password is too long.' })
  })

  test('[AUTH-38] each of the documented special characters counts, and no other sign', () => {
    for (const sign of SPECIAL) expect([sign, said(`aB345678${sign}`)]).toEqual([sign, null])
    for (const sign of ['~', '`', ' ', '§', '€', 'é']) {
      expect([sign, said(`aB345678${sign}`)?.message]).toEqual([
        sign,
        'Password must contain at least one special character.',
      ])
    }
  })

  test('[AUTH-35] [AUTH-36] letters of other alphabets have a case too', () => {
    expect(said('ñandúÑ1!')).toBeNull()
    expect(said('пароль1!')?.message).toBe('Password must contain at least one uppercase character.')
  })

  test('[AUTH-39] the confirmation is compared exactly', () => {
    expect(said('aB3!5678', 'aB3!5678 ')?.field).toBe('confirm_password')
    expect(said('aB3!5678', 'ab3!5678')?.field).toBe('confirm_password')
  })

  test('[AUTH-40] passes exactly when it breaks no rule', () => {
    fc.assert(
      // Few signs, so that many passwords hold and many break one rule only.
      fc.property(
        fc.string({ maxLength: 60, unit: fc.constantFrom('a', 'B', '3', '!', '~', ' ') }),
        (password) => {
          const holds =
            password.length >= 8 &&
            password.length <= 50 &&
            /[a-z]/.test(password) &&
            /[A-Z]/.test(password) &&
            /\d/.test(password) &&
            SPECIAL.split('').some((sign) => password.includes(sign))
          expect(said(password) === null).toBe(holds)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

test('[AUTH-24] a link needs an e-mail to go to', () => {
  expect(checkResetEmail('')).toBe("You haven't entered your email.")
  expect(checkResetEmail('  ')).toBe("You haven't entered your email.")
  expect(checkResetEmail('ann@clinic.test')).toBeNull()
})
