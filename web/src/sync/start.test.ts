import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from 'sync-protocol/wire/accounts'
import type { PushRequest } from 'sync-protocol/wire/push'
import { mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { viewOf } from '../data/database/clinic-database.ts'
import { newId } from '../data/database/ids.ts'
import { closeClinics, openClinic } from '../data/device/open-clinics.ts'
import { save } from '../data/outbox/save.ts'
import {
  confirm,
  currentClinic,
  restoreSession,
  session,
  sessionEnd,
  signIn,
  signOut,
} from '../data/people/session.ts'
import { tokenRefused } from '../data/people/server-call.ts'
import { askSetupState, setupState } from '../data/people/setup-state.ts'
import { deviceDatabase } from '../data/device/device-database.ts'
import { nothingKnown, syncStatus, type SyncStatus } from '../data/database/sync-status.ts'
import { startSync } from './start.ts'
import { FleetServer, type FleetUser } from './testing/fleet-server.ts'
import { drug } from './testing/samples.ts'

let orgId: string
const ana: FleetUser = { id: '0193aaaa-0000-7000-8000-0000000000a1', name: 'Ana', perms: [1] }

let tell: (head: number) => void
/** The server ends the stream. */
let cut: () => void
const listening = new Set<string>()

/** The live stream of a token, which tells when the test does. */
function events(init: RequestInit): Response {
  const token = new Headers(init.headers).get('authorization') ?? ''
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      listening.add(token)
      cut = () => {
        listening.delete(token)
        controller.close()
      }
      tell = (head) => controller.enqueue(bytes.encode(`event: change\ndata: {"head":${head}}\n\n`))
      init.signal?.addEventListener('abort', () => {
        listening.delete(token)
        controller.error(init.signal?.reason)
      })
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** What a tab is to the app, as far as the engine looks. */
class Page extends EventTarget {
  cookie = ''
  visibilityState = 'visible'
}

let server: FleetServer
/** The paths of the calls that came. */
let asked: string[]
let out: boolean
/** The server knows the organization no more; whether it was a demonstration, and whether it has one. */
let removed: boolean
let demo: { was: boolean; is: boolean; org?: string }
/** Until it is over no push without a network fails, and no look whether the server is back. */
let failing: Promise<void>
let onAsked: () => void
const { random } = Math
let chance: () => number
let stop: () => Promise<void>
let page: Page

beforeEach(() => {
  orgId = newId()
  syncStatus.setState(nothingKnown)
  server = new FleetServer(orgId, newId(), [ana])
  asked = []
  out = false
  removed = false
  demo = { was: false, is: false }
  failing = Promise.resolve()
  onAsked = () => undefined
  chance = random
  vi.spyOn(Math, 'random').mockImplementation(() => chance())
  page = new Page()
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  vi.stubGlobal('document', page)
  const online = new EventTarget()
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online))
  vi.stubGlobal('removeEventListener', online.removeEventListener.bind(online))
  vi.stubGlobal('dispatchEvent', online.dispatchEvent.bind(online))
  vi.stubGlobal('fetch', answer)
  stop = startSync()
})
afterEach(async () => {
  await signOut()
  await stop()
  closeClinics()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const profile = (): Profile => ({
  _id: ana.id,
  name: ana.name,
  email: 'ana@clinic.test',
  org_id: orgId,
  org_name: 'Clinic',
  org_perms: [...ana.perms],
  time_zone: 'America/Chicago',
  demo: demo.was,
})

async function answer(path: string, init: RequestInit): Promise<Response> {
  asked.push(path.replace(/\?.*/, ''))
  if (out) {
    if (path === '/sync/push' || path === '/setup/state') {
      onAsked()
      await failing
    }
    throw new TypeError('Failed to fetch')
  }
  server.now = Date.now()
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
  if (path === '/setup/state')
    return Response.json({
      success: true,
      setup_open: false,
      demo: demo.is,
      clinic: false,
      ...(demo.org !== undefined && { demo_org: demo.org === 'this' ? orgId : demo.org }),
    })
  if (removed) {
    const code = path.startsWith('/sync/devices/standing') ? 'not_found' : 'unauthenticated'
    const failure = { success: false, code, message: 'Refused.' }
    return Response.json(failure, { status: code === 'not_found' ? 404 : 401 })
  }
  if (path === '/user/login') {
    const { lane } = body as { lane: string }
    return Response.json({ success: true, user: profile(), ...server.signIn(ana, lane, newId) })
  }
  if (path === '/user/confirm') return Response.json({ success: true, user: profile() })
  if (path === '/user/profile') return Response.json({ success: true, user: profile() })
  if (path === '/sync/events') return events(init)
  const token = new Headers(init.headers).get('authorization')
  const said = await server.handle({ method: 'GET', path, token, body })
  return Response.json(said.body, { status: said.status })
}

/** Resolves when the status says so. */
const status = (says: (status: SyncStatus) => boolean) =>
  new Promise<SyncStatus>((resolve) => {
    if (says(syncStatus.getState())) return resolve(syncStatus.getState())
    const unsubscribe = syncStatus.subscribe((now) => {
      if (!says(now)) return
      unsubscribe()
      resolve(now)
    })
  })

const saveDrug = async (name: string) => {
  const _id = newId()
  await save({
    action: 'drug.create',
    ops: [{ op: 'create', collection: 'drugs', _id, content: drug(name) }],
  })
  return _id
}

test('[T5] a sign-in reads, a save is sent right after it, and the status tells both', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  const id = await saveDrug('Ketamine')
  await status(({ unsent }) => unsent === 1)
  await status(({ unsent, serverReachable }) => unsent === 0 && serverReachable)
  expect(server.store.allRecords(orgId)).toMatchObject([{ _id: id, version: 1 }])
})

test('[T7] without the server the age and number of what is unsent are told; `online` sends it at once', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ state }) => state === 'sent')
  out = true
  await saveDrug('Offline')
  const told = await status(({ state, unsent }) => state === 'offline' && unsent === 1)
  expect(Date.now() - Date.parse(told.oldestAt ?? '')).toBeLessThan(60_000)
  out = false
  dispatchEvent(new Event('online'))
  await status(({ state, unsent }) => state === 'sent' && unsent === 0)
  expect(server.store.allRecords(orgId)).toHaveLength(1)
})

