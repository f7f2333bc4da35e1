import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from 'sync-protocol/wire/accounts'
import { newId } from '../database/ids.ts'
import { knownPeople, refreshKnownPerson } from './known-person.ts'
import { closeClinics } from '../device/open-clinics.ts'
import { lockProfile, PASSWORD_ROUNDS } from '../device/profile-lock.ts'
import { revocations } from './revocation.ts'
import { save } from '../outbox/save.ts'
import {
  currentClinic,
  endIfShutOut,
  goOnline,
  session,
  sessionEnd,
  signIn,
  signOut,
  switchUser,
} from './session.ts'
import { deviceDatabase } from '../device/device-database.ts'
import { drug } from '../../sync/testing/samples.ts'

const MINUTE = 60_000
const items = new Map<string, string>()
let out: boolean
/** What the server says to a sign-in; null: it knows the password. */
let refusal: { status: number; body: object } | null
let allowed: boolean
let perms: number[]

const profileOf = (name: string): Profile => ({
  _id: ids.get(name) ?? '',
  name,
  email: `${name.toLowerCase()}@clinic.test`,
  org_id: orgId,
  org_name: 'Clinic',
  org_perms: perms,
  time_zone: 'America/Chicago',
  demo: false,
  offline_sign_in: allowed,
})
const ids = new Map<string, string>()
let orgId: string

async function server(path: string, init: RequestInit): Promise<Response> {
  if (out) throw new TypeError('Failed to fetch')
  if (path !== '/user/login') return Response.json({ success: true })
  if (refusal) return Response.json(refusal.body, { status: refusal.status })
  const { email, password, lane } = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<
    string,
    string
  >
  const name = [...ids.keys()].find((each) => `${each.toLowerCase()}@clinic.test` === email)
  if (name === undefined || password !== `${name}-password`)
    return Response.json({ success: false, code: 2, message: 'Wrong.' })
  return Response.json({ success: true, token: newId(), user: profileOf(name), push_token: `push ${lane}` })
}

beforeEach(() => {
  items.clear()
  out = false
  refusal = null
  allowed = true
  perms = [1]
  orgId = newId()
  ids.clear()
  ids.set('Ana', newId()).set('Ben', newId())
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-11-20T08:00:00.000Z')
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  vi.stubGlobal('fetch', server)
})
afterEach(async () => {
  await signOut()
  closeClinics()
  await deviceDatabase().people.clear()
  await deviceDatabase().revocations.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const enter = (name: string, password = `${name}-password`) =>
  signIn(`${name.toLowerCase()}@clinic.test`, password)
const saved = async () => (await currentClinic().table('outbox').toArray()).length
const saveDrug = () =>
  save({
    action: 'drug.create',
    ops: [{ op: 'create', collection: 'drugs', _id: newId(), content: drug('K') }],
  })

describe('wrong passwords without the server', () => {
  beforeEach(async () => {
    await enter('Ana')
    await signOut()
    out = true
  })

  test('after the fifth each try waits longer, a reload and a clock set back free nobody; the right one waits too', async () => {
    for (let each = 0; each < 4; each++)
      expect(await enter('Ana', 'guess')).toMatchObject({
        reason: 'wrong-password-offline',
        message: expect.not.stringContaining('Wait'),
      })
    expect(await enter('Ana', 'guess')).toMatchObject({ reason: 'wrong-password-offline', waitMs: 30_000 })
    deviceDatabase().close({ disableAutoOpen: false })
    vi.setSystemTime(Date.now() - 24 * 60 * MINUTE)
    expect(await enter('Ana')).toMatchObject({
      ok: false,
      reason: 'waiting',
      waitMs: 30_000,
      message: expect.stringContaining('30 seconds'),
    })
    vi.setSystemTime(Date.now() + 29_000)
    expect(await enter('Ana')).toMatchObject({ reason: 'waiting', waitMs: 1000 })
    vi.setSystemTime(Date.now() + 1000)
    expect(await enter('Ana', 'guess')).toMatchObject({ waitMs: MINUTE })
    vi.setSystemTime(Date.now() + MINUTE)
    expect(await enter('Ana')).toEqual({ ok: true })
    await signOut()
    expect(await enter('Ana', 'guess')).not.toHaveProperty('waitMs')
  })

  test('two tabs at once get no guess for free', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => enter('Ana', 'guess')))
    expect(tries.filter((each) => !each.ok && each.reason === 'wrong-password-offline')).toHaveLength(5)
    expect(tries.filter((each) => !each.ok && each.reason === 'waiting')).toHaveLength(7)
  })

  test('the right password with the server ends the waiting', async () => {
    for (let each = 0; each < 6; each++) await enter('Ana', 'guess')
    out = false
    expect(await enter('Ana')).toEqual({ ok: true })
    await signOut()
    out = true
    expect(await enter('Ana')).toEqual({ ok: true })
  })
})

