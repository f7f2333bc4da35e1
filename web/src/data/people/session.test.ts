import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MutationResult } from 'sync-protocol/records/outcome'
import type { Profile } from 'sync-protocol/wire/accounts'
import { newId } from '../database/ids.ts'
import { clinicSettings } from './clinic-settings.ts'
import { closeClinics, openClinic } from '../device/open-clinics.ts'
import { takeBatch } from '../outbox/outbox.ts'
import { save } from '../outbox/save.ts'
import {
  confirm,
  currentClinic,
  currentUser,
  goOnline,
  restoreSession,
  session,
  sessionEnd,
  signIn,
  signOut,
} from './session.ts'
import { openStream, serverCall, ServerError, serverFile } from './server-call.ts'
import { writeSetting } from '../database/settings.ts'
import { storeResults } from '../outbox/store-results.ts'
import { readStatus } from '../../sync/read-status.ts'
import { deviceDatabase } from '../device/device-database.ts'
import { readKeptSession } from './kept-session.ts'
import { drug } from '../../sync/testing/samples.ts'

class LocalStorage {
  private readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

/** A server that knows people, tokens and when it is out. */
class Accounts {
  out = false
  /** Seconds since 1970, as in a token. */
  issuedAt = 0
  readonly tokens = new Map<string, Profile>()
  readonly asked: {
    path: string
    body: { device?: string; lane?: string; event?: string; continues?: boolean }
  }[] = []
  readonly people: { email: string; password: string; user: Profile }[] = []

  add(name: string, perms = [1]): { email: string; password: string; user: Profile } {
    const user = {
      _id: newId(),
      name,
      email: `${name.toLowerCase()}@clinic.test`,
      org_id: '0193aaaa-0000-7000-8000-000000000001',
      org_name: 'Clinic',
      org_perms: perms,
      time_zone: 'America/Chicago',
      demo: false,
    }
    const person = { email: user.email, password: `${name}-password`, user }
    this.people.push(person)
    return person
  }

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (this.out) throw new TypeError('Failed to fetch')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    this.asked.push({ path, body })
    if (path === '/user/login') {
      const person = this.people.find(
        ({ email, password }) => email === body.email && password === body.password,
      )
      if (!person) return Response.json({ success: false, code: 2, message: 'Wrong.' })
      const claims = btoa(JSON.stringify({ iat: this.issuedAt, id: newId() }))
      const token = `head.${claims}.signature`
      this.tokens.set(token, person.user)
      return Response.json({ success: true, token, user: person.user, push_token: `push ${body.lane}` })
    }
    const token = new Headers(init.headers).get('authorization') ?? ''
    const user = this.tokens.get(token)
    if (path === '/user/logout') this.tokens.delete(token)
    if (!user)
      return Response.json({ success: false, code: 'unauthenticated', message: 'No.' }, { status: 401 })
    return Response.json({ success: true, user })
  }
}

let server: Accounts
beforeEach(() => {
  server = new Accounts()
  vi.stubGlobal('localStorage', new LocalStorage())
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  await signOut()
  closeClinics()
  vi.unstubAllGlobals()
})

const state = () => {
  const { status, token, user, offline } = session.getState()
  return { status, token: token !== null, user: user?.name ?? null, offline }
}
const saveDrug = () =>
  save({
    action: 'drug.create',
    ops: [{ op: 'create', collection: 'drugs', _id: newId(), content: drug('Ketamine') }],
  })

