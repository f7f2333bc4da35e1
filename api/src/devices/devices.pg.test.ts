import { randomUUID } from 'node:crypto'
import type { ListedDevice } from 'sync-protocol/wire/device-list'
import { ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { describe, expect, test } from 'vitest'
import { epochOf } from '../sync/testing-clinic.ts'
import { newOrganization, newUser, PASSWORD, signIn, testApp, type SignedIn } from '../testing.ts'

const { call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const epoch = await epochOf(database.pool)

const MINUTE = 60_000
const later = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))

/** Somebody signed in on a tablet of their own. */
async function onTablet(who: SignedIn = clinic) {
  const place = { device: randomUUID(), lane: randomUUID() }
  const reply = await call('POST', '/user/login', {
    body: { email: who.user.email, password: PASSWORD, ...place },
  })
  return {
    ...place,
    email: who.user.email,
    token: String(reply.body['token']),
    push: String(reply.body['push_token']),
  }
}
type OnTablet = Awaited<ReturnType<typeof onTablet>>

const told = { protocol: 1, unsent: 0, oldest: null, app_version: '1.0.0', platform: 'Chrome on Android' }
const tell = (token: string, more: object = {}) =>
  call('POST', '/sync/devices/tell', { token, body: { ...told, ...more } })
const list = async (manager: SignedIn = clinic) =>
  (await call('GET', '/organization/devices', { token: manager.token })).body['devices'] as ListedDevice[]
const listed = async ({ device }: OnTablet, manager?: SignedIn) =>
  (await list(manager)).find(({ _id }) => _id === device)
const change = (what: 'revoke' | 'restore', device: string, manager: SignedIn = clinic) =>
  call('POST', `/organization/devices/${what}`, { token: manager.token, body: { _id: device } })
const standing = ({ device }: OnTablet) =>
  call('GET', `/sync/devices/standing?org=${clinic.user.org_id}&device=${device}`)
let n = 0
const push = ({ device, lane }: OnTablet, token: string, at: number) =>
  call('POST', '/sync/push', {
    token,
    body: pushOf(epoch, { device, lane }, [
      mutationOf(at, randomUUID(), 'drug.create', [
        {
          op: 'create',
          collection: 'drugs',
          _id: randomUUID(),
          content: { ...ketamine(), name: `K ${n++}` },
        },
      ]),
    ]),
  })
const messages = async () =>
  (
    await database.pool.query<{ message: string }>(
      'select message from "logged-actions" where org_id = $1 order by received_at, ctid',
      [clinic.user.org_id],
    )
  ).rows.map(({ message }) => message)

