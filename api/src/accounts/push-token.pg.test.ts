import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, PASSWORD, testApp } from '../testing.ts'

const { call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call)
const { rows: installation } = await database.pool.query<{ epoch: string }>('select epoch from installation')
const WITHDRAWN_ID = randomUUID()

describe('a push token', () => {
  const device = randomUUID()
  const lane = randomUUID()
  const withLane = (email: string, at = lane) => signInWithLane(email, { device, lane: at })
  const pushed = (token: string, at = lane) => call('POST', '/sync/push', { token, body: pushOf(at, device) })

  test('[D1] comes with a sign-in that names its lane, and opens nothing else', async () => {
    const { push_token, token } = await withLane(clinic.user.email)
    expect(push_token).toMatch(/^push\./)
    for (const url of [
      '/user/confirm',
      '/user/profile',
      '/organization/information',
      '/organization/users',
    ]) {
      const reply = await call('GET', url, { token: push_token })
      expect([url, reply.status, reply.body['code']]).toEqual([url, 403, 'forbidden'])
    }
    expect((await call('POST', '/user/logout', { token: push_token })).status).toBe(403)
    expect((await call('GET', '/user/confirm', { token })).status).toBe(200)
    const { rows } = await database.pool.query('select secret_hash from push_tokens')
    expect(JSON.stringify(rows)).not.toContain(push_token.split('.').at(-1))
  })

  test('[D1] pushes its own lane and no other', async () => {
    const { push_token } = await withLane(clinic.user.email)
    expect((await pushed(push_token)).status).toBe(200)
    const other = randomUUID()
    await withLane(clinic.user.email, other)
    expect((await pushed(push_token, other)).status).toBe(403)
  })

  test('[D1] [D2] comes with a lane that was made anew too, while the session lasts, for its own user and no other', async () => {
    const { token } = await withLane(clinic.user.email)
    const body = { protocol: PROTOCOL, device, lane: randomUUID(), block: 0 }
    const plain = await call('POST', '/sync/devices', { token, body })
    expect([plain.status, plain.body['push_token']]).toEqual([200, undefined])
    const given = await call('POST', '/sync/devices', { token, body: { ...body, push_token: true } })
    expect(given.body).toMatchObject({ section_keys: plain.body['section_keys'] })
    expect((await pushed(String(given.body['push_token']), body.lane)).status).toBe(200)
    expect((await pushed(String(given.body['push_token']))).status).toBe(403)
    const colleague = await newUser(call, clinic, [1])
    const theirs = await signInWithLane(colleague.user.email, { device, lane: randomUUID() })
    const other = await call('POST', '/sync/devices', {
      token: theirs.token,
      body: { ...body, push_token: true },
    })
    expect([other.status, other.body['push_token']]).toEqual([403, undefined])
    await call('POST', '/user/logout', { token })
    expect((await call('POST', '/sync/devices', { token, body: { ...body, push_token: true } })).status).toBe(
      401,
    )
  })

  test('[P3] a lane is bound to its first user', async () => {
    await withLane(clinic.user.email)
    const colleague = await newUser(call, clinic, [1])
    const reply = await call('POST', '/user/login', {
      body: { email: colleague.user.email, password: PASSWORD, device, lane },
    })
    expect([reply.status, reply.body['code']]).toEqual([403, 'forbidden'])
  })

  test('[API-01] a lane without its device, or none at all, is refused', async () => {
    const body = { email: clinic.user.email, password: PASSWORD }
    const alone = await call('POST', '/user/login', { body: { ...body, lane } })
    expect([alone.status, alone.body['field']]).toEqual([400, 'device'])
    const bad = await call('POST', '/user/login', { body: { ...body, device, lane: 'seven' } })
    expect([bad.status, bad.body['field']]).toEqual([400, 'lane'])
  })

  test.each([
    ['without a word', 401, undefined],
    ['with keep_push', 200, { keep_push: true }],
    ['with this lane kept', 200, { keep_push: lane }],
    ['with another lane kept', 401, { keep_push: randomUUID() }],
    ['with keep_push off', 401, { keep_push: false }],
  ])('[D2] after a log-out %s a push gives %i', async (_, status, body) => {
    const { push_token, token } = await withLane(clinic.user.email)
    expect((await call('POST', '/user/logout', { token, body })).status).toBe(200)
    expect((await call('GET', '/user/confirm', { token })).status).toBe(401)
    expect((await pushed(push_token)).status).toBe(status)
  })

  test('[D2] the one before it still works, as a reply may be lost; an older one does not', async () => {
    const tokens = [await withLane(clinic.user.email), await withLane(clinic.user.email)]
    clock.now = new Date(clock.now.getTime() + 1)
    tokens.push(await withLane(clinic.user.email))
    const statuses = await Promise.all(
      tokens.map(async ({ push_token }) => (await pushed(push_token)).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 401])
    expect(statuses[2]).toBe(200)
  })

  test('[D2] [D3] it ends after 30 days in which its lane was not heard of, for good, and a colleague may send then', async () => {
    const DAY = 24 * 3_600_000
    const later = (days: number) => (clock.now = new Date(clock.now.getTime() + days * DAY))
    const [tom, vera] = [await newUser(call, clinic, [1]), await newUser(call, clinic, [1, 2])]
    const own = randomUUID()
    const { push_token } = await withLane(tom.user.email, own)
    for (const days of [29, 29]) {
      later(days)
      expect((await pushed(push_token, own)).status).toBe(200)
    }
    const veras = randomUUID()
    const body = {
      ...pushOf(veras, device),
      mutations: [
        {
          ...pushOf(veras, device).mutations[0],
          id: randomUUID(),
          on_behalf_of: { user_id: tom.user._id, user_name: tom.user.name, lane: own },
        },
      ],
    }
    const sendForTom = async () => {
      const { token } = await withLane(vera.user.email, veras)
      const { body: reply } = await call('POST', '/sync/push', { token, body })
      return (reply['results'] as { status: string; code?: string }[])[0]
    }
    later(31)
    expect((await pushed(push_token, own)).status).toBe(401)
    expect(await sendForTom()).toMatchObject({ status: 'applied' })
    later(-10)
    expect((await pushed(push_token, own)).status).toBe(401)
  })

  test('[D1] another secret with its id is refused', async () => {
    const { push_token } = await withLane(clinic.user.email)
    const wrong = push_token.replace(/[^.]+$/, 'x'.repeat(43))
    expect((await pushed(wrong)).status).toBe(401)
  })
})

async function signInWithLane(email: string, body: { device: string; lane: string }) {
  const reply = await call('POST', '/user/login', { body: { email, password: PASSWORD, ...body } })
  if (reply.body['success'] !== true) throw new Error(reply.text)
  return { token: String(reply.body['token']), push_token: String(reply.body['push_token']) }
}

function pushOf(lane: string, device: string) {
  const at = '2026-11-20T10:00:00.000Z'
  const nothing = {
    n: 1,
    id: WITHDRAWN_ID,
    at,
    clock_offset_ms: 0,
    schema: 1,
    action: 'withdrawn',
    detail: null,
    ops: [],
  }
  return {
    protocol: PROTOCOL,
    epoch: installation[0]?.epoch,
    device,
    lane,
    sent_at: at,
    mutations: [nothing],
  }
}
