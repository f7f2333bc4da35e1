import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { writeBackupState } from './database/backup/kept-backups.ts'
import { newOrganization, testApp } from './testing.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'assets '))
afterAll(() => rmSync(webRoot, { recursive: true }))
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Veterinary Anesthesia Protocols</title>')
writeFileSync(join(webRoot, 'service-worker.js'), 'self.skipWaiting()')
writeFileSync(join(webRoot, 'assets', 'main-a1b2.js'), `console.log("${'x'.repeat(5000)}")`)

const { app, call, database } = await testApp({ webRoot })
const clinic = await newOrganization(call)
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('[Q-143] bad input', () => {
  const post = (payload: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/user/login', payload, headers })

  test.each([
    ['over 1 MiB', '/user/login', 1_048_576, 413, 'too_large'],
    ['over 4 MiB for a push', '/sync/push', 4 * 1_048_576, 413, 'too_large'],
  ])('a body %s is too large', async (_, url, size, status, code) => {
    const payload = JSON.stringify({ email: 'x'.repeat(size) })
    const headers = { 'content-type': 'application/json', authorization: clinic.token }
    const reply = await app.inject({ method: 'POST', url, payload, headers })
    expect([reply.statusCode, reply.json()]).toEqual([
      status,
      { success: false, code, message: 'This request is too large.' },
    ])
  })

  test('a push may be larger than other bodies', async () => {
    const body = { junk: 'x'.repeat(2 * 1_048_576) }
    const reply = await call('POST', '/sync/push', { token: clinic.token, body })
    expect([reply.status, reply.body['code']]).toEqual([400, 'invalid_request'])
  })

  test('nobody without a token gets a large body read', async () => {
    const reply = await call('POST', '/sync/push', { body: { junk: 'x'.repeat(5 * 1_048_576) } })
    expect(reply.status).toBe(401)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('%s is no content type for a call', async (type) => {
    const reply = await post('{"email":"a","password":"b"}', { 'content-type': type })
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    '',
    '{',
    '"text"',
    '[]',
    'null',
    '{"__proto__": {"email": "a"}, "email": "a", "password": "b"}',
  ])('the body %s is 400', async (payload) => {
    const reply = await post(payload, { 'content-type': 'application/json' })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
  })

  test.each([
    ['POST', '/user/login', { email: 'a\u0000b', password: 'x' }, 'email'],
    ['POST', '/user/login', { email: 'a', password: 'half \uD800' }, 'password'],
    ['POST', '/services/password-reset-request/a%00b', undefined, 'id'],
    ['GET', '/organization/action-log?search=a%00b', undefined, 'search'],
    ['GET', '/organization/action-log/export?search=a%00b', undefined, 'search'],
    ['GET', '/new/drugs?query=a%00b', undefined, 'query'],
    ['POST', '/injections/', { species: 0, name: 'Cefa\u0000zolin' }, 'name'],
    ['POST', '/organization/users/create', { name: 'a', more: [{ deep: '\u0000' }] }, 'more.0.deep'],
  ] as const)(
    '%s %s with %j: what cannot be stored is 400, and said of its field',
    async (method, url, body, field) => {
      const reply = await call(method, url, { token: clinic.token, body })
      expect([reply.status, reply.body]).toMatchObject([
        400,
        {
          success: false,
          code: 'invalid_request',
          message: 'This text holds a character that cannot be stored.',
          field,
        },
      ])
    },
  )

  test('a body that is nested deeper than the stack is 400', async () => {
    const payload = `{"email":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    const reply = await post(payload, { 'content-type': 'application/json' })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
  })

  test('a body that never ends is cut', () => {
    expect(app.server.requestTimeout).toBe(400_000)
  })

  test.each(['/%', '/user/%zz'])('the address %s is 400 in the same shape', async (url) => {
    const reply = await app.inject({ method: 'GET', url })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { success: false, code: 'invalid_request', message: 'This request could not be read.' },
    ])
  })
})

describe('GET /health', () => {
  test('is 200 while the database answers', async () => {
    const reply = await call('GET', '/health', { headers: browser })
    const backup = { last_made_at: null, age_hours: null, failed: false }
    expect([reply.status, reply.body]).toEqual([200, { success: true, backup }])
  })

  test('[Q-143] says how old the last backup is, and that one failed since', async () => {
    const own = await testApp()
    const folder = join(own.dataFolder, 'backups')
    mkdirSync(folder)
    const made = { at: '2026-11-27T07:00:00.000Z', file: 'x', bytes: 7, rows: 1, proven: true as const }
    own.clock.now = new Date('2026-11-28T20:59:00.000Z')
    await writeBackupState(folder, {
      made,
      failed: { at: '2026-11-28T07:00:00.000Z', why: 'No room in /srv' },
    })
    const reply = await own.call('GET', '/health')
    expect(reply.body['backup']).toEqual({ last_made_at: made.at, age_hours: 37, failed: true })
    const clinicOfOwn = await newOrganization(own.call)
    const told = await own.call('GET', '/organization/backups', { token: clinicOfOwn.token })
    expect(told.body['backups']).toMatchObject({
      keep: 14,
      sealed: false,
      made: { at: made.at, bytes: 7, proven: true },
      failed: { why: 'No room in /srv' },
    })
    await own.app.close()
  })

  test('is 503 when the database does not, and says nothing of why', async () => {
    const own = await testApp()
    await own.database.close()
    const reply = await own.call('GET', '/health')
    expect([reply.status, reply.body]).toEqual([
      503,
      { success: false, code: 'unavailable', message: 'The database does not answer.' },
    ])
  })
})

describe('failures', () => {
  test('a fault of ours is 500 without detail', async () => {
    await database.pool.query('alter table sign_in_directory rename to away')
    const reply = await call('POST', '/user/login', { body: { email: 'a@b.c', password: 'x' } })
    await database.pool.query('alter table away rename to sign_in_directory')
    expect([reply.status, reply.body]).toEqual([
      500,
      {
        success: false,
        code: 'internal',
        message: 'An unknown error occured. Please contact customer support.',
        request_id: reply.headers['x-request-id'],
      },
    ])
    expect(reply.text).not.toMatch(/sign_in_directory|at |\.ts/)
  })

  test('[P9] a database that hangs up is 503, and a later call is answered', async () => {
    const blocker = await database.pool.connect()
    await blocker.query('begin; lock table organizations in access exclusive mode')
    const waiting = call('GET', '/setup/state')
    const cut = async () => {
      const { rows } = await database.pool.query<{ pid: number }>(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    while (!(await cut()));
    const reply = await waiting
    await blocker.query('rollback')
    blocker.release()
    expect([reply.status, reply.body['code']]).toEqual([503, 'unavailable'])
    expect((await call('GET', '/setup/state')).status).toBe(200)
  })
})

describe('addresses', () => {
  test.each([
    '/',
    '/login',
    '/organization',
    '/setup',
    '/ledger',
    '/drugs/canine',
    '/procedures/canine',
    '/injections/feline/',
    '/single-draws/canine',
    '/controlled-substances',
    '/no/such/screen?x=1',
  ])('%s opened in a browser is the app, never from a cache', async (url) => {
    const reply = await call('GET', url, { headers: browser })
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(reply.text).toContain('<title>Veterinary Anesthesia Protocols</title>')
  })

  test.each([
    ['/assets/gone-c3d4.js', browser],
    ['/user/nothing', browser],
    ['/sync/nothing', browser],
    ['/organization/nothing', browser],
    ['/setup/nothing', browser],
    ['/health/nothing', browser],
    ['/livez/nothing', browser],
    ['/readyz/nothing', browser],
    ['/metrics', browser],
    ['/metrics', { accept: 'text/plain;version=0.0.4,*/*;q=0.1' }],
    ['/drugs/canine', { accept: 'application/json' }],
    ['/drugs/canine', { accept: 'application/json, */*;q=0.1' }],
    ['/drugs/canine', { accept: 'image/png' }],
    ['/service-worker-old.js', { accept: '*/*' }],
    ['/robots.txt', {}],
  ])('%s with %j is 404 as JSON', async (url, headers) => {
    const reply = await call('GET', url, { headers })
    expect([reply.status, reply.body]).toEqual([
      404,
      { success: false, code: 'not_found', message: 'There is nothing at this address.' },
    ])
  })

  test.each([
    ['/login', { accept: '*/*' }],
    ['/login', { accept: 'text/*' }],
    ['/login', {}],
    ['/drugs/canine', { accept: '*/*' }],
  ])('%s asked for with %j is the app too, as a monitor asks', async (url, headers) => {
    const reply = await call('GET', url, { headers })
    expect([reply.status, reply.headers['vary']]).toEqual([200, 'accept'])
    expect(reply.text).toContain('<title>Veterinary Anesthesia Protocols</title>')
    expect((await app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(200)
  })

  test('a script that asks for /ledger gets no page', async () => {
    expect((await call('GET', '/ledger', { headers: { accept: 'application/json' } })).status).toBe(401)
    const manager = await call('GET', '/ledger', { token: clinic.token })
    expect([manager.status, manager.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
  })

  test('only a GET is answered with the app', async () => {
    expect((await call('POST', '/login', { headers: browser, body: {} })).status).toBe(404)
  })

  test('nothing outside the built app is served', async () => {
    const reply = await app.inject({ method: 'GET', url: '/..%2f..%2fetc/passwd' })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.body).not.toContain('root:')
  })

  test('files under assets are kept for ever, the service worker never', async () => {
    const asset = await call('GET', '/assets/main-a1b2.js')
    expect([asset.status, asset.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    const worker = await call('GET', '/service-worker.js')
    expect([worker.status, worker.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(worker.headers['content-type']).toContain('javascript')
  })

  test.each(['/assets/main-a1b2.js', '/organization/users'])(
    '%s is compressed for who takes it',
    async (url) => {
      const fill = Array.from({ length: 40 }, (_, i) => i)
      await database.pool.query(
        `insert into users (org_id, user_id, name, email, password_hash, perms, created_at)
       select $1, gen_random_uuid(), 'Somebody', $2 || i, '', '{1}', now() from unnest($3::int[]) i on conflict do nothing`,
        [clinic.user.org_id, 'u@x.test', fill],
      )
      const headers = { authorization: clinic.token, 'accept-encoding': 'gzip' }
      const reply = await app.inject({ method: 'GET', url, headers })
      expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, 'gzip'])
      const plain = await app.inject({ method: 'GET', url, headers: { authorization: clinic.token } })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(gunzipSync(reply.rawPayload).toString()).toBe(plain.body)
    },
  )
})

test('the log says when the certificate of the operator is about to end, and that it is for another host', async () => {
  const cert = join(import.meta.dirname, 'testing-certificate/clinic.test.crt')
  const own = await testApp({
    tls: { cert, key: cert.replace(/crt$/, 'key') },
    publicUrl: 'https://other.test',
  })
  own.clock.now = new Date(Date.parse(new X509Certificate(readFileSync(cert)).validTo) - 20 * 24 * 3_600_000)
  const warn = vi.spyOn(own.app.log, 'warn').mockReturnValue()
  await own.app.listen({ host: '127.0.0.1', port: 0 })
  await vi.waitFor(() =>
    expect(warn.mock.calls.flat()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^The certificate in TLS_CERT ends on/),
        expect.stringMatching(/^The certificate in TLS_CERT is not for other\.test, but for clinic\.test/),
      ]),
    ),
  )
})

test('a build under a running server: what the new index.html names is there, and nothing outside', async () => {
  writeFileSync(join(webRoot, 'assets', 'later-c3d4.js'), 'console.log("later")')
  const later = await app.inject({ method: 'GET', url: '/assets/later-c3d4.js' })
  expect([later.statusCode, later.body, later.headers['cache-control']]).toEqual([
    200,
    'console.log("later")',
    'public, max-age=31536000, immutable',
  ])
  for (const url of ['/assets/none.js', '/assets/..%2findex.html', '/assets/']) {
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
})

test('before the app is built only the API answers', async () => {
  const bare = await testApp({ webRoot: join(webRoot, 'not there') })
  const reply = await bare.call('GET', '/', { headers: browser })
  expect([reply.status, reply.body['code']]).toEqual([404, 'not_found'])
  expect((await bare.call('GET', '/setup/state')).status).toBe(200)
})

describe('[Q-143] the caller’s address', () => {
  const guess = async (given: Awaited<ReturnType<typeof testApp>>, forwarded: string) =>
    given.call('POST', '/user/login', {
      body: { email: 'a@b.test', password: 'guess 123' },
      headers: { 'x-forwarded-for': forwarded },
    })

  test('behind a trusted proxy is the one that it names', async () => {
    const behind = await testApp({ trustProxy: 1 })
    for (let i = 0; i < 5; i++) await guess(behind, '203.0.113.1')
    expect((await guess(behind, '203.0.113.1')).status).toBe(429)
    expect((await guess(behind, '203.0.113.2')).status).toBe(200)
    // With one proxy only the last name counts: the ones before are the caller's own invention.
    expect((await guess(behind, '198.51.100.7, 203.0.113.1')).status).toBe(429)
  })

  test('is not taken from a header when no proxy is trusted', async () => {
    const direct = await testApp()
    for (let i = 0; i < 5; i++) await guess(direct, `203.0.113.${i}`)
    expect((await guess(direct, '203.0.113.99')).status).toBe(429)
  })
})