describe('the list of tablets', () => {
  test('[D3] of those whose work waits on it a tablet hears who was removed, and of nobody of another organization', async () => {
    const [tom, gone, stays] = [
      await newUser(call, clinic, [1]),
      await newUser(call, clinic, [1]),
      await newUser(call, clinic, [1]),
    ]
    const tablet = await onTablet(tom)
    await database.pool.query('UPDATE users SET removed_at = now() WHERE user_id = $1', [gone.user._id])
    const waiting = [gone.user._id, stays.user._id, randomUUID()]
    expect((await tell(tablet.token, { waiting })).body).toMatchObject({ removed: [gone.user._id] })
    const other = await onTablet(await newOrganization(call))
    expect((await tell(other.token, { waiting })).body).toMatchObject({ removed: [] })
    expect((await tell(tablet.token)).body).not.toHaveProperty('removed')
  })

  test('[T7] what a tablet tells stands in it; another organization sees nothing of it', async () => {
    const tom = await newUser(call, clinic, [1])
    const tablet = await onTablet(tom)
    const oldest = '2026-11-20T08:00:00.000Z'
    expect((await tell(tablet.token, { unsent: 3, oldest, name: ' Surgery 1 ' })).body).toMatchObject({
      revoked: false,
      offline_sign_in: true,
      name: 'Surgery 1',
    })
    expect(await listed(tablet)).toEqual({
      _id: tablet.device,
      name: 'Surgery 1',
      platform: 'Chrome on Android',
      app_version: '1.0.0',
      first_seen: clock.now.toISOString(),
      last_seen: clock.now.toISOString(),
      last_user_name: tom.user.name,
      unsent: 3,
      oldest,
      revoked_at: null,
      revoked_by_name: null,
      wiped_at: null,
      gave_up: null,
    })
    const other = await newOrganization(call)
    expect(await list(other)).toEqual([])
    expect((await change('revoke', tablet.device, other)).status).toBe(404)
    expect((await call('GET', '/organization/devices', { token: tom.token })).status).toBe(403)
  })

  test('it is written once a minute, at once when somebody else or another name is told; a name can be taken away', async () => {
    const tablet = await onTablet()
    await tell(tablet.token, { unsent: 1, name: 'One' })
    later(10_000)
    await tell(tablet.token, { unsent: 2 })
    expect(await listed(tablet)).toMatchObject({ unsent: 1, name: 'One' })
    later(MINUTE)
    await tell(tablet.token, { unsent: 4 })
    expect(await listed(tablet)).toMatchObject({ unsent: 4, name: 'One' })
    await tell(tablet.token, { unsent: 5, name: '' })
    expect(await listed(tablet)).toMatchObject({ unsent: 5, name: null })
    expect((await tell(tablet.token, { name: 'x'.repeat(51) })).status).toBe(400)
  })

  test('it is told while the organization is locked', async () => {
    const tablet = await onTablet()
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from organizations where org_id = $1 for update', [clinic.user.org_id])
      expect((await tell(tablet.token)).status).toBe(200)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('a tablet of an earlier version, which tells nothing, stands in it with its lane’s last contact', async () => {
    const tablet = await onTablet()
    expect(await listed(tablet)).toMatchObject({
      last_seen: clock.now.toISOString(),
      last_user_name: clinic.user.name,
      unsent: null,
      app_version: null,
    })
  })

  test('the server’s own lane for documented calls is no tablet; a session of no tablet tells of none', async () => {
    const before = (await list()).length
    const made = await call('POST', '/injections/', { token: clinic.token, body: { species: 0, name: 'X' } })
    expect(made.status).toBe(200)
    expect(await list()).toHaveLength(before)
    expect((await tell(clinic.token)).status).toBe(404)
  })
})

describe('a revoked tablet', () => {
  test('[D2] it may push with session and push token, and reads nothing: no page, no stream, no list', async () => {
    const tablet = await onTablet()
    expect((await push(tablet, tablet.token, 1)).status).toBe(200)
    expect((await change('revoke', tablet.device)).body).toMatchObject({
      device: { revoked_at: clock.now.toISOString(), revoked_by_name: clinic.user.name },
    })
    for (const path of ['/sync/pull?cursor=0', '/sync/events', '/user/confirm', '/new/drugs', '/ledger']) {
      const reply = await call('GET', path, { token: tablet.token })
      expect([path, reply.status, reply.body['code'], reply.body['revoked']]).toEqual([
        path,
        403,
        'forbidden',
        true,
      ])
    }
    const { device, lane } = tablet
    const body = { protocol: 1, device, lane, block: 0 }
    expect(await call('POST', '/sync/devices', { token: tablet.token, body })).toMatchObject({
      status: 403,
      body: { revoked: true },
    })
    expect((await tell(tablet.token, { unsent: 2 })).body).toMatchObject({ revoked: true })
    expect((await push(tablet, tablet.token, 2)).status).toBe(200)
    expect((await push(tablet, tablet.push, 3)).status).toBe(200)
  })

  test('nobody signs in on it, with a plain message, and a wrong password there is told nothing of it', async () => {
    const tablet = await onTablet()
    await change('revoke', tablet.device)
    const { device, lane, email } = tablet
    const again = (password: string) =>
      call('POST', '/user/login', { body: { email, password, device, lane: randomUUID() } })
    expect(await again(PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', revoked: true, message: expect.stringContaining('revoked') },
    })
    expect(await again('wrong password')).toMatchObject({ status: 200, body: { code: 2 } })
    expect(
      (await call('POST', '/user/login', { body: { email, password: PASSWORD, device, lane } })).status,
    ).toBe(403)
    await change('restore', device)
    expect((await again(PASSWORD)).body).toMatchObject({ success: true })
  })

  test('other tablets of the same person go on', async () => {
    const [lost, mine] = [await onTablet(), await onTablet()]
    await change('revoke', lost.device)
    expect((await call('GET', '/sync/pull?cursor=0', { token: mine.token })).status).toBe(200)
  })

  test('taken back before it came: it reads on, and nothing was ended', async () => {
    const tablet = await onTablet()
    await change('revoke', tablet.device)
    await change('restore', tablet.device)
    expect((await call('GET', '/sync/pull?cursor=0', { token: tablet.token })).status).toBe(200)
    expect(await listed(tablet)).toMatchObject({ revoked_at: null, revoked_by_name: null })
  })

  test('asked without anybody signed in, and when it removed its records its rights to speak end', async () => {
    const tablet = await onTablet()
    expect((await standing(tablet)).body).toMatchObject({ revoked: false })
    const wiped = { org: clinic.user.org_id, device: tablet.device }
    expect((await call('POST', '/sync/devices/wiped', { body: wiped })).status).toBe(200)
    expect((await call('GET', '/user/confirm', { token: tablet.token })).status).toBe(200)
    await change('revoke', tablet.device)
    expect((await standing(tablet)).body).toMatchObject({ revoked: true })
    await call('POST', '/sync/devices/wiped', { body: wiped })
    expect(await listed(tablet)).toMatchObject({ wiped_at: clock.now.toISOString() })
    expect((await push(tablet, tablet.push, 1)).status).toBe(401)
    expect((await call('GET', '/user/confirm', { token: tablet.token })).status).toBe(401)
    expect((await standing({ ...tablet, device: randomUUID() })).status).toBe(404)
    await change('restore', tablet.device)
    expect(await listed(tablet)).toMatchObject({ revoked_at: null, wiped_at: null })
  })

  test('what a revoked tablet could not send is told without a session; of any other nobody tells it', async () => {
    const tablet = await onTablet()
    const oldest = '2026-11-20T08:00:00.000Z'
    const held = { org: clinic.user.org_id, device: tablet.device, unsent: 2, oldest }
    const before = await listed(tablet)
    expect((await call('POST', '/sync/devices/held', { body: held })).status).toBe(200)
    expect(await listed(tablet)).toEqual(before)
    await change('revoke', tablet.device)
    await call('POST', '/sync/devices/held', { body: held })
    expect(await listed(tablet)).toMatchObject({ unsent: 2, oldest, last_seen: clock.now.toISOString() })
    await call('POST', '/sync/devices/wiped', { body: { org: held.org, device: held.device } })
    await call('POST', '/sync/devices/held', { body: { ...held, unsent: 3 } })
    expect(await listed(tablet)).toMatchObject({
      unsent: 0,
      oldest: null,
      gave_up: null,
      wiped_at: clock.now.toISOString(),
    })
  })

  test('[LOG-01] what was given up on a revoked tablet is an entry under whose it was, once; of strangers and of other tablets nothing is', async () => {
    const tom = await newUser(call, clinic, [1])
    const tablet = await onTablet()
    await tell(tablet.token, { name: 'Prep 7' })
    const changeOf = (id: string, user: string) => ({ id, user, message: `Drew 1 ml of Ketamine ${id}` })
    const changes = [
      changeOf('one', tom.user._id),
      changeOf('two', clinic.user._id),
      changeOf('three', randomUUID()),
    ]
    const body = {
      org: clinic.user.org_id,
      device: tablet.device,
      given_up: { count: 5, copied: true, changes },
    }
    const entries = async () => (await messages()).filter((message) => message.includes("'Prep 7'"))
    await call('POST', '/sync/devices/wiped', { body })
    expect(await entries()).toEqual([])
    await change('revoke', tablet.device)
    // Taken back before the tablet, which was wiped out of reach, could tell.
    await change('restore', tablet.device)
    for (let time = 0; time < 2; time++) await call('POST', '/sync/devices/wiped', { body })
    const removed = "removed with the revoked tablet 'Prep 7' after a copy was saved"
    expect((await entries()).slice().sort()).toEqual(
      [
        "Revoked the tablet 'Prep 7'",
        "Took back the revocation of the tablet 'Prep 7'",
        `Not sent, and ${removed}: Drew 1 ml of Ketamine one`,
        `Not sent, and ${removed}: Drew 1 ml of Ketamine two`,
        `3 more changes were not sent, and ${removed}`,
      ].sort(),
    )
    const { rows } = await database.pool.query<{ user_id: string }>(
      `select user_id from "logged-actions" where message like '%''Prep 7''%: Drew%Ketamine one'`,
    )
    expect(rows).toEqual([{ user_id: tom.user._id }])
    expect(await listed(tablet)).toMatchObject({ gave_up: 5, unsent: 0, wiped_at: null })
    await change('revoke', tablet.device)
    expect(await listed(tablet)).toMatchObject({ gave_up: null })
  })

  test('[LOG-01] revoking and taking it back are entries, each once', async () => {
    const tablet = await onTablet()
    await tell(tablet.token, { name: 'Recovery room' })
    for (const what of ['revoke', 'revoke', 'restore', 'restore'] as const) await change(what, tablet.device)
    expect((await messages()).filter((message) => message.includes('Recovery room'))).toEqual([
      "Revoked the tablet 'Recovery room'",
      "Took back the revocation of the tablet 'Recovery room'",
    ])
  })
})

describe('signing in without a network', () => {
  const allow = (offline_sign_in: boolean, who: SignedIn = clinic) =>
    call('POST', '/organization/settings', { token: who.token, body: { offline_sign_in } })

  test('[LOG-01] may be switched off by a holder of 0; tablets hear of it, and the log tells it once', async () => {
    const tom = await newUser(call, clinic, [1])
    const tablet = await onTablet(tom)
    expect((await allow(false, tom)).status).toBe(403)
    expect((await allow(false)).body).toMatchObject({ organization: { offline_sign_in: false } })
    await allow(false)
    expect((await call('GET', '/user/profile', { token: tablet.token })).body).toMatchObject({
      user: { offline_sign_in: false },
    })
    expect((await tell(tablet.token)).body).toMatchObject({ offline_sign_in: false })
    expect((await standing(tablet)).body).toMatchObject({ offline_sign_in: false })
    expect((await signIn(call, tom.user.email)).user).toMatchObject({ offline_sign_in: false })
    expect((await allow(true)).body).toMatchObject({ organization: { offline_sign_in: true } })
    expect((await messages()).filter((message) => message.includes('without a network'))).toEqual([
      'Switched off signing in without a network',
      'Allowed signing in without a network',
    ])
  })
})
