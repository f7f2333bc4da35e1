import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newOrganization, newUser, PASSWORD, signIn, testApp, type SignedIn } from '../testing.ts'

const { call, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call, 'Elm Street Clinic')
const other = await newOrganization(call, 'Oak Lane Clinic')

const create = (by: SignedIn, body: object) =>
  call('POST', '/organization/users/create', { token: by.token, body })
const update = (by: SignedIn, body: object) =>
  call('POST', '/organization/users/update', { token: by.token, body })
const remove = (by: SignedIn, _id: string) =>
  call('POST', '/organization/users/delete', { token: by.token, body: { _id } })
const usersOf = async (by: SignedIn) => {
  const { body } = await call('GET', '/organization/users', { token: by.token })
  return body['users'] as { _id: string; name: string; email: string; org_perms: number[] }[]
}
const form = () => ({
  name: ' Tom Tech ',
  email: ` Tom-${randomUUID().slice(0, 8)}@Clinic.test`,
  password: PASSWORD,
  confirm_password: PASSWORD,
  org_perms: [1],
})
const KEEP_ONE = {
  success: false,
  code: 'conflict',
  message: 'At least one user must manage the organization.',
}

describe('the organization', () => {
  test('[API-08] information: name, key, maximum_users, next_key', async () => {
    const reply = await call('GET', '/organization/information', { token: clinic.token })
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        organization: {
          _id: clinic.user.org_id,
          name: 'Elm Street Clinic',
          key: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
          maximum_users: 50,
          next_key: 999,
          time_zone: 'America/Chicago',
          demo: false,
          offline_sign_in: true,
        },
      },
    ])
  })

  test('[API-09] lists its own users and no others', async () => {
    expect(await usersOf(other)).toEqual([
      { _id: other.user._id, name: 'First User', email: other.user.email, org_perms: [0, 1, 2, 3] },
    ])
  })

  test.each(['information', 'users', 'users/create', 'users/update', 'users/link', 'users/delete'])(
    '[Q-80] /organization/%s asks for permission 0 and for a session',
    async (path) => {
      const staff = await newUser(call, clinic, [1, 2, 3])
      const method = path.includes('/') ? 'POST' : 'GET'
      const reply = await call(method, `/organization/${path}`, {
        token: staff.token,
        ...(path.includes('/') ? { body: {} } : {}),
      })
      expect([reply.status, reply.body['code']]).toEqual([403, 'forbidden'])
      expect((await call(method, `/organization/${path}`)).status).toBe(401)
    },
  )
})

