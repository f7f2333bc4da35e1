import { describe, expect, test } from 'vitest'
import { PASSWORD, signIn, testApp } from '../testing.ts'

const form = {
  name: 'Ann Lee',
  email: ' Ann@Clinic.test ',
  password: PASSWORD,
  confirm_password: PASSWORD,
  org_name: 'Elm Street Clinic',
  time_zone: 'America/Chicago',
}

describe('an empty installation', async () => {
  const { call, database } = await testApp()

  test('[Q-86] opens its setup and says nothing of a demonstration', async () => {
    const { status, body } = await call('GET', '/setup/state')
    expect([status, body]).toEqual([200, { success: true, setup_open: true, demo: false, clinic: false }])
  })

  test.each([
    ['name', { name: '' }, 'Please enter user name.'],
    ['email', { email: 'nobody' }, 'Email is invalid.'],
    [
      'password',
      { password: 'short', confirm_password: 'short' },
      'Password must be at least eight characers long.',
    ],
    ['confirm_password', { confirm_password: 'another one' }, 'Passwords do not match.'],
    ['org_name', { org_name: ' ' }, 'Organization name is required.'],
    ['time_zone', { time_zone: 'Mars/Olympus' }, 'Time zone is invalid.'],
    ['time_zone', { time_zone: '+02:00' }, 'Time zone is invalid.'],
  ])('[API-02] a bad %s is refused with its message', async (field, change, message) => {
    const reply = await call('POST', '/user/register', { body: { ...form, ...change } })
    expect(reply.status).toBe(422)
    expect(reply.body).toEqual({ success: false, code: 'invalid', message, field })
  })

  test('[API-02] a body that is not the schema is refused with its field', async () => {
    const reply = await call('POST', '/user/register', { body: { ...form, email: 7 } })
    expect([reply.status, reply.body['code'], reply.body['field']]).toEqual([400, 'invalid_request', 'email'])
  })

  test('[Q-86] two registrations at once make one organization', async () => {
    const replies = await Promise.all(
      ['one@clinic.test', 'two@clinic.test'].map((email) =>
        call('POST', '/user/register', { body: { ...form, email } }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const { rows } = await database.pool.query('select name, time_zone, next_key, demo from organizations')
    expect(rows).toEqual([
      { name: 'Elm Street Clinic', time_zone: 'America/Chicago', next_key: 999, demo: false },
    ])
    const users = await database.pool.query('select email, perms from users')
    expect(users.rows).toHaveLength(1)
    expect(users.rows[0]).toMatchObject({ perms: [0, 1, 2, 3] })
  })

  test('[Q-86] afterwards it is closed', async () => {
    expect((await call('GET', '/setup/state')).body).toMatchObject({ setup_open: false, clinic: true })
    const reply = await call('POST', '/user/register', { body: { ...form, email: 'late@clinic.test' } })
    expect([reply.status, reply.body['code']]).toEqual([403, 'forbidden'])
  })
})

describe('an installation that is open to all', async () => {
  const { call, database } = await testApp({ registration: 'open' })

  test('[Q-86] takes one organization after another, but no e-mail twice', async () => {
    const first = await call('POST', '/user/register', { body: form })
    expect([first.status, first.body]).toEqual([200, { success: true }])
    const again = await call('POST', '/user/register', { body: { ...form, email: 'ANN@clinic.test' } })
    expect([again.status, again.body]).toEqual([
      409,
      { success: false, code: 'conflict', message: 'This email is already registered.', field: 'email' },
    ])
    const other = await call('POST', '/user/register', { body: { ...form, email: 'bob@clinic.test' } })
    expect(other.status).toBe(200)
    const { rows } = await database.pool.query<{ key: string }>('select key from organizations')
    expect(rows).toHaveLength(2)
    for (const { key } of rows) expect(key).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  })

  test('[Q-86] an organization starts with the demonstration library when it asks for it, else empty', async () => {
    const body = { ...form, email: 'lib@clinic.test', org_name: 'With library', library: 'demonstration' }
    expect((await call('POST', '/user/register', { body })).status).toBe(200)
    const { rows } = await database.pool.query(
      `select o.name, count(r.*)::int as records from organizations o left join records r using (org_id)
       group by o.name order by o.name`,
    )
    expect(rows).toEqual([
      { name: 'Elm Street Clinic', records: 0 },
      { name: 'With library', records: 116 },
    ])
    // The server wrote it: that was no tablet.
    const first = await signIn(call, body.email)
    expect((await call('GET', '/organization/devices', { token: first.token })).body['devices']).toEqual([])
    const newest = await call('GET', '/new/procedures', { token: first.token })
    const names = (newest.body['items'] as { content: { name: string } }[]).map(({ content }) => content.name)
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
  })

  test('[API-02] more than thirty a minute from one address have to wait', async () => {
    const address = '192.0.2.77'
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) {
      statuses.push((await call('POST', '/user/register', { address, body: { ...form, name: '' } })).status)
    }
    expect(statuses.slice(0, 30).every((status) => status === 422)).toBe(true)
    const late = await call('POST', '/user/register', { address, body: { ...form, name: '' } })
    expect([statuses[30], late.status, late.body['code']]).toEqual([429, 429, 'rate_limited'])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = await call('POST', '/user/register', {
      address: '192.0.2.78',
      body: { ...form, name: '' },
    })
    expect(elsewhere.status).toBe(422)
  })
})

test('[Q-86] a closed installation makes no organization, not even the first', async () => {
  const { call } = await testApp({ registration: 'closed' })
  expect((await call('GET', '/setup/state')).body).toMatchObject({ setup_open: false })
  expect((await call('POST', '/user/register', { body: form })).status).toBe(403)
})
