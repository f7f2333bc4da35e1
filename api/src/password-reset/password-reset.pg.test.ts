import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailFolder } from '../mail/file-delivery.ts'
import { letters, linkIn, nextLetter } from '../mail/testing-letters.ts'
import {
  newOrganization,
  newUser,
  PASSWORD,
  randomAddress,
  signIn,
  testApp,
  type SignedIn,
} from '../testing.ts'

const { call, clock, database, dataFolder, said } = await testApp({ registration: 'open' })
const clinic = await newOrganization(call, 'Elm Street Clinic')
const NEW = 'Brand new 9!'

const request = (email: string, more: { address?: string; headers?: Record<string, string> } = {}) =>
  call('POST', `/services/password-reset-request/${encodeURIComponent(email)}`, {
    address: randomAddress(),
    ...more,
  })
const check = (id: string) =>
  call('GET', `/services/password-reset/${encodeURIComponent(id)}`, { address: randomAddress() })
const confirm = (id: string, password = NEW, confirm_password = password, address = randomAddress()) =>
  call('PUT', `/services/password-reset/confirm/${encodeURIComponent(id)}`, {
    body: { password, confirm_password },
    address,
  })
const login = (email: string, password: string, address = randomAddress()) =>
  call('POST', '/user/login', { body: { email, password }, address })
/** Asks for a link and reads it from the e-mail. */
async function linkFor(email: string): Promise<string> {
  const before = letters(dataFolder).length
  // Files are in the order of their times.
  clock.now = new Date(clock.now.getTime() + 10)
  await request(email)
  return linkIn(await nextLetter(dataFolder, before + 1))
}
const TRUE = { success: true, result: true }
const FALSE = { success: true, result: false }

let staff: SignedIn
beforeEach(async () => {
  staff = await newUser(call, clinic, [1])
})