test('[T5] `online` while a request of before is still failing sends at once, and waits for no back-off', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  await saveDrug('Before')
  // That it is unsent may never be told: it is sent at once.
  await vi.waitFor(() => expect(server.store.allRecords(orgId)).toHaveLength(1))
  await status(({ state, unsent }) => state === 'sent' && unsent === 0)
  out = true
  let fail = () => {}
  failing = new Promise((resolve) => {
    fail = resolve
  })
  const asking = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  await saveDrug('Offline')
  await asking
  out = false
  dispatchEvent(new Event('online'))
  // From here on the back-off alone would send in a minute.
  chance = () => 60
  fail()
  await status(({ state, unsent }) => state === 'sent' && unsent === 0)
  expect(server.store.allRecords(orgId)).toHaveLength(2)
})

test('when the server ends the session, whether it revoked the tablet is asked at once', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  asked = []
  tokenRefused(session.getState().token ?? '')
  await vi.waitFor(() => expect(session.getState().user).toBeNull())
  await vi.waitFor(() => expect(asked).toContain('/sync/devices/standing'))
})

test('[D2] what was saved offline before log-out is sent although its author has gone', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  out = true
  await saveDrug('Left behind')
  await status(({ unsent }) => unsent === 1)
  const clinic = currentClinic()
  await signOut()
  out = false
  page.dispatchEvent(new Event('visibilitychange'))
  // Nobody is signed in: the status is also told by other organizations of this tablet.
  await vi.waitFor(() => expect(server.store.allRecords(orgId)).toHaveLength(1))
  await status(({ unsent, serverReachable }) => unsent === 0 && serverReachable)
  expect(session.getState().user).toBeNull()
  expect(
    (await viewOf(clinic, 'drugs').toArray()).filter(({ content }) => content?.['name'] === 'Left behind'),
  ).toHaveLength(1)
})