describe('sign-in', () => {
  test('with the server: status, token and profile; device and lane are named, the lane stays', async () => {
    const ana = server.add('Ana')
    expect(state()).toEqual({ status: '', token: false, user: null, offline: false })
    const signing = signIn(` ${ana.email.toUpperCase()} `, ana.password)
    expect(session.getState().status).toBe('loading')
    expect(await signing).toEqual({ ok: true })
    expect(state()).toEqual({ status: 'success', token: true, user: 'Ana', offline: false })
    expect(localStorage.getItem('token')).toBe(session.getState().token)
    await signOut()
    await signIn(ana.email, ana.password)
    const [first, second] = server.asked.filter(({ path }) => path === '/user/login').map(({ body }) => body)
    expect(second).toEqual({ ...first, email: ana.email, event: expect.any(String) })
    expect(second?.event).not.toBe(first?.event)
    expect(first?.lane).toBe((await currentClinic().table('lanes').toArray()).at(-1)?.id)
  })

  test('a page that is loaded anew as soon as a new tablet is signed in opens with who signed in', async () => {
    const zoe = server.add('Zoe')
    await deviceDatabase().session.clear()
    let kept: ReturnType<typeof readKeptSession> | undefined
    const unwatch = session.subscribe(({ status }) => {
      if (status === 'success') kept ??= readKeptSession(true)
    })
    await signIn(zoe.email, zoe.password)
    unwatch()
    expect((await kept)?.user?.name).toBe('Zoe')
  })

  test('the server that a new tablet has just signed in with is not called out of reach until the first round is over', async () => {
    const ana = server.add('Ana')
    await signIn(ana.email, ana.password)
    expect((await readStatus(currentClinic(), ana.user)).serverReachable).toBe(true)
    server.out = true
    await signOut()
    await writeSetting(openClinic(ana.user.org_id), 'server_reachable', false)
    await signIn(ana.email, ana.password)
    expect((await readStatus(currentClinic(), ana.user)).serverReachable).toBe(false)
  })

  test("days go by the zone of the clinic's settings, also for who signs in offline with an older profile", async () => {
    const ana = server.add('Ana')
    await signIn(ana.email, ana.password)
    const clinic = currentClinic()
    const settings = (time_zone: string) => ({
      _id: ana.user.org_id,
      collection: 'policies',
      schema: 1,
      version: 1,
      seq: 1,
      deleted: false,
      load: 1,
      meta: { author_id: ana.user._id, author_name: 'Ana', date_created: '2026-11-20T10:00:00.000Z' },
      content: { time_zone },
    })
    const zones = () => [currentUser().time_zone, session.getState().user?.time_zone]
    await clinic.table('policies').put(settings('America/Denver'))
    await vi.waitFor(() => expect(zones()).toEqual(['America/Denver', 'America/Denver']))
    await signOut()
    server.out = true
    expect(await signIn(ana.email, ana.password)).toEqual({ ok: true })
    await vi.waitFor(() => expect(zones()).toEqual(['America/Denver', 'America/Denver']))
    // A zone that this browser does not know would make every date an error.
    await currentClinic().table('policies').put(settings('Mars/Olympus'))
    await vi.waitFor(() => expect(clinicSettings.getState()).toEqual({ time_zone: 'Mars/Olympus' }))
    expect(zones()).toEqual(['America/Denver', 'America/Denver'])
  })

  test('asks the browser not to evict what is stored here', async () => {
    const persist = vi.fn(() => Promise.resolve(true))
    vi.stubGlobal('navigator', { storage: { persist } })
    const gil = server.add('Gil')
    await signIn(gil.email, 'wrong')
    expect(persist).not.toHaveBeenCalled()
    await signIn(gil.email, gil.password)
    expect(persist).toHaveBeenCalledOnce()
  })

  test('refused, and a profile without permissions: nobody is signed in', async () => {
    const none = server.add('None', [])
    expect(await signIn(none.email, 'wrong')).toMatchObject({ ok: false, reason: 'refused' })
    expect(await signIn(none.email, none.password)).toMatchObject({ ok: false, reason: 'no-permissions' })
    expect(state()).toEqual({ status: '', token: false, user: null, offline: false })
    expect(() => currentClinic()).toThrow('Nobody is signed in.')
  })

  test('[AUTH-10] any other failure is shown and logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ success: false, code: 'internal', message: 'x' }, { status: 500 })),
    )
    const said = 'An unknown error occured. Please contact customer support.'
    expect(await signIn('hal@clinic.test', 'x')).toEqual({ ok: false, reason: 'unknown', message: said })
    expect(logged).toHaveBeenCalledWith(said, 500, expect.objectContaining({ code: 'internal' }))
    logged.mockRestore()
  })

  test('without the server: only on a tablet that knows the person, only with the password', async () => {
    const ben = server.add('Ben')
    server.out = true
    expect(await signIn(ben.email, ben.password)).toMatchObject({ ok: false, reason: 'offline' })
    server.out = false
    await signIn(ben.email, ben.password)
    await signOut()
    server.out = true
    expect(await signIn(ben.email, 'wrong')).toMatchObject({ ok: false, reason: 'wrong-password-offline' })
    expect(await signIn(ben.email, ben.password)).toEqual({ ok: true })
    expect(state()).toEqual({ status: 'success', token: false, user: 'Ben', offline: true })
    await saveDrug()
    expect(await currentClinic().table('lanes').get(ben.user._id)).toMatchObject({
      unsent: 4,
      shut_out: false,
    })
  })

  test('an offline sign-in becomes one with the server as soon as it is back; a changed password ends it', async () => {
    const cleo = server.add('Cleo')
    await signIn(cleo.email, cleo.password)
    await signOut()
    server.out = true
    await signIn(cleo.email, cleo.password)
    await goOnline()
    expect(state()).toMatchObject({ token: false, offline: true })
    server.out = false
    await goOnline()
    expect(state()).toEqual({ status: 'success', token: true, user: 'Cleo', offline: false })
    await signOut()
    server.out = true
    await signIn(cleo.email, cleo.password)
    server.out = false
    const old = cleo.password
    cleo.password = 'changed'
    await goOnline()
    expect(state()).toMatchObject({ user: null, status: '' })
    server.out = true
    expect(await signIn(cleo.email, old)).toMatchObject({ ok: false })
    server.out = false
    expect(await signIn(cleo.email, 'changed')).toEqual({ ok: true })
  })
})

