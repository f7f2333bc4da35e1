import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { verifyLedger } from 'sync-protocol/rules/ledger'
import { draw, ketamine, mutationOf, pushOf } from 'sync-protocol/testing/examples'
import { ledgerReply } from 'sync-protocol/wire/ledger'
import { pullReply } from 'sync-protocol/wire/pull'
import { pushReply } from 'sync-protocol/wire/push'
import { snapshotReply } from 'sync-protocol/wire/snapshot'
import { newOrganization, newUser, PASSWORD, testApp } from '../testing.ts'
import { epochOf } from './testing-clinic.ts'

const { app, call, database } = await testApp({ registration: 'open' })
const epoch = await epochOf(database.pool)
const clinic = await newOrganization(call)
const { token } = clinic

const create = (n: number) =>
  mutationOf(n, randomUUID(), 'drug.create', [
    { op: 'create', collection: 'drugs', _id: randomUUID(), content: ketamine() },
  ])
const newLane = () => ({ device: randomUUID(), lane: randomUUID() })
const push = (body: unknown, as = token) => call('POST', '/sync/push', { token: as, body })

test('[P6] records are read with permission 1 only, as the database has it at that call', async () => {
  const user = await newUser(call, clinic, [0, 1])
  const read = async () => (await call('GET', '/sync/pull?cursor=0', { token: user.token })).status
  expect(await read()).toBe(200)
  for (const org_perms of [[0], [2], [3], [0, 2, 3]]) {
    await call('POST', '/organization/users/update', { token, body: { _id: user.user._id, org_perms } })
    expect([org_perms, await read()]).toEqual([org_perms, 403])
  }
})

describe('POST /sync/push', () => {
  test('takes a lane’s mutations, and a pull brings them', async () => {
    const lane = newLane()
    const before = pullReply.parse((await call('GET', '/sync/pull?cursor=0', { token })).body)
    const reply = await push(pushOf(epoch, lane, [create(1), create(2)]))
    expect(reply.status).toBe(200)
    const taken = pushReply.parse(reply.body)
    expect(taken.results.map(({ status, receipt }) => [status, receipt.length])).toEqual([
      ['applied', 64],
      ['applied', 64],
    ])
    const pulled = await call('GET', `/sync/pull?cursor=${before.cursor}&limit=10`, { token })
    expect(pulled.headers['content-type']).toBe('application/json; charset=utf-8')
    const page = pullReply.parse(pulled.body)
    const headers = { authorization: token, 'accept-encoding': 'gzip' }
    const packed = await app.inject({ method: 'GET', url: '/sync/pull?cursor=0', headers })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toMatchObject({ head: taken.head })
    expect(page.changes).toEqual(taken.results.flatMap(({ records }) => records))
    expect(page).toMatchObject({ cursor: taken.head, head: taken.head, more: false, epoch })
  })

  test.each([
    ['device', { device: 'x' }],
    ['lane', { lane: randomUUID().toUpperCase() }],
    ['mutations', { mutations: [] }],
    ['mutations.0.id', { mutations: [{ n: 1, id: 'x' }] }],
    ['mutations.0.n', { mutations: [{ n: 0, id: randomUUID() }] }],
    ['protocol', { protocol: 'one' }],
  ])('a body that is not the schema is 400 and names %s', async (field, wrong) => {
    const reply = await push({ ...pushOf(epoch, newLane(), [create(1)]), ...wrong })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, code: 'invalid_request', field })
  })

  test('numbers with a hole are 400, a gap is 409 with the last number, another epoch is 409 with the present one', async () => {
    const lane = newLane()
    expect(await push(pushOf(epoch, lane, [create(1), create(3)]))).toMatchObject({
      status: 400,
      body: { field: 'mutations' },
    })
    expect(await push(pushOf(epoch, lane, [create(2)]))).toMatchObject({
      status: 409,
      body: { code: 'gap', last_n: 0 },
    })
    expect(await push(pushOf(randomUUID(), lane, [create(1)]))).toMatchObject({
      status: 409,
      body: { code: 'epoch_changed', epoch },
    })
    const taken = create(1)
    await push(pushOf(epoch, lane, [taken]))
    expect(await push(pushOf(epoch, lane, [{ ...create(1), id: taken.id }]))).toMatchObject({
      status: 409,
      body: { code: 'lane_forked' },
    })
  })

  test('another protocol number is 426, another person’s lane 403, nobody 401', async () => {
    const lane = newLane()
    const request = pushOf(epoch, lane, [create(1)])
    expect(await push({ ...request, protocol: PROTOCOL + 1 })).toMatchObject({
      status: 426,
      body: { code: 'protocol_unsupported' },
    })
    await push(request)
    const other = await newUser(call, clinic, [1])
    expect(await push(pushOf(epoch, lane, [create(2)]), other.token)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await call('POST', '/sync/push', { body: request })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })

  test('up to 4 MiB is taken, more is 413, another content type 415, no JSON 400', async () => {
    const blown = (bytes: number) => ({
      ...pushOf(epoch, newLane(), [create(1)]),
      padding: 'x'.repeat(bytes),
    })
    expect((await push(blown(3_900_000))).status).toBe(200)
    expect(await push(blown(5_000_000))).toMatchObject({ status: 413, body: { code: 'too_large' } })
    const headers = { 'content-type': 'text/plain' }
    const typed = await call('POST', '/sync/push', { token, body: 'a', headers })
    expect(typed).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    const broken = await call('POST', '/sync/push', {
      token,
      body: '{"a":',
      headers: { 'content-type': 'application/json' },
    })
    expect(broken).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('[P4] a name that no object may have is refused with its mutation alone', async () => {
    const [bad, good] = [create(1), create(2)]
    const request = JSON.stringify(pushOf(epoch, newLane(), [bad, good]))
    const body = request.replace('"content":{', '"content":{"__proto__":{"perms":[0,1,2,3]},')
    const headers = { 'content-type': 'application/json' }
    const reply = await call('POST', '/sync/push', { token, body, headers })
    expect(pushReply.parse(reply.body).results).toMatchObject([
      { status: 'rejected', code: 'invalid' },
      { status: 'applied' },
    ])
    expect(Object.hasOwn(Object.prototype, 'perms')).toBe(false)
  })

  test('[D1] a push token pushes its own lane and does nothing else', async () => {
    const lane = newLane()
    const body = { email: clinic.user.email, password: PASSWORD, ...lane }
    const login = await call('POST', '/user/login', { body })
    const pushToken = String(login.body['push_token'])
    expect(await push(pushOf(epoch, lane, [create(1)]), pushToken)).toMatchObject({ status: 200 })
    expect(await push(pushOf(epoch, newLane(), [create(1)]), pushToken)).toMatchObject({ status: 403 })
    for (const url of ['/sync/pull?cursor=0', '/sync/snapshot?collections=drugs', '/ledger']) {
      expect((await call('GET', url, { token: pushToken })).status).toBe(403)
    }
  })
})

describe('GET /sync/pull', () => {
  test.each([
    ['cursor', ''],
    ['cursor', '?cursor=-1'],
    ['cursor', '?cursor=1.5'],
    ['limit', '?cursor=0&limit=0'],
    ['limit', '?cursor=0&limit=5001'],
    ['epoch', '?cursor=0&epoch=x'],
  ])('a query without a right %s is 400', async (field, query) => {
    expect(await call('GET', `/sync/pull${query}`, { token })).toMatchObject({ status: 400, body: { field } })
  })

  test('a cursor beyond everything is 410, an old protocol 426', async () => {
    expect(await call('GET', '/sync/pull?cursor=999999', { token })).toMatchObject({
      status: 410,
      body: { code: 'cursor_expired' },
    })
    expect((await call('GET', '/sync/pull?cursor=0&protocol=9', { token })).status).toBe(426)
  })
})

describe('GET /sync/snapshot', () => {
  test('gives the records as they are stored, packed where that is understood, and names their moment', async () => {
    const taken = pushReply.parse((await push(pushOf(epoch, newLane(), [create(1)]))).body)
    const headers = { authorization: token, 'accept-encoding': 'gzip' }
    const packed = await app.inject({ method: 'GET', url: '/sync/snapshot?collections=drugs', headers })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
    })
    const page = snapshotReply.parse(JSON.parse(gunzipSync(packed.rawPayload).toString()))
    expect(page).toMatchObject({ epoch, seq: taken.head, after: null })
    expect(page.records).toContainEqual(taken.results[0]?.records[0])
  })

  test.each([
    ['collections', ''],
    ['collections', '?collections='],
    ['collections', '?collections=drugs,Users'],
    ['collections', '?collections=drugs,drugs'],
    ['after', '?collections=drugs&after=drugs'],
    ['after', `?collections=drugs&after=fluids/${randomUUID()}`],
    ['limit', '?collections=drugs&limit=5001'],
    ['epoch', '?collections=drugs&epoch=x'],
  ])('a query without a right %s is 400', async (field, query) => {
    expect(await call('GET', `/sync/snapshot${query}`, { token })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', field },
    })
  })

  test('another epoch is 409 with the present one, an old protocol 426', async () => {
    const of = (more: string) => call('GET', `/sync/snapshot?collections=drugs&${more}`, { token })
    expect(await of(`epoch=${randomUUID()}`)).toMatchObject({
      status: 409,
      body: { code: 'epoch_changed', epoch },
    })
    expect(await of(`epoch=${epoch}`)).toMatchObject({ status: 200 })
    expect(await of('protocol=9')).toMatchObject({ status: 426 })
  })
})

