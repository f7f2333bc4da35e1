import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import { derivedId } from 'sync-protocol/records/mutation-hash'
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
  return signedInAt({ device: randomUUID(), lane: randomUUID() }, who)
}

async function signedInAt(place: { device: string; lane: string }, who: SignedIn) {
  const reply = await call('POST', '/user/login', {
    body: { email: who.user.email, password: PASSWORD, ...place },
  })
  return {
    ...place,
    email: who.user.email,
    token: String(reply.body['token']),
    push: String(reply.body['push_token']),
    cookie: [reply.headers['set-cookie'] ?? []]
      .flat()
      .flatMap((each) => String(each).split('; ')[0] ?? [])
      .join('; '),
  }
}
type OnTablet = Awaited<ReturnType<typeof onTablet>>

const told = {
  protocol: PROTOCOL,
  unsent: 0,
  oldest: null,
  app_version: '1.0.0',
  platform: 'Chrome on Android',
}
const tell = (token: string, more: object = {}, key: Proof = {}) =>
  call('POST', '/sync/devices/tell', { ...key, token, body: { ...told, ...more } })
const list = async (manager: SignedIn = clinic) =>
  (await call('GET', '/organization/devices', { token: manager.token })).body['devices'] as ListedDevice[]
const listed = async ({ device }: OnTablet, manager?: SignedIn) =>
  (await list(manager)).find(({ _id }) => _id === device)
const change = (what: 'revoke' | 'restore', device: string, manager: SignedIn = clinic) =>
  call('POST', `/organization/devices/${what}`, { token: manager.token, body: { _id: device } })
const standing = ({ device }: Pick<OnTablet, 'device'>, proof: Proof = {}) =>
  call('GET', `/sync/devices/standing?org=${clinic.user.org_id}&device=${device}`, proof)