describe('a new user', () => {
  test('[API-10] [ORG-22] [ORG-25] signs in with what was given, in the organization of the token', async () => {
    const body = { ...form(), org_perms: [3, 1, 3], org_key: 'ZZZZ-ZZZZ', org_name: 'Oak Lane Clinic' }
    const made = await create(clinic, body)
    const email = body.email.trim().toLowerCase()
    expect([made.status, made.body]).toEqual([
      200,
      { success: true, user: { _id: expect.any(String), name: 'Tom Tech', email, org_perms: [1, 3] } },
    ])
    const { user } = await signIn(call, email)
    expect(user).toMatchObject({
      org_id: clinic.user.org_id,
      org_name: 'Elm Street Clinic',
      org_perms: [1, 3],
    })
    expect((await usersOf(clinic)).map((each) => each.email)).toContain(email)
  })

  test.each([
    ['[ORG-13]', 'name', { name: '' }, 'Please enter user name.'],
    ['[ORG-12]', 'name', { name: 'n'.repeat(51) }, 'User name is too long.'],
    ['[ORG-15]', 'email', { email: '' }, 'Please enter email.'],
    ['[ORG-14]', 'email', { email: `${'e'.repeat(50)}@x` }, 'Email is too long.'],
    ['[ORG-16]', 'password', { password: 'p'.repeat(51) }, 'Password is too long.'],
    ['[ORG-17]', 'password', { password: 'sixsix' }, 'Password must be at least eight characers long.'],
    ['[ORG-18]', 'confirm_password', { confirm_password: 'other' }, 'Passwords do not match.'],
    ['[ORG-19]', 'org_perms', { org_perms: [] }, 'Must select at least one permitted action.'],
  ])('%s with a bad %s is refused', async (_, field, change, message) => {
    const before = await usersOf(clinic)
    const reply = await create(clinic, { ...form(), ...change })
    expect([reply.status, reply.body]).toEqual([422, { success: false, code: 'invalid', message, field }])
    expect(await usersOf(clinic)).toEqual(before)
  })

  test('[ORG-20] is checked in the order name, email, password, confirmation, permitted actions', async () => {
    const bad = { name: '', email: '', password: '', confirm_password: 'x', org_perms: [] as number[] }
    const fields: unknown[] = []
    for (const good of [
      {},
      { name: 'Tom' },
      { email: 'tom@c.test' },
      { password: 'seven77' },
      { confirm_password: 'seven77' },
    ]) {
      Object.assign(bad, good)
      fields.push((await create(clinic, bad)).body['field'])
    }
    expect(fields).toEqual(['name', 'email', 'password', 'confirm_password', 'org_perms'])
  })

  test.each([
    ['org_perms.0', { org_perms: [4] }],
    ['org_perms', { org_perms: 'all' }],
    ['name', { name: null }],
    ['email', { email: 'e'.repeat(1001) }],
  ])('[Q-80] a body whose %s is not the schema is 400', async (field, change) => {
    const reply = await create(clinic, { ...form(), ...change })
    expect([reply.status, reply.body['code'], reply.body['field']]).toEqual([400, 'invalid_request', field])
  })

  test('[Q-89] with an e-mail that somebody has, also elsewhere, is refused and seen', async () => {
    for (const email of [clinic.user.email, other.user.email.toUpperCase()]) {
      const reply = await create(clinic, { ...form(), email })
      expect([reply.status, reply.body]).toEqual([
        409,
        { success: false, code: 'conflict', message: 'This email is already registered.', field: 'email' },
      ])
    }
  })

  test('[ORG-23] [Q-87] beyond maximum_users is refused, also when two come at once', async () => {
    const small = await newOrganization(call, 'Small Clinic')
    await database.pool.query('update organizations set maximum_users = 2 where org_id = $1', [
      small.user.org_id,
    ])
    const replies = await Promise.all([create(small, form()), create(small, form())])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body['code']).toBe('limit')
    const [added] = (await usersOf(small)).filter(({ _id }) => _id !== small.user._id)
    await remove(small, added?._id ?? '')
    expect((await create(small, form())).status).toBe(200)
  })
})

describe('changed permissions', () => {
  test('[API-11] [Q-85] count at the next call, both ways', async () => {
    const staff = await newUser(call, clinic, [1])
    const before = await call('GET', '/organization/users', { token: staff.token })
    const given = await update(clinic, { _id: staff.user._id, org_perms: [1, 0] })
    expect([given.status, given.body]).toMatchObject([200, { success: true, user: { org_perms: [0, 1] } }])
    const with0 = await call('GET', '/organization/users', { token: staff.token })
    await update(clinic, { _id: staff.user._id, org_perms: [1] })
    const after = await call('GET', '/organization/users', { token: staff.token })
    expect([before.status, with0.status, after.status]).toEqual([403, 200, 403])
    expect((await call('GET', '/user/profile', { token: staff.token })).body['user']).toMatchObject({
      org_perms: [1],
    })
  })

  test('by two managers at once both stand: only what differs from what was seen is changed', async () => {
    const staff = await newUser(call, clinic, [1, 3])
    const { _id } = staff.user
    await update(clinic, { _id, org_perms: [1, 2, 3], was: [1, 3] })
    const second = await update(clinic, { _id, org_perms: [1], was: [1, 3] })
    expect([second.status, second.body]).toMatchObject([200, { user: { org_perms: [1, 2] } }])
    const none = await update(clinic, { _id, org_perms: [3], was: [1, 2, 3] })
    expect([none.status, none.body['field']]).toEqual([422, 'org_perms'])
    expect((await usersOf(clinic)).find((user) => user._id === _id)?.org_perms).toEqual([1, 2])
  })

  test('[ORG-10] name and e-mail stay', async () => {
    const staff = await newUser(call, clinic, [1])
    await update(clinic, { _id: staff.user._id, org_perms: [2], name: 'New', email: 'new@clinic.test' })
    const changed = (await usersOf(clinic)).find(({ _id }) => _id === staff.user._id)
    expect(changed).toMatchObject({ name: 'Some Body', email: staff.user.email, org_perms: [2] })
  })

  test('[ORG-19] none at all are refused', async () => {
    const staff = await newUser(call, clinic, [1])
    const reply = await update(clinic, { _id: staff.user._id, org_perms: [] })
    expect([reply.status, reply.body['message']]).toEqual([422, 'Must select at least one permitted action.'])
  })

  test('[Q-88] nobody takes management from themselves', async () => {
    const reply = await update(clinic, { _id: clinic.user._id, org_perms: [1, 2, 3] })
    expect([reply.status, reply.body]).toEqual([409, KEEP_ONE])
    expect((await update(clinic, { _id: clinic.user._id, org_perms: [0, 1, 2, 3] })).status).toBe(200)
  })
})

