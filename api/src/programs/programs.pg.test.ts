import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Item } from '../documented-api/item.ts'
import { givePermissions, newOrganization, newUser, testApp, type SignedIn } from '../testing.ts'

const { call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call, 'Elm Street Clinic')
const other = await newOrganization(call, 'Oak Lane Clinic')

interface Listed {
  _id: string
  name: string
  access: string
  org_perms: number[]
  last_used: string | null
}
const name = () => `Program ${randomUUID().slice(0, 8)}`
const make = (by: SignedIn, given: object = {}) =>
  call('POST', '/organization/programs/create', {
    token: by.token,
    body: { name: name(), access: 'writes', org_perms: [], ...given },
  })
async function made(given: object = {}, by = clinic) {
  const { body } = await make(by, given)
  return { key: String(body['key']), program: body['program'] as Listed }
}
const programsOf = async (by: SignedIn) =>
  (await call('GET', '/organization/programs', { token: by.token })).body['programs'] as Listed[]
const revoke = (by: SignedIn, _id: string) =>
  call('POST', '/organization/programs/revoke', { token: by.token, body: { _id } })
const injection = (title = name()) => ({ species: 0, name: title })
const insert = (token: string, body: object = injection()) => call('POST', '/injections/', { token, body })
const list = (token: string) => call('GET', '/new/injections', { token })
const logOf = async (orgId: string) => {
  const { rows } = await database.pool.query<{ user_name: string; message: string }>(
    'select user_name, message from "logged-actions" where org_id = $1 order by received_at, ctid',
    [orgId],
  )
  return rows
}

describe('the key of a program', () => {
  test('reads and writes records as the program, whose name they bear; the action log names it too', async () => {
    const { key, program } = await made({ name: '  Practice system ' })
    expect(program).toMatchObject({ name: 'Practice system', access: 'writes', org_perms: [1] })
    const wanted = injection()
    const inserted = await insert(`Bearer ${key}`, wanted)
    expect(inserted.status).toBe(200)
    const items = (await list(clinic.token)).body['items'] as Item[]
    const found = items.find(({ content }) => (content as { name?: unknown }).name === wanted.name)
    expect(found?.meta).toMatchObject({ author_id: program._id, author_name: 'Practice system' })
    expect((await list(key)).body['total']).toBe(items.length)
    const said = await logOf(clinic.user.org_id)
    expect(said).toContainEqual({
      user_name: clinic.user.name,
      message: "Made a key for the program 'Practice system': personal records",
    })
    expect(said.filter(({ user_name }) => user_name === 'Practice system')).toHaveLength(1)
  })

  test('that may only read writes nothing', async () => {
    const { key, program } = await made({ access: 'reads', org_perms: [2, 3] })
    expect(program.org_perms).toEqual([1])
    const before = (await list(key)).body['total']
    const refused = await insert(key)
    expect([refused.status, refused.body['message']]).toEqual([403, 'This key may only read.'])
    expect((await list(key)).body['total']).toBe(before)
  })

  test('changes what people wrote only with 2, and sections only with 3', async () => {
    const { _id } = (await insert(clinic.token)).body['item'] as Item
    const rename = (token: string) => call('POST', `/injections/update/${_id}`, { token, body: injection() })
    const sections = (token: string) => call('POST', '/organization/sections/update', { token, body: {} })
    const [plain, wide] = [await made(), await made({ org_perms: [3, 2, 2] })]
    expect(wide.program.org_perms).toEqual([1, 2, 3])
    expect([(await rename(plain.key)).status, (await rename(wide.key)).status]).toEqual([403, 200])
    expect([(await sections(plain.key)).status, (await sections(wide.key)).status]).toEqual([403, 400])
  })

  test('opens nothing but records: no account, no organization, no sync, no log', async () => {
    const { key } = await made({ org_perms: [2, 3] })
    const calls = [
      ['GET', '/user/confirm'],
      ['GET', '/user/sessions'],
      ['POST', '/user/password'],
      ['GET', '/organization/users'],
      ['GET', '/organization/programs'],
      ['POST', '/organization/programs/create'],
      ['GET', '/organization/action-log'],
      ['POST', '/sync/push'],
      ['GET', '/sync/pull'],
      ['GET', '/sync/events'],
      ['GET', '/sync/snapshot'],
      ['GET', '/organization/devices'],
    ] as const
    for (const [method, url] of calls) {
      const reply = await call(method, url, { token: key, ...(method === 'POST' && { body: {} }) })
      expect([url, reply.status]).toEqual([url, 403])
    }
  })

  test('is refused with another secret, of another clinic and of a person', async () => {
    const { key, program } = await made()
    const [, org, id, secret] = key.split('.') as [string, string, string, string]
    const changed = (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1)
    for (const wrong of [
      `key.${org}.${id}.${changed}`,
      `key.${other.user.org_id}.${id}.${secret}`,
      `key.${org}.${clinic.user._id}.${secret}`,
      `key.${org}.${id}`,
      'key.',
      `${key}A`,
    ])
      expect([wrong, (await list(wrong)).status]).toEqual([wrong, 401])
    expect((await list(key)).status).toBe(200)
    expect((await revoke(other, program._id)).status).toBe(404)
    expect(await programsOf(other)).toEqual([])
  })

  test('is nowhere in the database, and no password signs a program in', async () => {
    const { key, program } = await made()
    const { rows } = await database.pool.query<{ email: string; password_hash: string }>(
      'select email, password_hash from users where user_id = $1',
      [program._id],
    )
    expect(rows[0]?.password_hash).toMatch(/^key:[0-9a-f]{64}$/)
    expect(JSON.stringify(rows)).not.toContain(key.split('.')[3])
    const body = { email: rows[0]?.email, password: key }
    expect((await call('POST', '/user/login', { body })).body['success']).toBe(false)
  })

  test('says when it was used last, to the minute', async () => {
    const { key, program } = await made()
    const lastUsed = async () => (await programsOf(clinic)).find(({ _id }) => _id === program._id)?.last_used
    expect(await lastUsed()).toBe(null)
    await list(key)
    const first = clock.now.toISOString()
    expect(await lastUsed()).toBe(first)
    clock.now = new Date(clock.now.getTime() + 59_000)
    await list(key)
    expect(await lastUsed()).toBe(first)
    clock.now = new Date(clock.now.getTime() + 1000)
    await list(key)
    expect(await lastUsed()).toBe(clock.now.toISOString())
  })
})