describe('an old password', () => {
  test('that the server refused opens nothing on this tablet any more; a mistyped one takes nothing away', async () => {
    const ivy = server.add('Ivy')
    await signIn(ivy.email, ivy.password)
    await signOut()
    expect(await signIn(ivy.email, 'mistyped')).toMatchObject({ ok: false, reason: 'refused' })
    server.out = true
    expect(await signIn(ivy.email, ivy.password)).toEqual({ ok: true })
    await signOut()
    server.out = false
    const old = ivy.password
    ivy.password = 'changed'
    expect(await signIn(ivy.email, old)).toMatchObject({ ok: false, reason: 'refused' })
    server.out = true
    expect(await signIn(ivy.email, old)).toMatchObject({ ok: false, reason: 'not-allowed-offline' })
  })

  test.each([
    { hours: 1, opens: false },
    { hours: 13, opens: true },
  ])(
    'of a session that the server ended after $hours h opens this tablet: $opens',
    async ({ hours, opens }) => {
      const jon = server.add('Jon')
      server.issuedAt = Math.floor(Date.now() / 1000) - hours * 3600
      await signIn(jon.email, jon.password)
      server.tokens.clear()
      await confirm()
      await vi.waitFor(() => expect(state().user).toBeNull())
      server.out = true
      // Opening the locked profile alone may take a slow machine longer than a second.
      const opened = async () => expect((await signIn(jon.email, jon.password)).ok).toBe(opens)
      await vi.waitFor(opened, { timeout: 20_000 })
    },
  )
})

