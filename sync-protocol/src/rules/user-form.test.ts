import { describe, expect, test } from 'vitest'
import { checkChangedUser, checkNewUser, checkRegistration, emailKey, opensNothing } from './user-form.ts'

const good = {
  name: 'Ann Lee',
  email: 'ann@clinic.test',
  password: 'seven77',
  confirm_password: 'seven77',
  org_perms: [1],
}
const said = (change: Partial<typeof good>) => checkNewUser({ ...good, ...change })

describe('a new user', () => {
  test('[ORG-20] everything wrong at once is told in the order of the form', () => {
    const bad = { name: '', email: '', password: '', confirm_password: 'x', org_perms: [] }
    const steps = [
      ['name', 'Please enter user name.', { name: good.name }],
      ['email', 'Please enter email.', { email: good.email }],
      ['password', 'Password must be at least eight characers long.', { password: good.password }],
      ['confirm_password', 'Passwords do not match.', { confirm_password: good.password }],
      ['org_perms', 'Must select at least one permitted action.', { org_perms: [1] }],
    ] as const
    let form: Parameters<typeof checkNewUser>[0] = bad
    for (const [field, message, repair] of steps) {
      expect(checkNewUser(form)).toEqual({ field, message })
      form = { ...form, ...repair }
    }
    expect(checkNewUser(form)).toBeNull()
  })

  test.each([
    ['[ORG-12]', { name: 'n'.repeat(51) }, 'User name is too long.'],
    ['[ORG-13]', { name: '   ' }, 'Please enter user name.'],
    ['[ORG-14]', { email: `${'e'.repeat(50)}@` }, 'Email is too long.'],
    ['[ORG-15]', { email: ' ' }, 'Please enter email.'],
    ['[ORG-16]', { password: 'p'.repeat(51) }, 'Password is too long.'],
    ['[ORG-17]', { password: 'sixsix' }, 'Password must be at least eight characers long.'],
    ['[ORG-18]', { confirm_password: 'other77' }, 'Passwords do not match.'],
    ['[ORG-19]', { org_perms: [] }, 'Must select at least one permitted action.'],
    ['[Q-89]', { email: 'no-at-sign' }, 'Email is invalid.'],
    ['[Q-89]', { email: 'two@at@signs' }, 'Email is invalid.'],
    ['[Q-89]', { email: 'nul\u0000@clinic.test' }, 'Email is invalid.'],
    ['[Q-144]', { name: 'nul\u0000' }, 'User name is invalid.'],
  ])('%s %j is refused: %s', (_, change, message) => {
    expect(said(change)?.message).toBe(message)
  })

  test('[Q-81] the limits themselves pass', () => {
    expect(said({ name: 'n'.repeat(50), email: `${'e'.repeat(44)}@c.org` })).toBeNull()
    expect(said({ password: 'p'.repeat(50), confirm_password: 'p'.repeat(50) })).toBeNull()
  })

  test('[Q-89] an e-mail is compared trimmed and in lower case', () => {
    expect(emailKey('  Ann@Clinic.Test ')).toBe('ann@clinic.test')
  })
})

test('[Q-86] a registration names its organization', () => {
  expect(checkRegistration({ ...good, org_name: ' ' })).toEqual({
    field: 'org_name',
    message: 'Organization name is required.',
  })
  expect(checkRegistration({ ...good, org_name: 'o'.repeat(51) })?.message).toBe(
    'Organization name is too long.',
  )
  expect(checkRegistration({ ...good, email: '', org_name: '' })?.field).toBe('email')
  expect(checkRegistration({ ...good, org_name: 'Elm Street Clinic' })).toBeNull()
})

test('[Q-88] nobody takes management from themselves, others may lose it', () => {
  const keepOne = { field: 'org_perms', message: 'At least one user must manage the organization.' }
  expect(checkChangedUser([1, 2, 3], true)).toEqual(keepOne)
  expect(checkChangedUser([1, 2, 3], false)).toBeNull()
  expect(checkChangedUser([0], true)).toBeNull()
  for (const own of [true, false])
    expect(checkChangedUser([], own)?.message).toBe('Must select at least one permitted action.')
})

test('[Q-91] who holds neither 0 nor 1 opens no screen', () => {
  expect([[2], [3], [2, 3]].every(opensNothing)).toBe(true)
  expect([[], [0], [1], [0, 2], [1, 3]].some(opensNothing)).toBe(false)
})
