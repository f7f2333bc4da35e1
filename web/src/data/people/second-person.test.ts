import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from 'sync-protocol/wire/accounts'
import { deviceDatabase } from '../device/device-database.ts'
import { newId } from '../database/ids.ts'
import { rememberPerson } from './known-person.ts'
import { secondPerson } from './second-person.ts'
import { secondPersonText as text } from './second-person-text.ts'
import { session } from './session.ts'

const org_id = newId()
const profileOf = (name: string, over: Partial<Profile> = {}): Profile => ({
  _id: newId(),
  name,
  email: `${name.toLowerCase()}@clinic.test`,
  org_id,
  org_name: 'Clinic',
  org_perms: [1],
  time_zone: 'America/Chicago',
  demo: false,
  offline_sign_in: true,
  ...over,
})
const remember = async (user: Profile) => {
  await rememberPerson(user.email, `${user.name}-password`, { user, push_token: null, lane: newId() })
  return user
}
let ana: Profile
let ben: Profile

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  ana = await remember(profileOf('Ana'))
  ben = await remember(profileOf('Ben'))
})
afterEach(async () => {
  vi.useRealTimers()
  await deviceDatabase().people.clear()
})

test('is somebody else of the clinic with their own password, and nobody is signed in by it', async () => {
  const before = session.getState()
  expect(await secondPerson(' Ben@Clinic.test ', 'Ben-password', ana)).toEqual({
    ok: true,
    _id: ben._id,
    name: 'Ben',
  })
  expect(session.getState()).toBe(before)
})

test.each([
  ['nobody', '', 'x', 'email', text.noEmail],
  ['who is signed in', 'ana@clinic.test', 'Ana-password', 'email', text.samePerson],
  ['who is signed in, without a password', 'ANA@clinic.test', '', 'email', text.samePerson],
  ['somebody unknown', 'cara@clinic.test', 'x', 'email', text.unknown],
  ['no password', 'ben@clinic.test', '', 'password', text.noPassword],
  ['another password', 'ben@clinic.test', 'Ana-password', 'password', text.wrong],
] as const)('is not %s', async (_, email, password, field, message) => {
  expect(await secondPerson(email, password, ana)).toEqual({ ok: false, field, message })
})

test('is nobody of another clinic', async () => {
  await remember(profileOf('Eve', { org_id: newId() }))
  expect(await secondPerson('eve@clinic.test', 'Eve-password', ana)).toMatchObject({ field: 'email' })
})

test('is nobody where the organization does not allow signing in without the server', async () => {
  await remember(profileOf('Dan', { offline_sign_in: false }))
  const message = text.notAllowed
  expect(await secondPerson('dan@clinic.test', 'Dan-password', ana)).toMatchObject({
    field: 'password',
    message,
  })
})

test('waits after the fifth wrong password, with the right one too', async () => {
  for (let each = 0; each < 4; each++) await secondPerson('ben@clinic.test', 'guess', ana)
  expect(await secondPerson('ben@clinic.test', 'guess', ana)).toMatchObject({
    message: text.wrongWait('30 seconds'),
  })
  expect(await secondPerson('ben@clinic.test', 'Ben-password', ana)).toMatchObject({
    field: 'password',
    message: text.waiting('30 seconds'),
  })
  vi.setSystemTime(Date.now() + 31_000)
  expect(await secondPerson('ben@clinic.test', 'Ben-password', ana)).toMatchObject({ ok: true })
})