/** What a tablet on which nobody is signed in says of itself. */
type Proof = { token?: string; headers?: { cookie: string } }
const keyOf = ({ cookie }: OnTablet): Proof => ({ headers: { cookie } })
const say = (what: 'held' | 'wiped', { device }: Pick<OnTablet, 'device'>, more: object, proof: Proof) =>
  call('POST', `/sync/devices/${what}`, { ...proof, body: { org: clinic.user.org_id, device, ...more } })
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

  test('a tablet whose clock stands before the first year is heard', async () => {
    const tablet = await onTablet(await newUser(call, clinic, [1]))
    const oldest = '0000-02-29T00:00:00.000Z'
    expect((await tell(tablet.token, { unsent: 3, oldest })).status).toBe(200)
    expect(await listed(tablet)).toMatchObject({ unsent: 3, oldest: '0001-01-01T00:00:00.000Z' })
    await change('revoke', tablet.device)
    expect((await say('held', tablet, { unsent: 4, oldest }, keyOf(tablet))).status).toBe(200)
    expect(await listed(tablet)).toMatchObject({ unsent: 4, oldest: '0001-01-01T00:00:00.000Z' })
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
    const own = derivedId(clinic.user.org_id, 'device of documented calls')
    expect((await change('revoke', own)).status).toBe(404)
    const { rows } = await database.pool.query<{ revoked_at: Date | null }>(
      'SELECT revoked_at FROM devices WHERE org_id = $1 AND device_id = $2',
      [clinic.user.org_id, own],
    )
    expect(rows).toEqual([{ revoked_at: null }])
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
    const body = { protocol: PROTOCOL, device, lane, block: 0 }
    expect(await call('POST', '/sync/devices', { token: tablet.token, body })).toMatchObject({
      status: 403,
      body: { revoked: true },
    })
    expect((await tell(tablet.token, { unsent: 2 })).body).toMatchObject({ revoked: true })
    expect((await push(tablet, tablet.token, 2)).status).toBe(200)
    expect((await push(tablet, tablet.push, 3)).status).toBe(200)
  })

  test('[D2] [P8] what it pushes waits for a holder of 2, who sees whence it came; whatever tablet the push names', async () => {
    const tom = await newUser(call, clinic, [1])
    const tablet = await onTablet(tom)
    await tell(tablet.token, { name: 'Prep 9' })
    await change('revoke', tablet.device)
    // It is judged by what the clinic called it.
    await tell(tablet.token, { name: 'Front desk' })
    const elsewhere = { ...tablet, device: randomUUID(), lane: randomUUID() }
    const replies = [
      await push(tablet, tablet.token, 1),
      await push(tablet, tablet.push, 2),
      await push({ ...tablet, device: randomUUID() }, tablet.push, 3),
      await push(elsewhere, tablet.token, 1),
    ]
    for (const { body } of replies)
      expect(body['results']).toMatchObject([
        {
          status: 'parked',
          code: 'needs_approval',
          message: 'This was sent by a tablet that was revoked, “Prep 9”.',
          records: [{ collection: 'attention', meta: { author_id: tom.user._id } }],
        },
      ])
    const drugs = await database.pool.query(
      "select from records where org_id = $1 and collection = 'drugs' and body->'meta'->>'author_id' = $2",
      [clinic.user.org_id, tom.user._id],
    )
    expect(drugs.rowCount).toBe(0)
    // Another tablet's pushes stand, its own too once that is taken back.
    const other = await onTablet(tom)
    expect((await push(other, other.token, 1)).body['results']).toMatchObject([{ status: 'applied' }])
    await change('restore', tablet.device)
    expect((await push(tablet, tablet.push, 4)).body['results']).toMatchObject([{ status: 'applied' }])
  })

  test('what it pushes says which tablet it was as the action log calls it, also where nobody named it', async () => {
    const [silent, known] = [await onTablet(), await onTablet()]
    await tell(known.token)
    const names = [silent, known].map(
      ({ device }, k) => `${['Tablet', 'Chrome on Android'][k]} ${device.slice(-4)}`,
    )
    for (const [k, tablet] of [silent, known].entries()) {
      await change('revoke', tablet.device)
      expect((await push(tablet, tablet.token, 1)).body['results']).toMatchObject([
        { status: 'parked', message: `This was sent by a tablet that was revoked, “${names[k]}”.` },
      ])
    }
    expect(await messages()).toEqual(
      expect.arrayContaining(names.map((name) => `Revoked the tablet '${name}'`)),
    )
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
    const key = keyOf(tablet)
    expect((await standing(tablet, key)).body).toMatchObject({ revoked: false, epoch })
    expect((await say('wiped', tablet, {}, key)).status).toBe(200)
    expect((await call('GET', '/user/confirm', { token: tablet.token })).status).toBe(200)
    await change('revoke', tablet.device)
    expect((await standing(tablet, key)).body).toMatchObject({ revoked: true })
    await say('wiped', tablet, {}, key)
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
    const key = keyOf(tablet)
    const held = { unsent: 2, oldest }
    const before = await listed(tablet)
    expect((await say('held', tablet, held, key)).status).toBe(200)
    expect(await listed(tablet)).toEqual(before)
    await change('revoke', tablet.device)
    await say('held', tablet, held, key)
    expect(await listed(tablet)).toMatchObject({ unsent: 2, oldest, last_seen: clock.now.toISOString() })
    await say('wiped', tablet, {}, key)
    await say('held', tablet, { ...held, unsent: 3 }, key)
    expect(await listed(tablet)).toMatchObject({
      unsent: 0,
      oldest: null,
      gave_up: null,
      wiped_at: clock.now.toISOString(),
    })
  })

  test('without a proof nothing is told for a tablet, and it is told only what it has to obey', async () => {
    const [tablet, other] = [await onTablet(), await onTablet()]
    await tell(tablet.token, { name: 'Prep 8' })
    await change('revoke', tablet.device)
    const stranger = await onTablet(await newOrganization(call))
    const before = [await listed(tablet), (await messages()).length]
    const changes = [{ id: 'one', user: clinic.user._id, message: 'Drew 9 ml of Ketamine' }]
    const [held, gone] = [{ unsent: 7, oldest: null }, { given_up: { count: 1, copied: true, changes } }]
    const ofOther = keyOf(other).headers?.cookie.replaceAll(other.device, tablet.device) ?? ''
    const forged: Proof[] = [
      {},
      keyOf(other),
      { headers: { cookie: ofOther } },
      keyOf(stranger),
      { token: other.push },
      { token: stranger.push },
      { token: tablet.push.replace(/[^.]+$/, 'x'.repeat(43)) },
      { token: 'push.nothing' },
    ]
    for (const proof of forged) {
      expect((await say('held', tablet, held, proof)).status).toBe(200)
      expect((await say('wiped', tablet, gone, proof)).status).toBe(200)
      const { body } = await standing(tablet, proof)
      expect(body).toMatchObject({ revoked: true, name: null })
      expect(body).not.toHaveProperty('epoch')
    }
    expect([await listed(tablet), (await messages()).length]).toEqual(before)
    expect((await push(tablet, tablet.push, 1)).status).toBe(200)
    expect((await standing(tablet, { token: tablet.push })).body).toMatchObject({ name: 'Prep 8', epoch })
    await say('held', tablet, held, { token: tablet.push })
    expect(await listed(tablet)).toMatchObject({ unsent: 7 })
  })

  test('who signs in under the id of a tablet that works gets neither its key nor a right to speak as it', async () => {
    const tablet = await onTablet()
    await tell(tablet.token, { name: 'Prep 9', unsent: 3, oldest: '2026-11-20T08:00:00.000Z' }, keyOf(tablet))
    const before = await listed(tablet)
    const tom = await newUser(call, clinic, [1])
    const posing = await signedInAt({ device: tablet.device, lane: randomUUID() }, tom)
    expect(posing.cookie).not.toContain('tablet-key')
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect((await tell(posing.token, { name: 'Mine' })).status).toBe(200)
    expect(await listed(tablet)).toEqual(before)
    const { body } = await call('POST', '/sync/devices', {
      token: posing.token,
      body: { protocol: PROTOCOL, device: tablet.device, lane: posing.lane, block: 0, push_token: true },
    })
    await change('revoke', tablet.device)
    for (const token of [posing.push, String(body['push_token'])]) {
      expect((await standing(tablet, { token })).body).toMatchObject({ revoked: true, name: null })
      await say('held', tablet, { unsent: 7, oldest: null }, { token })
      await say('wiped', tablet, {}, { token })
    }
    expect(await listed(tablet)).toMatchObject({ unsent: 3, wiped_at: null })
    expect((await push(posing, posing.push, 1)).status).toBe(200)
    expect((await standing(tablet, keyOf(tablet))).body).toMatchObject({ name: 'Prep 9' })
    // Taken back, it may have lost its key: the next sign-in gives it one.
    await change('restore', tablet.device)
    expect((await signedInAt(tablet, clinic)).cookie).toContain('tablet-key')
  })

  test('[D2] a right to push that a tablet asks for under another name is revoked with it', async () => {
    const tablet = await onTablet()
    const other = { device: randomUUID(), lane: randomUUID() }
    const { body } = await call('POST', '/sync/devices', {
      token: tablet.token,
      body: { protocol: PROTOCOL, ...other, block: 0, push_token: true },
    })
    await change('revoke', tablet.device)
    const { body: pushed } = await push({ ...tablet, ...other }, String(body['push_token']), 1)
    expect(pushed['results']).toMatchObject([{ status: 'parked', code: 'needs_approval' }])
  })

  test('a tablet has its key at each sign-in: where the answer to the first was lost, and with the key it carries', async () => {
    const lost = await onTablet()
    const tablet = await signedInAt(lost, clinic)
    expect(tablet.cookie).toContain('tablet-key')
    await tell(tablet.token, {}, keyOf(tablet))
    const reply = await call('POST', '/user/login', {
      body: { email: clinic.user.email, password: PASSWORD, device: tablet.device, lane: tablet.lane },
      headers: { cookie: tablet.cookie },
    })
    const [key] = [reply.headers['set-cookie'] ?? []]
      .flat()
      .map(String)
      .filter((each) => each.startsWith('tablet-key'))
    expect(key).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(tablet.cookie).toContain(key?.split('; ')[0])
    await change('revoke', tablet.device)
    expect((await standing(tablet, { token: String(reply.body['push_token']) })).body).toHaveProperty('epoch')
  })

  test('a tablet has its key again at each report: an earlier one was not sent with a sign-in, and cookies end', async () => {
    const tablet = await onTablet()
    const given = async (proof: Proof) => {
      const { headers } = await tell(tablet.token, {}, proof)
      return [headers['set-cookie'] ?? []].flat().map(String)
    }
    expect(await given({})).toEqual([])
    const [key = '', ...others] = await given(keyOf(tablet))
    expect(key).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(tablet.cookie).toContain(key.split('; ')[0])
    expect(others).toEqual([])
  })

  test('[LOG-01] what was given up on a revoked tablet is an entry under whose it was, once; of strangers and of other tablets nothing is', async () => {
    const [tom, elsewhere] = [await newUser(call, clinic, [1]), await newUser(call, clinic, [1])]
    const tablet = await onTablet()
    await signedInAt({ device: tablet.device, lane: randomUUID() }, tom)
    await tell(tablet.token, { name: 'Prep 7' })
    const changeOf = (id: string, user: string) => ({ id, user, message: `Drew 1 ml of Ketamine ${id}` })
    const changes = [
      changeOf('one', tom.user._id),
      changeOf('two', clinic.user._id),
      changeOf('three', randomUUID()),
      // Never worked on it.
      changeOf('four', elsewhere.user._id),
    ]
    const wiped = () => say('wiped', tablet, { given_up: { count: 5, copied: true, changes } }, keyOf(tablet))
    const entries = async () => (await messages()).filter((message) => message.includes("'Prep 7'"))
    await wiped()
    expect(await entries()).toEqual([])
    await change('revoke', tablet.device)
    // Taken back before the tablet, which was wiped out of reach, could tell.
    await change('restore', tablet.device)
    for (let time = 0; time < 2; time++) await wiped()
    const removed = "removed with the revoked tablet 'Prep 7' after a copy was saved"
    expect((await entries()).slice().sort()).toEqual(
      [
        "Revoked the tablet 'Prep 7'",
        "Undid the revocation of the tablet 'Prep 7'",
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
      "Undid the revocation of the tablet 'Recovery room'",
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
