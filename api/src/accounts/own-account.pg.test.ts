import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  newOrganization,
  newUser,
  PASSWORD,
  randomAddress,
  signIn,
  testApp,
  type SignedIn,
} from '../testing.ts'

const { call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call, 'Elm Street Clinic')
const NEW = 'Brand new 9!'
const MINUTE_MS = 60_000

let staff: SignedIn
beforeEach(async () => {
  staff = await newUser(call, clinic, [1])
})

const change = (
  token: string,
  old_password = PASSWORD,
  password = NEW,
  confirm_password = password,
  address = randomAddress(),
) => call('POST', '/user/password', { token, address, body: { old_password, password, confirm_password } })
const login = (password: string, more: object = {}, address = randomAddress()) =>
  call('POST', '/user/login', { address, body: { email: staff.user.email, password, ...more } })
const isIn = async (token: unknown) =>
  (await call('GET', '/user/confirm', { token: String(token) })).status === 200
/** 401 for one that ended; a body that says nothing is read only of one that holds. */
const mayPush = async (token: unknown) =>
  (await call('POST', '/sync/push', { token: String(token), body: {} })).status !== 401
const said = async () => {
  const { rows } = await database.pool.query<{ message: string }>(
    'select message from "logged-actions" where user_id = $1 order by received_at, ctid',
    [staff.user._id],
  )
  return rows.map(({ message }) => message).filter((message) => message !== 'Logged in')
}
/** Signs in on a tablet of its own. */
async function onTablet(name: string | null = null) {
  const place = { device: randomUUID(), lane: randomUUID() }
  const { body } = await login(PASSWORD, place)
  if (name !== null)
    await database.pool.query('update devices set name = $2 where device_id = $1', [place.device, name])
  return { ...place, token: String(body['token']), push: body['push_token'] }
}
interface Listed {
  _id: string
  device: { _id: string; name: string | null } | null
  created_at: string
  last_seen: string | null
  here: boolean
}
const sessionsOf = async (token: string) =>
  (await call('GET', '/user/sessions', { token })).body['sessions'] as Listed[]

