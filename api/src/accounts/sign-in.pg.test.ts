import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newOrganization, PASSWORD, randomAddress, signIn, testApp } from '../testing.ts'

const { app, call, clock, database } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call, 'Elm Street Clinic')
const HOUR = 3_600_000
const WRONG = {
  success: false,
  code: 2,
  message: "This email hasn't been registered or the password is incorrect. Please try again!",
}
const login = (email: string, password: string, address?: string) =>
  call('POST', '/user/login', { body: { email, password }, ...(address ? { address } : {}) })

describe('signing in', () => {
  test('[API-01] gives success, token and user; the e-mail in any case, with blanks around', async () => {
    const reply = await login(`  ${clinic.user.email.toUpperCase()} `, PASSWORD)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ success: true, token: expect.any(String), user: clinic.user })
    expect(clinic.user).toMatchObject({
      name: 'First User',
      org_name: 'Elm Street Clinic',
      org_perms: [0, 1, 2, 3],
      time_zone: 'America/Chicago',
      demo: false,
    })
  })

  test('[AUTH-18] the token holds the profile', () => {
    const [, payload = ''] = clinic.token.split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject(clinic.user)
  })

  test('[AUTH-09] a wrong password and an unknown e-mail get the same answer, and as much work', async () => {
    const timed = async (email: string) => {
      const start = performance.now()
      const reply = await login(email, 'not the password', randomAddress())
      expect([reply.status, reply.body]).toEqual([200, WRONG])
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    await timed('warm@up.test')
    for (let i = 0; i < 9; i++) {
      known.push(await timed(clinic.user.email))
      unknown.push(await timed(`nobody${i}@nowhere.test`))
    }
    // Hashing takes most of the time; leaving it out for one of them would make a factor of five and more.
    const ratio = median(known) / median(unknown)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  test('[API-01] a body that is not the schema names its field', async () => {
    const reply = await call('POST', '/user/login', { body: { email: clinic.user.email } })
    expect([reply.status, reply.body['code'], reply.body['field']]).toEqual([
      400,
      'invalid_request',
      'password',
    ])
  })

  test('[T7] a cookie names the device that somebody signed in on, and only then', async () => {
    const device = randomUUID()
    const body = { email: clinic.user.email, password: PASSWORD }
    const cookieOf = async (more: object, host = 'clinic.test') => {
      const { headers } = await call('POST', '/user/login', { body: { ...body, ...more }, headers: { host } })
      // The tablet's key has a cookie of its own.
      return [headers['set-cookie'] ?? []].flat().find((cookie) => /^device(-\d+)?=/.test(String(cookie)))
    }
    const attributes = 'Max-Age=34560000; Path=/; SameSite=Strict'
    expect(await cookieOf({ device, lane: randomUUID() })).toBe(`device=${device}; ${attributes}`)
    expect(await cookieOf({ device }, 'clinic.test:3000')).toBe(`device-3000=${device}; ${attributes}`)
    expect(await cookieOf({})).toBeUndefined()
    expect(await cookieOf({ device, password: 'not the password' })).toBeUndefined()
  })
})

describe('a session', () => {
  test.each(['/user/confirm', '/user/profile'])('[API-03] [API-04] %s gives the profile', async (url) => {
    const reply = await call('GET', url, { token: clinic.token })
    expect([reply.status, reply.body]).toEqual([200, { success: true, user: clinic.user }])
  })

  test('[Q-95] the token is taken raw and as Bearer', async () => {
    expect((await call('GET', '/user/confirm', { token: `Bearer ${clinic.token}` })).status).toBe(200)
  })

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['no token at all', 'hello'],
    ['one signed with another key', forged({ alg: 'HS256', typ: 'JWT' })],
    ['one that is not signed', forged({ alg: 'none', typ: 'JWT' })],
    ['a push token of nobody', `push.${randomUUID()}.${randomUUID()}.${'s'.repeat(43)}`],
    ['a push token that is none', 'push.x.y.z'],
  ])('[AUTH-17] %s is 401', async (_, token) => {
    const reply = await call('GET', '/user/confirm', { token })
    expect([reply.status, reply.body['code']]).toEqual([401, 'unauthenticated'])
  })

  test('[AUTH-16] ends with the log-out of its own, not of others', async () => {
    const one = await signIn(call, clinic.user.email)
    const two = await signIn(call, clinic.user.email)
    expect((await call('POST', '/user/logout', { token: one.token })).body).toEqual({ success: true })
    expect((await call('GET', '/user/confirm', { token: one.token })).status).toBe(401)
    expect((await call('POST', '/user/logout', { token: one.token })).status).toBe(401)
    expect((await call('GET', '/user/confirm', { token: two.token })).status).toBe(200)
  })

  test('[Q-94] lasts twelve hours', async () => {
    const start = clock.now
    const { token } = await signIn(call, clinic.user.email)
    clock.now = new Date(start.getTime() + 12 * HOUR - 1)
    expect((await call('GET', '/user/confirm', { token })).status).toBe(200)
    clock.now = new Date(start.getTime() + 12 * HOUR)
    expect((await call('GET', '/user/confirm', { token })).status).toBe(401)
    clock.now = start
  })

  test('[Q-85] of one organization does not open another', async () => {
    const other = await newOrganization(call)
    const [head, payload = '', signature] = clinic.token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const swapped = Buffer.from(JSON.stringify({ ...claims, org_id: other.user.org_id })).toString(
      'base64url',
    )
    expect((await call('GET', '/user/profile', { token: `${head}.${swapped}.${signature}` })).status).toBe(
      401,
    )
    // Even well signed, a session is found in its own organization only.
    const signed = app.jwt.sign({ ...claims, org_id: other.user.org_id })
    expect((await call('GET', '/user/profile', { token: signed })).status).toBe(401)
  })

  test('is forgotten thirty days later, at the next sign-in', async () => {
    const start = clock.now
    const count = async () => {
      const { rows } = await database.pool.query(
        'select count(*)::int as n from sessions where user_id = $1',
        [clinic.user._id],
      )
      return (rows[0] as { n: number }).n
    }
    expect(await count()).toBeGreaterThan(1)
    clock.now = new Date(start.getTime() + 31 * 24 * HOUR)
    await signIn(call, clinic.user.email)
    expect(await count()).toBe(1)
    clock.now = start
  })
})

function forged(header: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { _id: clinic.user._id, org_id: clinic.user.org_id, session: randomUUID() }
  return `${part(header)}.${part(claims)}.${'alg' in header && header.alg === 'none' ? '' : 'AAAA'}`
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