describe('asking for a link', () => {
  test('[API-05] [Q-92] gets one answer, whoever it is', async () => {
    const before = letters(dataFolder).length
    const asked = [
      staff.user.email,
      'nobody@clinic.test',
      'no e-mail/at all',
      `${'e'.repeat(300)}@clinic.test`,
    ]
    const replies = await Promise.all(asked.map((email) => request(email)))
    const plain = ({ status, text, headers }: (typeof replies)[number]) => {
      const { date: _, 'x-request-id': __, ...others } = headers
      return { status, text, others }
    }
    expect(replies.map(plain)).toEqual(asked.map(() => plain(replies[0] as (typeof replies)[number])))
    expect([replies[0]?.status, replies[0]?.body]).toEqual([200, { success: true }])
    const letter = await nextLetter(dataFolder, before + 1)
    expect(letter).toContain(`To: ${staff.user.email}\r\n`)
    expect(letter).toContain('your account at Elm Street Clinic.')
    // Whatever else was asked for had its turn before this one.
    await linkFor(staff.user.email)
    expect(letters(dataFolder)).toHaveLength(before + 2)
  })

  test('[Q-92] finds the e-mail however it is typed', async () => {
    expect((await check(await linkFor(` ${staff.user.email.toUpperCase()} `))).body).toEqual(TRUE)
  })

  test('[Q-92] puts the e-mail into a file for the eyes of its owner, and says where', async () => {
    await linkFor(staff.user.email)
    const line = `No SMTP_URL is set: an e-mail is in ${dataFolder}`
    await expect.poll(() => said.at(-1)).toMatch(line)
    expect(statSync(mailFolder(dataFolder)).mode & 0o777).toBe(0o700)
    const file = said.at(-1)?.split(' is in ')[1] ?? ''
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('[Q-92] leads to this server, whatever the request calls it', async () => {
    const before = letters(dataFolder).length
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' }
    await request(staff.user.email, { headers })
    const letter = await nextLetter(dataFolder, before + 1)
    expect(letter).toContain('\r\nhttps://clinic.test/reset-password/')
    expect(letter).not.toContain('evil.test')
  })

  test('[Q-92] keeps the hash of the link only', async () => {
    const id = await linkFor(staff.user.email)
    const { rows } = await database.pool.query<{ row: string }>(
      'select row_to_json(r)::text as row from password_resets r where user_id = $1',
      [staff.user._id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).toMatch(/"secret_hash":"[0-9a-f]{64}"/)
    const secret = Buffer.from(id, 'base64url').subarray(16)
    for (const text of [id, secret.toString('hex'), secret.toString('base64url')])
      expect(rows[0]?.row).not.toContain(text)
  })

  test('[Q-92] more than three times for one e-mail has to wait, known or not', async () => {
    for (const email of [staff.user.email, `${randomUUID()}@clinic.test`]) {
      for (let i = 0; i < 3; i++) expect((await request(email)).status).toBe(200)
      const refused = await request(email)
      expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
        429,
        'rate_limited',
        '300',
      ])
    }
    expect((await request('somebody.else@clinic.test')).status).toBe(200)
    clock.now = new Date(clock.now.getTime() + 300_000)
    expect((await request(staff.user.email)).status).toBe(200)
    expect((await request(staff.user.email)).headers['retry-after']).toBe('600')
  })

  test('[Q-92] more than thirty times from one address has to wait', async () => {
    const address = randomAddress()
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => request(`${randomUUID()}@clinic.test`, { address })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    expect((await request(staff.user.email)).status).toBe(200)
  })
})

describe('a link', () => {
  test('[API-06] [API-07] changes the password, once', async () => {
    const id = await linkFor(staff.user.email)
    expect([(await check(id)).status, (await check(id)).body]).toEqual([200, TRUE])
    const changed = await confirm(id)
    expect([changed.status, changed.body]).toEqual([200, TRUE])
    expect((await login(staff.user.email, PASSWORD)).body).toMatchObject({ success: false, code: 2 })
    expect((await login(staff.user.email, NEW)).body['success']).toBe(true)
    expect((await check(id)).body).toEqual(FALSE)
    expect((await confirm(id, 'Another one 7?')).body).toEqual(FALSE)
    expect((await login(staff.user.email, NEW)).body['success']).toBe(true)
  })

  test('[Q-92] is used up by one of two that come at once', async () => {
    for (let round = 0; round < 3; round++) {
      const user = await newUser(call, clinic, [1])
      const id = await linkFor(user.user.email)
      const passwords = ['The first 1!', 'The second 2!']
      const results = (await Promise.all(passwords.map((password) => confirm(id, password)))).map(
        ({ body }) => body['result'],
      )
      expect(results.filter((result) => result === true)).toHaveLength(1)
      expect(results).toContain(false)
      for (const [i, password] of passwords.entries())
        expect((await login(user.user.email, password)).body['success']).toBe(results[i])
    }
  })

  test('[Q-92] lives for an hour by the clock of the server', async () => {
    const id = await linkFor(staff.user.email)
    const start = clock.now.getTime()
    clock.now = new Date(start + 3_599_999)
    expect((await check(id)).body).toEqual(TRUE)
    clock.now = new Date(start + 3_600_000)
    expect((await check(id)).body).toEqual(FALSE)
    expect((await confirm(id)).body).toEqual(FALSE)
    expect((await login(staff.user.email, PASSWORD)).body['success']).toBe(true)
  })

  test('[Q-92] ends with a newer one, and with its user', async () => {
    const first = await linkFor(staff.user.email)
    const second = await linkFor(staff.user.email)
    expect([(await check(first)).body, (await check(second)).body]).toEqual([FALSE, TRUE])
    expect((await confirm(first)).body).toEqual(FALSE)
    const body = { _id: staff.user._id }
    await call('POST', '/organization/users/delete', { token: clinic.token, body })
    expect([(await check(second)).body, (await confirm(second)).body]).toEqual([FALSE, FALSE])
  })

  test.each([
    ['seven77', 'seven77', 'password', 'Password must be at least 8 characters.'],
    ['NO LOWER 1!', 'x', 'password', 'Password must contain at least one lowercase character.'],
    ['no upper 1!', 'x', 'password', 'Password must contain at least one uppercase character.'],
    ['No number!', 'x', 'password', 'Password must contain at least one number.'],
    ['Nothing special 1', 'x', 'password', 'Password must contain at least one special character.'],
    ['All of it 1!', 'All of it 1', 'confirm_password', 'Passwords must match.'],
    [`Aa1!${'x'.repeat(47)}`, 'x', 'password', 'Password is too long.'],
  ])(
    '[AUTH-34..40] with %j and %j is refused at %s, and stays good',
    async (first, second, field, message) => {
      const id = await linkFor(staff.user.email)
      const reply = await confirm(id, first, second)
      expect([reply.status, reply.body]).toEqual([422, { success: false, code: 'invalid', message, field }])
      expect((await confirm(id)).body).toEqual(TRUE)
    },
  )

  test('[API-07] that nobody was given is false, and a body that is none is 400', async () => {
    for (const id of ['some-link', 'a'.repeat(64), 'ä', `${'b'.repeat(63)}=`]) {
      expect([id, (await check(id)).body, (await confirm(id)).body]).toEqual([id, FALSE, FALSE])
    }
    const id = await linkFor(staff.user.email)
    const bad = await call('PUT', `/services/password-reset/confirm/${id}`, { body: { password: 7 } })
    expect([bad.status, bad.body['code'], bad.body['field']]).toEqual([400, 'invalid_request', 'password'])
  })

  test('[Q-92] of one organization is none of another', async () => {
    const other = await newOrganization(call)
    const bytes = Buffer.from(await linkFor(staff.user.email), 'base64url')
    Buffer.from(other.user.org_id.replaceAll('-', ''), 'hex').copy(bytes)
    expect((await confirm(bytes.toString('base64url'))).body).toEqual(FALSE)
  })

  test('[Q-92] tried more than sixty times a minute from one address has to wait', async () => {
    const address = randomAddress()
    const attempt = () => confirm('a'.repeat(64), NEW, NEW, address)
    for (let i = 0; i < 60; i++) expect((await attempt()).body).toEqual(FALSE)
    const refused = await attempt()
    expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a changed password', () => {
  test('[Q-92] ends every session and every right to push of this user, and of nobody else', async () => {
    const lane = { device: randomUUID(), lane: randomUUID() }
    const tablet = await call('POST', '/user/login', {
      body: { email: staff.user.email, password: PASSWORD, ...lane },
    })
    const id = await linkFor(staff.user.email)
    expect((await call('GET', '/user/confirm', { token: staff.token })).status).toBe(200)
    await confirm(id)
    for (const token of [staff.token, String(tablet.body['token'])])
      expect((await call('GET', '/user/confirm', { token })).status).toBe(401)
    const push = await call('POST', '/sync/push', { token: String(tablet.body['push_token']), body: {} })
    expect(push.status).toBe(401)
    expect((await call('GET', '/user/confirm', { token: clinic.token })).status).toBe(200)
  })

  test('[Q-92] lets no sign-in pass that began with the old one', async () => {
    const hash = 'the hash of another password'
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('update users set password_hash = $2 where user_id = $1', [staff.user._id, hash])
      const late = login(staff.user.email, PASSWORD)
      // Its session waits for the row that the change holds.
      await expect
        .poll(async () => {
          const { rows } = await database.pool.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0]?.waiting
        })
        .toBe(1)
      await client.query('commit')
      expect((await late).body).toMatchObject({ success: false, code: 2 })
    } finally {
      client.release()
    }
  })

  test('[Q-92] forgives the guesses at the old one where it was chosen', async () => {
    const address = randomAddress()
    for (let i = 0; i < 5; i++) await login(staff.user.email, 'forgotten 1', address)
    expect((await login(staff.user.email, PASSWORD, address)).status).toBe(429)
    await confirm(await linkFor(staff.user.email), NEW, NEW, address)
    expect((await login(staff.user.email, NEW, address)).body['success']).toBe(true)
  })

  test('[LOG-01] is written down, without the password and the link', async () => {
    const own = await newOrganization(call, 'Logged Clinic')
    const id = await linkFor(own.user.email)
    await confirm(id)
    await confirm(id)
    const { rows } = await database.pool.query<{ message: string; user_name: string; org_name: string }>(
      `select message, user_name, org_name from "logged-actions" where org_id = $1 and message like '%assword%'
       order by message desc`,
      [own.user.org_id],
    )
    expect(rows).toEqual([
      {
        message: 'Requested a password reset link',
        user_name: 'First User',
        org_name: 'Logged Clinic',
      },
      {
        message: 'Changed the password with a password reset link',
        user_name: 'First User',
        org_name: 'Logged Clinic',
      },
    ])
  })

  test('[Q-92] by a clinic that signs in again is its own from now on', async () => {
    await confirm(await linkFor(staff.user.email))
    const { user } = await signIn(call, staff.user.email, { body: { password: NEW } })
    expect(user).toEqual(staff.user)
  })
})