describe('a session', () => {
  test('[D2] is there at once after a cold start without a network', async () => {
    const ana = server.add('Dora')
    await signIn(ana.email, ana.password)
    const { token } = session.getState()
    session.setState({ status: '', token: null, user: null, offline: false })
    closeClinics()
    server.out = true
    await restoreSession()
    expect(session.getState()).toMatchObject({
      status: 'success',
      token,
      user: { name: 'Dora' },
      offline: false,
    })
    await confirm()
    expect(state().user).toBe('Dora')
    await saveDrug()
  })

  test('[D2] a browser killed before localStorage reached the disk knows who signed in, and who signed out', async () => {
    const fay = server.add('Fay')
    const before = new LocalStorage()
    await signIn(fay.email, fay.password)
    const stale = localStorage
    const { token } = session.getState()
    session.setState({ status: '', token: null, user: null, offline: false })
    vi.stubGlobal('localStorage', before)
    await restoreSession()
    expect(session.getState()).toMatchObject({ token, user: { name: 'Fay' } })
    expect(localStorage.getItem('token')).toBe(token)
    await signOut()
    vi.stubGlobal('localStorage', stale)
    expect(localStorage.getItem('token')).toBe(token)
    await restoreSession()
    expect(state()).toMatchObject({ token: false, user: null })
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('[D2] a slow tablet waits for its database where nobody else says who is signed in, and not where somebody does', async () => {
    const { session: rows } = deviceDatabase()
    const hal = server.add('Hal')
    await signIn(hal.email, hal.password)
    const { token } = session.getState()
    const stale = localStorage
    const kept = await rows.get('present')
    const slowly = () => new Promise((answered) => setTimeout(() => answered(kept), 2_500))
    const reopened = async (storage: unknown) => {
      session.setState({ status: '', token: null, user: null, offline: false })
      vi.stubGlobal('localStorage', storage)
      vi.spyOn(rows, 'get').mockImplementation(slowly as never)
      await restoreSession()
      vi.mocked(rows.get).mockRestore()
    }
    await reopened(new LocalStorage())
    expect(session.getState()).toMatchObject({ token, user: { name: 'Hal' } })
    const failed = vi.spyOn(console, 'error').mockReturnValue()
    await reopened(stale)
    expect(session.getState()).toMatchObject({ token, user: { name: 'Hal' } })
    expect(failed).toHaveBeenCalledWith(
      'Who is signed in cannot be read from the database.',
      expect.anything(),
    )
    failed.mockRestore()
    await signOut()
  })

  test('[D2] a page that went before the database heard of it: the sign-in holds, and so does the sign-out', async () => {
    const { session: rows } = deviceDatabase()
    const guy = server.add('Guy')
    await signIn(guy.email, guy.password)
    await signOut()
    const before = await rows.get('present')
    await signIn(guy.email, guy.password)
    const after = await rows.get('present')
    if (!before || !after) throw new Error('Nothing is kept.')
    await rows.put(before)
    session.setState({ status: '', token: null, user: null, offline: false })
    await restoreSession()
    expect(state()).toMatchObject({ user: 'Guy' })
    expect(await rows.get('present')).toEqual(after)
    await signOut()
    await rows.put(after)
    await restoreSession()
    expect(state()).toMatchObject({ token: false, user: null })
    expect(await rows.get('present')).toMatchObject({ user: null })
  })

  test('log-out clears token, user and status; unsent work and its push token stay', async () => {
    const eve = server.add('Eve')
    await signIn(eve.email, eve.password)
    const clinic = currentClinic()
    await saveDrug()
    await signOut()
    expect(state()).toEqual({ status: '', token: false, user: null, offline: false })
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('profile')).toBeNull()
    expect(server.tokens.size).toBe(0)
    const lane = await clinic.lanes.get(eve.user._id)
    expect(lane).toMatchObject({ unsent: 2, push_token: `push ${lane?.id}` })
  })

  test('the push token stays until the log-out itself is sent, no longer', async () => {
    const finn = server.add('Finn')
    await signIn(finn.email, finn.password)
    const clinic = currentClinic()
    await signOut()
    const lane = await clinic.lanes.get(finn.user._id)
    expect(lane).toMatchObject({ unsent: 1, push_token: `push ${lane?.id}` })
    const batch = await takeBatch(clinic, finn.user._id, { mutations: 10, bytes: 1e6 }, () => false)
    await writeSetting(clinic, 'epoch', 'e')
    const results = (batch?.mutations ?? []).map(({ n, id }): MutationResult => ({
      n,
      id,
      status: 'applied',
      receipt: '',
      records: [],
    }))
    const sent = { epoch: 'e', at: '2026-11-20T10:00:00Z', signedIn: null, deviceNow: () => 0 }
    if (batch) await storeResults(clinic, batch, results, sent)
    expect(await clinic.lanes.get(finn.user._id)).toMatchObject({ unsent: 0, push_token: null })
  })

  test('[LOG-01] each log-in and log-out waits in the lane of who it is, under the name that the server heard', async () => {
    const kim = server.add('Kim')
    const told = async () => {
      const rows = openClinic(kim.user.org_id).outbox.orderBy('order')
      return (await rows.filter(({ user_id }) => user_id === kim.user._id).toArray()).map(({ body }) => body)
    }
    await signIn(kim.email, kim.password)
    expect(await told()).toEqual([])
    await signOut()
    const heard = server.asked.find(({ path }) => path === '/user/logout')?.body.event
    expect(await told()).toMatchObject([{ id: heard, action: 'session.log_out', detail: null, ops: [] }])
    server.out = true
    await signIn(kim.email, 'a secret')
    await signIn(kim.email, kim.password)
    await Promise.all([signOut(), signOut()])
    expect((await told()).map(({ n, action }) => [n, action])).toEqual([
      [1, 'session.log_out'],
      [2, 'session.log_in_failed'],
      [3, 'session.log_in'],
      [4, 'session.log_out'],
    ])
    expect(JSON.stringify(await told())).not.toContain('secret')
    server.out = false
    await signIn(kim.email, kim.password)
    const logins = server.asked.filter(({ path }) => path === '/user/login')
    expect(logins.map(({ body }) => body.continues)).toEqual([false, false])
  })

  test('[LOG-01] a log-in whose answer is lost is told under the name that the server has it by', async () => {
    const lou = server.add('Lou')
    await signIn(lou.email, lou.password)
    await signOut()
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      await server.fetch(path, init)
      throw new TypeError('The answer is lost.')
    })
    await signIn(lou.email, lou.password)
    const row = await currentClinic()
      .outbox.filter(({ user_id }) => user_id === lou.user._id)
      .last()
    expect(row?.body).toMatchObject({ action: 'session.log_in', id: server.asked.at(-1)?.body.event })
    vi.stubGlobal('fetch', server.fetch)
    await goOnline()
    expect(server.asked.at(-1)?.body.continues).toBe(true)
    expect(server.asked.at(-1)?.body.event).not.toBe(row?.id)
  })

  test('a log-out that the tablet cannot write down signs out all the same', async () => {
    const mia = server.add('Mia')
    await signIn(mia.email, mia.password)
    const said = vi.spyOn(console, 'error').mockReturnValue()
    await currentClinic().lanes.delete(mia.user._id)
    await signOut()
    expect(state()).toEqual({ status: '', token: false, user: null, offline: false })
    expect(said).toHaveBeenCalledWith('session.log_out was not written down.', expect.anything())
    said.mockRestore()
  })

  test('a 401 to any call signs out; one for an older token does not', async () => {
    const gus = server.add('Gus')
    await signIn(gus.email, gus.password)
    expect(await serverCall('GET', '/user/profile')).toMatchObject({ user: { name: 'Gus' } })
    server.tokens.clear()
    await expect(serverCall('GET', '/user/profile')).rejects.toBeInstanceOf(ServerError)
    expect(state().user).toBeNull()
  })

  test.each([401, 403])(
    'a %d that is not the server’s own ends no session, and leaves the way in without a network',
    async (status) => {
      const ira = server.add('Ira')
      server.issuedAt = Math.floor(Date.now() / 1000)
      await signIn(ira.email, ira.password)
      const signedIn = { status: 'success', token: true, user: 'Ira', offline: false }
      const page = '<p>This page is blocked.</p>'
      vi.stubGlobal(
        'fetch',
        async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }),
      )
      await confirm()
      await expect(serverCall('GET', '/user/profile')).rejects.toBeInstanceOf(ServerError)
      await openStream('/sync/events', session.getState().token ?? '', new AbortController().signal)
      await expect(serverFile('/file')).rejects.toBeInstanceOf(ServerError)
      expect(state()).toEqual(signedIn)
      await signOut()
      expect(await signIn(ira.email, ira.password)).toEqual({ ok: true })
      expect(state()).toEqual({ ...signedIn, token: false, offline: true })
    },
  )

  test('confirming takes the permissions of this moment; a refused token or none left signs out', async () => {
    const hal = server.add('Hal')
    await signIn(hal.email, hal.password)
    hal.user.org_perms = [1, 2]
    await confirm()
    expect(session.getState().user?.org_perms).toEqual([1, 2])
    hal.user.org_perms = []
    await confirm()
    expect(state().user).toBeNull()
    hal.user.org_perms = [1]
    await signIn(hal.email, hal.password)
    // An answer that names none is no permission either.
    Reflect.deleteProperty(hal.user, 'org_perms')
    await confirm()
    expect([state().user, sessionEnd.getState().why]).toEqual([null, 'no-permissions'])
    hal.user.org_perms = [1]
    await signIn(hal.email, hal.password)
    server.tokens.clear()
    await confirm()
    expect(state().user).toBeNull()
  })

  test('[D1] two people on one tablet: one database, each their own lane', async () => {
    const [ina, jo] = [server.add('Ina'), server.add('Jo')]
    await signIn(ina.email, ina.password)
    await saveDrug()
    await signOut()
    await signIn(jo.email, jo.password)
    await saveDrug()
    const rows = (await currentClinic().outbox.toArray()).slice(-3)
    expect(rows.map(({ user_name, n }) => ({ user_name, n }))).toEqual([
      { user_name: 'Ina', n: 1 },
      { user_name: 'Ina', n: 2 },
      { user_name: 'Jo', n: 1 },
    ])
    expect(new Set(rows.map(({ lane }) => lane)).size).toBe(2)
  })
})