/** The app is loaded anew: who is signed in is still known, the password is not. */
async function reload(): Promise<void> {
  const kept = await deviceDatabase().session.get('present')
  localStorage.removeItem('profile')
  await deviceDatabase().session.clear()
  await restoreSession()
  if (kept) await deviceDatabase().session.put(kept)
  localStorage.setItem('session_turn', String(kept?.turn))
  await restoreSession()
}

test('[D2] [T7] after an offline sign-in and a reload everything saved is sent, and a sign-in is asked for', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  await signOut()
  out = true
  await signIn('ana@clinic.test', 'password')
  await reload()
  expect(session.getState()).toMatchObject({ token: null, offline: true })
  await saveDrug('Before')
  await status(({ state, unsent, queued }) => state === 'offline' && unsent === 1 && queued >= 2)
  out = false
  dispatchEvent(new Event('online'))
  await status(({ state, unsent }) => state === 'stuck' && unsent === 0)
  await saveDrug('After')
  await status(({ unsent }) => unsent === 1)
  await status(({ state, unsent, signInAgain }) => state === 'stuck' && unsent === 0 && signInAgain)
  expect(server.store.allRecords(orgId)).toHaveLength(2)
  await signOut()
  await signIn('ana@clinic.test', 'password')
  await status(({ state, signInAgain }) => state === 'sent' && !signInAgain)
})

test('a change that the server tells of is read at once; hidden or signed out nothing is listened to', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  const { token } = session.getState()
  await vi.waitFor(() => expect([...listening]).toEqual([token]))
  const elsewhere = mutationOf(1, newId(), 'drug.create', [
    { op: 'create', collection: 'drugs', _id: newId(), content: drug('From elsewhere') },
  ])
  const speaker = { org_id: orgId, user_id: ana.id, user_name: 'Ana', org_name: 'Clinic', perms: [1] }
  const request = pushOf(server.store.epoch, { device: newId(), lane: newId() }, [elsewhere])
  const { head } = await server.store.push(speaker, request, new Date().toISOString())
  tell(head)
  await vi.waitFor(async () => expect(await viewOf(currentClinic(), 'drugs').count()).toBe(1))
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(listening.size).toBe(0))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(listening.size).toBe(1))
  await signOut()
  await vi.waitFor(() => expect(listening.size).toBe(0))
})

test('[L6] when the live stream speaks again after it ended, the server is shown at once what it took', async () => {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  const _id = await saveDrug('Taken')
  await vi.waitFor(async () =>
    expect(await viewOf(currentClinic(), 'drugs').get(_id)).toMatchObject({ version: 1 }),
  )
  await status(({ state, unsent }) => state === 'sent' && unsent === 0)
  await vi.waitFor(() => expect(listening.size).toBe(1))
  const handle = vi.spyOn(server, 'handle')
  const shown = () =>
    handle.mock.calls.flatMap(([{ path, body }]) => (path === '/sync/push' ? [body as PushRequest] : []))
  // The next stream is opened at once.
  chance = () => 0
  cut()
  await vi.waitFor(() => expect(listening.size).toBe(1))
  expect(shown()).toEqual([])
  // Nothing that is new here.
  tell(0)
  await vi.waitFor(() =>
    expect(shown()).toMatchObject([{ mutations: [{ ops: [{ _id }], returned: { user_id: ana.id } }] }]),
  )
})