test('[LOG-01] who registered, signed in and out, and changed users is written down, without passwords', async () => {
  const own = await newOrganization(call, 'Logged Clinic')
  const made = await create(own, { ...form(), email: 'logged@clinic.test', org_perms: [0, 1] })
  const { _id } = made.body['user'] as { _id: string }
  await update(own, { _id, org_perms: [2, 3] })
  // The same once more changes nothing, and is no action.
  expect((await update(own, { _id, org_perms: [3, 2] })).status).toBe(200)
  await create(own, { ...form(), email: 'logged@clinic.test' })
  await remove(own, _id)
  await call('POST', '/user/logout', { token: own.token })
  const { rows } = await database.pool.query<{ message: string; user_name: string; org_name: string }>(
    'select message, user_name, org_name from "logged-actions" where org_id = $1 order by ctid',
    [own.user.org_id],
  )
  expect(rows.map(({ message }) => message)).toEqual([
    "Registered the organization 'Logged Clinic'",
    'Logged in',
    "Created user 'Tom Tech' (logged@clinic.test): organization, personal records",
    "Changed the permitted actions of user 'Tom Tech' (logged@clinic.test) from organization, personal records to records created by others, drug sections",
    "Deleted user 'Tom Tech' (logged@clinic.test)",
    'Logged out',
  ])
  for (const { user_name, org_name } of rows)
    expect([user_name, org_name]).toEqual(['First User', 'Logged Clinic'])
})

describe('[Q-80] a user of another organization', () => {
  test.each(['update', 'delete'])('is as one that does not exist: %s', async (path) => {
    const theirs = { _id: other.user._id, org_perms: [1] }
    const nobody = { _id: randomUUID(), org_perms: [1] }
    const url = `/organization/users/${path}`
    const foreign = await call('POST', url, { token: clinic.token, body: theirs })
    const missing = await call('POST', url, { token: clinic.token, body: nobody })
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
    expect(foreign.status).toBe(404)
    expect((await call('GET', '/user/profile', { token: other.token })).body['user']).toMatchObject({
      org_perms: [0, 1, 2, 3],
    })
  })
})

describe('a link for a forgotten password', () => {
  const link = (by: SignedIn, _id: string) =>
    call('POST', '/organization/users/link', { token: by.token, body: { _id } })
  const choose = (id: unknown) =>
    call('PUT', `/services/password-reset/confirm/${String(id)}`, {
      body: { password: 'Green lamp 7!', confirm_password: 'Green lamp 7!' },
    })

  test('is made by a holder of 0 for a user of their own, and holds once and for an hour', async () => {
    const tom = await newUser(call, clinic, [1])
    const { body } = await link(clinic, tom.user._id)
    const made = body['link'] as { id: string; expires_at: string }
    expect(Date.parse(made.expires_at)).toBeGreaterThan(Date.now() + 50 * 60_000)
    expect((await choose(made.id)).body['result']).toBe(true)
    expect((await choose(made.id)).body['result']).toBe(false)
    const login = { email: tom.user.email, password: 'Green lamp 7!' }
    expect((await call('POST', '/user/login', { body: login })).body['success']).toBe(true)
    const { rows } = await database.pool.query<{ user_id: string }>(
      'SELECT user_id FROM "logged-actions" WHERE org_id = $1 AND message = $2',
      [
        clinic.user.org_id,
        `Made a link with which 'Some Body' (${tom.user.email}) can choose a new password`,
      ],
    )
    expect(rows).toEqual([{ user_id: clinic.user._id }])
  })

  test('is made for nobody of another organization, nor for who was deleted', async () => {
    const tom = await newUser(call, clinic, [1])
    expect((await link(other, tom.user._id)).status).toBe(404)
    await remove(clinic, tom.user._id)
    expect((await link(clinic, tom.user._id)).status).toBe(404)
  })
})