describe('the own password', () => {
  test('is another one afterwards; this session goes on, and every other one ends', async () => {
    const [here, there] = [await onTablet('Surgery 1'), await onTablet('Surgery 2')]
    expect((await change(here.token)).status).toBe(200)
    expect([await isIn(here.token), await isIn(there.token), await isIn(staff.token)]).toEqual([
      true,
      false,
      false,
    ])
    expect([await mayPush(here.push), await mayPush(there.push)]).toEqual([true, false])
    expect(await isIn(clinic.token)).toBe(true)
    expect(await said()).toEqual(['Changed the password'])
    expect((await login(PASSWORD)).body).toMatchObject({ success: false, code: 2 })
    expect((await login(NEW)).body['success']).toBe(true)
  })

  test('is asked for: a wrong one is told at its field, changes nothing, and is written down', async () => {
    const address = '10.250.1.1'
    const refused = await change(staff.token, 'Not this 1!', NEW, NEW, address)
    expect([refused.status, refused.body]).toEqual([
      422,
      { success: false, code: 'invalid', message: 'This is not your password.', field: 'old_password' },
    ])
    expect(await isIn(staff.token)).toBe(true)
    expect((await login(PASSWORD)).body['success']).toBe(true)
    expect(await said()).toEqual([
      'Failed to change the password from 10.250.1.1: the old password was wrong',
    ])
  })

  test('keeps the rules of a reset', async () => {
    const weak = await change(staff.token, PASSWORD, 'no upper 1!')
    expect([weak.status, weak.body['field'], weak.body['message']]).toEqual([
      422,
      'password',
      'Password must contain at least one uppercase character.',
    ])
    expect((await change(staff.token, PASSWORD, NEW, 'another')).body['field']).toBe('confirm_password')
  })

  test('is guessed no faster than at the login, and those guesses count there; the right one frees both', async () => {
    const address = randomAddress()
    for (let nth = 0; nth < 5; nth++)
      expect((await change(staff.token, 'Not this 1!', NEW, NEW, address)).status).toBe(422)
    const waits = await change(staff.token, PASSWORD, NEW, NEW, address)
    expect([waits.status, waits.headers['retry-after']]).toEqual([429, '1'])
    expect((await login(PASSWORD, {}, address)).status).toBe(429)
    clock.now = new Date(clock.now.getTime() + 1000)
    expect((await change(staff.token, PASSWORD, NEW, NEW, address)).status).toBe(200)
    expect((await login('Not this 1!', {}, address)).status).toBe(200)
  })

  test('ends a link that somebody asked for before', async () => {
    const { body } = await call('POST', '/organization/users/link', {
      token: clinic.token,
      body: { _id: staff.user._id },
    })
    const { id } = body['link'] as { id: string }
    const holds = async () => (await call('GET', `/services/password-reset/${id}`)).body['result']
    expect(await holds()).toBe(true)
    await change(staff.token)
    expect(await holds()).toBe(false)
  })

  test('is changed once by two who begin with the same', async () => {
    const other = (await login(PASSWORD)).body['token']
    const both = await Promise.all([
      change(staff.token, PASSWORD, 'The first 1!'),
      change(String(other), PASSWORD, 'The second 2!'),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('the own sessions', () => {
  test('are listed with their tablet, when it was heard of, and which is this one; of nobody else', async () => {
    clock.now = new Date(clock.now.getTime() + MINUTE_MS)
    const start = clock.now.getTime()
    const tablet = await onTablet('Surgery 1')
    clock.now = new Date(start + MINUTE_MS)
    const told = {
      protocol: 2,
      name: 'Surgery 1',
      unsent: 0,
      oldest: null,
      app_version: '1.0.0',
      platform: 'X',
    }
    expect((await call('POST', '/sync/devices/tell', { token: tablet.token, body: told })).status).toBe(200)
    const [first, second] = await sessionsOf(staff.token)
    expect(first).toMatchObject({
      device: { _id: tablet.device, name: 'Surgery 1' },
      created_at: new Date(start).toISOString(),
      last_seen: new Date(start + MINUTE_MS).toISOString(),
      here: false,
    })
    expect(second).toMatchObject({ device: null, last_seen: null, here: true })
    expect(await sessionsOf(staff.token)).toHaveLength(2)
    // Of two on one tablet the newer one is that tablet's; somebody else who is heard of there is not this user.
    clock.now = new Date(start + 2 * MINUTE_MS)
    await login(PASSWORD, { device: tablet.device, lane: tablet.lane })
    const of = (await sessionsOf(staff.token)).filter(({ device }) => device?._id === tablet.device)
    expect(of.map(({ created_at, last_seen }) => [created_at, last_seen])).toEqual([
      [new Date(start + 2 * MINUTE_MS).toISOString(), new Date(start + 2 * MINUTE_MS).toISOString()],
      [new Date(start).toISOString(), new Date(start).toISOString()],
    ])
  })

  test('that are over are not listed', async () => {
    await call('POST', '/user/logout', { token: (await onTablet()).token, body: { keep_push: true } })
    expect(await sessionsOf(staff.token)).toHaveLength(1)
    clock.now = new Date(clock.now.getTime() + 13 * 60 * MINUTE_MS)
    const { token } = await signIn(call, staff.user.email)
    expect((await sessionsOf(token)).map(({ here }) => here)).toEqual([true])
    clinic.token = (await signIn(call, clinic.user.email)).token
  })

  test('end one by one: its tablet has to log in, and pushes no more; those of others do not', async () => {
    const [here, there] = [await onTablet(), await onTablet('Surgery 2')]
    const listed = await sessionsOf(here.token)
    const of = (device: string) => ({ _id: listed.find((one) => one.device?._id === device)?._id })
    const end = (token: string, body: object) => call('POST', '/user/sessions/end', { token, body })
    const stranger = await newUser(call, clinic, [0, 1, 2, 3])
    expect((await end(stranger.token, of(there.device))).status).toBe(404)
    expect((await end(here.token, of(there.device))).status).toBe(200)
    expect([await isIn(there.token), await mayPush(there.push)]).toEqual([false, false])
    expect([await isIn(here.token), await mayPush(here.push), await isIn(staff.token)]).toEqual([
      true,
      true,
      true,
    ])
    expect((await end(here.token, of(there.device))).status).toBe(404)
    expect(await said()).toEqual(["Logged out on the tablet 'Surgery 2' from elsewhere"])
  })

  test('an older one of the same tablet ends without that tablet’s right to push', async () => {
    const tablet = await onTablet()
    clock.now = new Date(clock.now.getTime() + 1000)
    const again = await login(PASSWORD, { device: tablet.device, lane: tablet.lane })
    const old = (await sessionsOf(staff.token)).findLast(({ device }) => device?._id === tablet.device)
    await call('POST', '/user/sessions/end', { token: staff.token, body: { _id: old?._id } })
    expect([await isIn(tablet.token), await isIn(again.body['token'])]).toEqual([false, true])
    expect(await mayPush(again.body['push_token'])).toBe(true)
  })

  test('all others end at once; a right to push of a tablet without a session stays', async () => {
    const [here, there, left] = [await onTablet(), await onTablet(), await onTablet()]
    await call('POST', '/user/logout', { token: left.token, body: { keep_push: true } })
    expect((await call('POST', '/user/sessions/end-others', { token: here.token })).status).toBe(200)
    expect([await isIn(here.token), await isIn(there.token), await isIn(staff.token)]).toEqual([
      true,
      false,
      false,
    ])
    expect([await mayPush(here.push), await mayPush(there.push), await mayPush(left.push)]).toEqual([
      true,
      false,
      true,
    ])
    await call('POST', '/user/sessions/end-others', { token: here.token })
    expect((await said()).filter((message) => message !== 'Logged out')).toEqual([
      'Logged out everywhere else: 2 sessions',
    ])
  })
})

describe('in the demonstration, whose accounts are shared', async () => {
  const demo = await testApp({ demonstration: 'library' })

  test('nobody changes the password, sees other sessions, or ends them', async () => {
    const { email, password } = (await demo.call('POST', '/demonstration/visit')).body
    const visit = async () =>
      String((await demo.call('POST', '/user/login', { body: { email, password } })).body['token'])
    const [first, second] = [await visit(), await visit()]
    const body = { old_password: password, password: NEW, confirm_password: NEW }
    const changed = await demo.call('POST', '/user/password', { token: first, body })
    expect([changed.status, changed.body['message']]).toEqual([
      403,
      'The password of the demonstration is shared. It cannot be changed.',
    ])
    const listed = (await demo.call('GET', '/user/sessions', { token: first })).body['sessions'] as Listed[]
    expect(listed.map(({ here }) => here)).toEqual([true])
    for (const [path, sent] of [
      ['/user/sessions/end', { _id: listed[0]?._id }],
      ['/user/sessions/end-others', undefined],
    ] as const)
      expect((await demo.call('POST', path, { token: second, body: sent })).status).toBe(403)
    expect((await demo.call('GET', '/user/confirm', { token: first })).status).toBe(200)
    expect((await visit()).length).toBeGreaterThan(20)
  })
})