test('for somebody without permission for records none are asked for, until the permission is known', async () => {
  const perms = ana.perms.splice(0, 1, 0)
  try {
    await signIn('ana@clinic.test', 'password')
    await status(({ serverReachable }) => serverReachable)
    expect(session.getState().user?.org_perms).toEqual([0])
    await saveDrug('Sent all the same')
    await vi.waitFor(() => expect(asked).toContain('/sync/push'))
    await status(({ unsent }) => unsent === 0)
    const ofRecords = ['/sync/pull', '/sync/snapshot', '/sync/events']
    expect(asked.filter((path) => ofRecords.includes(path))).toEqual([])
    out = true
    dispatchEvent(new Event('online'))
    await status(({ serverReachable }) => !serverReachable)
    out = false
    dispatchEvent(new Event('online'))
    await status(({ serverReachable }) => serverReachable)
    ana.perms.splice(0, 1, ...perms)
    await confirm()
    await status(({ lastPull }) => lastPull !== null)
    await vi.waitFor(() => expect(listening.size).toBe(1))
  } finally {
    ana.perms.splice(0, 1, ...perms)
  }
})

/** Somebody works without the server, which meanwhile knows nothing of their organization any more. */
async function removeMeanwhile(): Promise<void> {
  await signIn('ana@clinic.test', 'password')
  await status(({ lastPull, state }) => lastPull !== null && state === 'sent')
  out = true
  await saveDrug('Never sent')
  await status(({ unsent }) => unsent === 1)
  removed = true
  out = false
  asked = []
  dispatchEvent(new Event('online'))
}
const exists = () => Dexie.exists(`clinic-${orgId}`)

test('[Q-86] when the demonstration was removed, its tablet is signed out, and nothing of it stays here, sent or not', async () => {
  demo = { was: true, is: false }
  await removeMeanwhile()
  await vi.waitFor(async () => expect(await exists()).toBe(false), { timeout: 10_000 })
  const { org_id, state, demonstration } = (await deviceDatabase().revocations.get(orgId)) ?? {}
  expect([org_id, state, demonstration]).toEqual([orgId, 'wiped', true])
  expect([session.getState().user, sessionEnd.getState().why]).toEqual([null, null])
  const people = await deviceDatabase().people.toArray()
  expect(people.filter((person) => person.org_id === orgId)).toEqual([])
  await vi.waitFor(() => expect(setupState.getState()).toMatchObject({ answer: 'known', demo: false }))
  // It asks for nothing of it any more, and opens it no more.
  asked = []
  dispatchEvent(new Event('online'))
  await askSetupState()
  expect([asked.filter((path) => path.startsWith('/sync')), await exists()]).toEqual([[], false])
})

test('when the demonstration was reset, its tablet lets go of the one before', async () => {
  demo = { was: true, is: true, org: newId() }
  await removeMeanwhile()
  await vi.waitFor(async () => expect(await exists()).toBe(false), { timeout: 10_000 })
  expect(await deviceDatabase().revocations.get(orgId)).toMatchObject({ state: 'wiped', demonstration: true })
  expect([session.getState().user, sessionEnd.getState().why]).toEqual([null, null])
  await vi.waitFor(() => expect(setupState.getState()).toMatchObject({ answer: 'known', demo: true }))
})

test.each([
  ['a clinic', { was: false, is: false }],
  ['a clinic beside the demonstration', { was: false, is: true, org: newId() }],
  ['a demonstration that the server has', { was: true, is: true }],
  ['this very demonstration', { was: true, is: true, org: 'this' }],
])('[Q-86] [D3] the tablet of %s that the server does not know keeps everything', async (_, kind) => {
  demo = kind
  const { now } = Date
  let later = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + later)
  await removeMeanwhile()
  // Asked once more a minute later: by then it would be gone.
  for (let time = 0; time < 2; time++) {
    await vi.waitFor(() => expect(asked).toContain('/sync/devices/standing'))
    await vi.waitFor(() => expect(session.getState().user).toBeNull())
    asked = []
    later += 60_000
    dispatchEvent(new Event('online'))
  }
  expect([await exists(), await deviceDatabase().revocations.get(orgId)]).toEqual([true, undefined])
  expect(
    await openClinic(orgId)
      .outbox.filter(({ done }) => done === 0)
      .count(),
  ).toBeGreaterThan(0)
})