describe('making a key', () => {
  test.each([
    [{ name: ' ' }, 'Please enter the name of the program.'],
    [{ name: 'n'.repeat(51) }, 'The name of the program is too long.'],
  ])('with %j is refused at its name', async (given, message) => {
    const reply = await make(clinic, given)
    expect([reply.status, reply.body]).toEqual([
      422,
      { success: false, code: 'invalid', message, field: 'name' },
    ])
  })

  test('refuses a name that another program has, also two at once; a revoked one is free', async () => {
    const title = name()
    const both = await Promise.all([
      make(clinic, { name: title }),
      make(clinic, { name: title.toUpperCase() }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [{ _id } = { _id: '' }] = (await programsOf(clinic)).filter(
      (one) => one.name.toLowerCase() === title.toLowerCase(),
    )
    await revoke(clinic, _id)
    expect((await make(clinic, { name: title })).status).toBe(200)
  })

  test('gives nobody the organization', async () => {
    const reply = await make(clinic, { org_perms: [0] })
    expect([reply.status, reply.body['code']]).toEqual([400, 'invalid_request'])
  })

  test('is for holders of 0, also where that was taken meanwhile', async () => {
    const staff = await newUser(call, clinic, [1, 2, 3])
    expect((await make(staff)).status).toBe(403)
    await givePermissions({ call, database }, clinic, staff, [0])
    expect((await make(staff)).status).toBe(200)
  })

  test('ends at twenty', async () => {
    const many = await newOrganization(call)
    for (let at = 0; at < 20; at++) expect((await make(many)).status).toBe(200)
    const refused = await make(many)
    expect([refused.status, refused.body['code']]).toEqual([409, 'limit'])
  })
})

test('a program is no user: not in the list, not counted, and nobody changes or deletes it as one', async () => {
  const { program } = await made()
  const users = await call('GET', '/organization/users', { token: clinic.token })
  expect(JSON.stringify(users.body)).not.toContain(program._id)
  for (const [path, body] of [
    ['update', { _id: program._id, org_perms: [0] }],
    ['link', { _id: program._id }],
    ['delete', { _id: program._id }],
  ] as const)
    expect((await call('POST', `/organization/users/${path}`, { token: clinic.token, body })).status).toBe(
      404,
    )
  const people = await call('GET', '/organization/action-log/people', { token: clinic.token })
  expect(people.body['people']).toContainEqual({
    _id: program._id,
    name: program.name,
    email: '',
    removed: false,
  })
})

// Moves the clock beyond every session.
test('a key holds until it is revoked, and from its next call on no more', async () => {
  const { key, program } = await made()
  clock.now = new Date(clock.now.getTime() + 400 * 24 * 3_600_000)
  expect((await list(key)).status).toBe(200)
  const again = await call('POST', '/user/login', {
    body: { email: clinic.user.email, password: 'Correct horse 1' },
  })
  const manager = { ...clinic, token: String(again.body['token']) }
  expect((await revoke(manager, program._id)).status).toBe(200)
  expect([(await list(key)).status, (await insert(key)).status]).toEqual([401, 401])
  expect((await revoke(manager, program._id)).status).toBe(404)
  expect((await programsOf(manager)).map(({ _id }) => _id)).not.toContain(program._id)
  expect((await logOf(clinic.user.org_id)).at(-1)?.message).toBe(
    `Revoked the key of the program '${program.name}'`,
  )
})