test('a profile that was locked with fewer rounds is locked anew at the next sign-in with the server', async () => {
  await enter('Ana')
  const people = deviceDatabase().people
  const { locked } = await lockProfile(
    'Ana-password',
    { user: profileOf('Ana'), push_token: null, lane: newId() },
    1000,
  )
  await people.update('ana@clinic.test', { locked })
  await signOut()
  await enter('Ana')
  expect((await people.get('ana@clinic.test'))?.locked?.rounds).toBe(PASSWORD_ROUNDS)
})

describe('the organization switches it off', () => {
  test('the tablet forgets how to, for everybody, at its next contact; names stay', async () => {
    await enter('Ben')
    await signOut()
    await enter('Ana')
    await refreshKnownPerson({ ...profileOf('Ana'), offline_sign_in: false }, undefined)
    await signOut()
    out = true
    for (const name of ['Ana', 'Ben'])
      expect(await enter(name)).toMatchObject({ ok: false, reason: 'not-allowed-offline' })
    expect((await knownPeople()).map(({ name }) => name).sort()).toEqual(['Ana', 'Ben'])
  })

  test('a sign-in under that rule locks nothing', async () => {
    allowed = false
    await enter('Ana')
    expect(await deviceDatabase().people.get('ana@clinic.test')).not.toHaveProperty('locked')
  })
})

describe('[D2] a session without the server ends when the server, once reached, says so; the work is kept', () => {
  beforeEach(async () => {
    await enter('Ana')
    await signOut()
    out = true
    await enter('Ana')
    await saveDrug()
    out = false
  })
  const clinicOf = () => currentClinic()

  test.each([
    [
      'the account is gone or the password another',
      { status: 200, body: { success: false, code: 2, message: 'Wrong.' } },
      'refused',
    ],
  ] as const)('%s', async (_, said, why) => {
    const clinic = clinicOf()
    refusal = said
    await goOnline()
    expect([session.getState().user, sessionEnd.getState().why]).toEqual([null, why])
    expect((await clinic.outbox.toArray()).map(({ body }) => body.action)).toContain('drug.create')
  })

  test('no permission is left', async () => {
    const clinic = clinicOf()
    perms = []
    await goOnline()
    expect([session.getState().user, sessionEnd.getState().why]).toEqual([null, 'no-permissions'])
    expect((await clinic.outbox.toArray()).map(({ body }) => body.action)).toContain('drug.create')
  })

  test('the right to push was taken away, and the password went with a reload', async () => {
    const clinic = clinicOf()
    await clinic.lanes.update(ids.get('Ana') ?? '', { shut_out: true, push_token: null })
    await endIfShutOut()
    expect([session.getState().user, sessionEnd.getState().why]).toEqual([null, 'refused'])
    expect(await clinic.outbox.count()).toBeGreaterThan(0)
  })

  test('the tablet was revoked: the session goes on, so that the work leaves', async () => {
    refusal = { status: 403, body: { success: false, code: 'forbidden', message: 'Revoked.', revoked: true } }
    await goOnline()
    expect(session.getState().user?.name).toBe('Ana')
    expect(await revocations()).toMatchObject([{ org_id: orgId, org_name: 'Clinic', state: 'sending' }])
  })
})

test('[D2] a switch of users takes the right password, tells of the sign-out, and keeps what the first saved', async () => {
  await enter('Ben')
  await signOut()
  await enter('Ana')
  await saveDrug()
  const before = await saved()
  expect(await switchUser('ben@clinic.test', 'wrong')).toMatchObject({ ok: false })
  expect(session.getState().user?.name).toBe('Ana')
  out = true
  expect(await switchUser('ben@clinic.test', 'Ben-password')).toEqual({ ok: true })
  expect(session.getState()).toMatchObject({ user: { name: 'Ben' }, offline: true, status: 'success' })
  const rows = await currentClinic().outbox.toArray()
  expect(rows.filter(({ user_id }) => user_id === ids.get('Ana')).map(({ body }) => body.action)).toEqual(
    expect.arrayContaining(['drug.create', 'session.log_out']),
  )
  expect(rows.length).toBeGreaterThan(before)
  const lane = await currentClinic().lanes.get(ids.get('Ben') ?? '')
  expect(lane?.push_token).not.toBeNull()
})