test('POST /sync/devices gives the same keys for the same request', async () => {
  const body = { protocol: PROTOCOL, ...newLane(), block: 0 }
  const first = await call('POST', '/sync/devices', { token, body })
  expect(first).toMatchObject({ status: 200, body: { epoch, last_n: 0 } })
  const again = await call('POST', '/sync/devices', { token, body })
  expect(again.body['section_keys']).toEqual(first.body['section_keys'])
  expect(await call('POST', '/sync/devices', { token, body: { ...body, block: -1 } })).toMatchObject({
    status: 400,
    body: { field: 'block' },
  })
})

test('GET /ledger is for holders of 0 or 2, from any entry on', async () => {
  const taken = (n: number) =>
    mutationOf(n, randomUUID(), 'draw.save', [
      { op: 'create', collection: 'draws', _id: randomUUID(), content: draw() },
    ])
  await push(pushOf(epoch, newLane(), [taken(1), taken(2)]))
  for (const perms of [[0], [2]]) {
    const reader = await newUser(call, clinic, perms)
    const { entries, head } = ledgerReply.parse((await call('GET', '/ledger', { token: reader.token })).body)
    expect(verifyLedger(entries)).toMatchObject({ ok: true, head })
    expect(entries).toHaveLength(2)
    const rest = ledgerReply.parse((await call('GET', '/ledger?after=1', { token: reader.token })).body)
    expect(rest.entries).toEqual(entries.slice(1))
  }
  const other = await newUser(call, clinic, [1, 3])
  expect((await call('GET', '/ledger', { token: other.token })).status).toBe(403)
  expect((await call('GET', '/ledger?after=x', { token })).status).toBe(400)
})
