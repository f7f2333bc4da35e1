import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../database/ids.ts'
import { deviceDatabase } from '../device/device-database.ts'
import { closeClinics } from '../device/open-clinics.ts'
import { unlockProfile } from '../device/profile-lock.ts'
import { refreshKnownPerson } from './known-person.ts'
import { changeOwnPassword } from './own-password.ts'
import { OfflineError } from './server-call.ts'
import { session, signIn, signOut } from './session.ts'

const EMAIL = 'ana@clinic.test'
const OLD = 'Old password 1!'
const NEW = 'New password 2!'
const user = {
  _id: newId(),
  name: 'Ana',
  email: EMAIL,
  org_id: newId(),
  org_name: 'Clinic',
  org_perms: [1],
  time_zone: 'America/Chicago',
  demo: false,
}
const items = new Map<string, string>()
let password: string
let out: boolean
/** The server takes what it hears, and nobody hears its answer. */
let losesAnswers: boolean
let asked: string[]

async function server(path: string, init: RequestInit): Promise<Response> {
  if (out) throw new TypeError('Failed to fetch')
  const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, string>
  if (path === '/user/login')
    return body['password'] === password
      ? Response.json({ success: true, token: newId(), user, push_token: 'push' })
      : Response.json({ success: false, code: 2, message: 'Wrong.' })
  if (path !== '/user/password') return Response.json({ success: true })
  asked.push(body['old_password'] ?? '')
  const right = body['old_password'] === password
  if (right) password = body['password'] ?? ''
  if (losesAnswers) throw new TypeError('Failed to fetch')
  return right
    ? Response.json({ success: true })
    : Response.json(
        { success: false, code: 'invalid', message: 'No.', field: 'old_password' },
        { status: 422 },
      )
}

beforeEach(async () => {
  items.clear()
  password = OLD
  out = losesAnswers = false
  asked = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  vi.stubGlobal('fetch', server)
  await signIn(EMAIL, OLD)
})
afterEach(async () => {
  await signOut()
  closeClinics()
  await deviceDatabase().people.clear()
  vi.unstubAllGlobals()
})

const form = (old_password = OLD) => ({ old_password, password: NEW, confirm_password: NEW })
/** Who gets in here without the server by which of the two. */
async function opensOffline(): Promise<[old: boolean, next: boolean]> {
  await signOut()
  out = true
  const opens = async (typed: string) => {
    const { ok } = await signIn(EMAIL, typed)
    if (ok) await signOut()
    return ok
  }
  return [await opens(OLD), await opens(NEW)]
}

test('the new password opens this tablet without a network, and the old one does not; nobody is signed out', async () => {
  await changeOwnPassword(form(), false)
  expect(session.getState()).toMatchObject({ status: 'success', offline: false })
  expect(await opensOffline()).toEqual([false, true])
})

test('a wrong old password changes nothing here either', async () => {
  await expect(changeOwnPassword(form('Not this 1!'), false)).rejects.toMatchObject({ field: 'old_password' })
  expect(session.getState().user?.name).toBe('Ana')
  expect(await opensOffline()).toEqual([true, false])
})

test('without the server it is not changed', async () => {
  out = true
  await expect(changeOwnPassword(form(), false)).rejects.toBeInstanceOf(OfflineError)
  expect(await opensOffline()).toEqual([true, false])
})

test('one that the server took without being heard is found changed when it is tried again', async () => {
  losesAnswers = true
  await expect(changeOwnPassword(form(), false)).rejects.toBeInstanceOf(OfflineError)
  losesAnswers = false
  await changeOwnPassword(form(), true)
  expect(asked).toEqual([OLD, OLD, NEW])
  expect(await opensOffline()).toEqual([false, true])
})

test('and where it did not, what is said is of the old password that was typed', async () => {
  await expect(changeOwnPassword(form('Not this 1!'), true)).rejects.toMatchObject({ field: 'old_password' })
  expect(asked).toEqual(['Not this 1!', NEW])
})

test('a profile that is renewed at that moment does not bring the old password back', async () => {
  const { locked } = (await deviceDatabase().people.get(EMAIL)) ?? {}
  const { key } = (locked && (await unlockProfile(OLD, locked))) ?? expect.fail('Ana is not known here.')
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle)
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  // The row is read by then, and not written yet.
  const reading = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...given) => {
    await held
    return decrypt(...given)
  })
  const renewing = refreshKnownPerson({ ...user, name: 'Ana B.' }, key)
  await vi.waitFor(() => expect(reading).toHaveBeenCalled())
  await changeOwnPassword(form(), false)
  goOn()
  await renewing
  expect((await deviceDatabase().people.get(EMAIL))?.name).toBe('Ana B.')
  expect(await opensOffline()).toEqual([false, true])
})
