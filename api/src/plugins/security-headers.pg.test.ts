import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { ownCertificates } from '../certificates/own-certificates.ts'
import { newOrganization, testApp } from '../testing.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'assets '))
afterAll(() => rmSync(webRoot, { recursive: true }))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Veterinary Anesthesia Protocols</title>')

const { call } = await testApp({ webRoot })
const clinic = await newOrganization(call)
const SECURITY_HEADERS = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
] as const
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('security headers: everything from this origin only, and nothing that breaks plain http', async () => {
  for (const url of ['/', '/setup/state', '/nowhere', '/%E0%A4%A']) {
    const { headers } = await call('GET', url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['permissions-policy']).toContain('geolocation=()')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test.each([
  ['/%zz', 'clinic.test'],
  ['/%', 'clinic.test'],
  ['//%', 'clinic.test'],
  ['//', '['],
  ['http://%/', 'clinic.test'],
])('security headers on the very first answer of a server, to %s of %s', async (address, host) => {
  const fresh = await testApp({ webRoot })
  await fresh.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = fresh.app.server.address() as AddressInfo
  const ask = (path: string, name: string) =>
    new Promise<IncomingHttpHeaders>((resolve, reject) =>
      get({ host: '127.0.0.1', port, path, headers: { host: name } }, (reply) =>
        resolve(reply.resume().headers),
      ).on('error', reject),
    )
  const [first, later] = [await ask(address, host), await ask('/setup/state', 'clinic.test')]
  for (const name of SECURITY_HEADERS) {
    expect([name, first[name]]).toEqual([name, expect.stringMatching(/./)])
    expect([name, first[name]]).toEqual([name, later[name]])
  }
})

describe('what Node does not hand on', async () => {
  const certificate = join(import.meta.dirname, '../testing-certificate/clinic.test.crt')
  const plain = await testApp({ logLevel: 'debug' })
  const secure = await testApp({ tls: { cert: certificate, key: certificate.replace(/crt$/, 'key') } })
  for (const { app } of [plain, secure]) await app.listen({ host: '127.0.0.1', port: 0 })

  /** All that comes back for these bytes until the server hangs up. */
  const send = ({ app }: typeof plain, bytes: string, then?: (socket: Socket) => void) =>
    new Promise<string>((resolve) => {
      const { port } = app.server.address() as AddressInfo
      const where = { host: '127.0.0.1', port }
      const socket = app === plain.app ? connect(where) : connectTls({ ...where, rejectUnauthorized: false })
      let text = ''
      socket.on('data', (part) => (text += part.toString()))
      socket.on('error', () => undefined).on('close', () => resolve(text))
      then?.(socket)
      socket.write(bytes)
    })

  const longHeader = `x-long: ${'x'.repeat(20_000)}`
  test.each([
    ['no Host', 'GET /livez HTTP/1.1\r\n\r\n', 400, 'This request could not be read.'],
    [
      'no Host nor a readable address',
      'GET /% HTTP/1.1\r\nconnection: close\r\n\r\n',
      400,
      'This request could not be read.',
    ],
    [
      'a space in the address',
      'GET /a b HTTP/1.1\r\nhost: a\r\n\r\n',
      400,
      'This request could not be read.',
    ],
    ['no method of HTTP', 'FETCH / HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'This request could not be read.'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'This request could not be read.',
    ],
    [
      'long headers',
      `GET / HTTP/1.1\r\nhost: a\r\n${longHeader}\r\n\r\n`,
      431,
      'The headers of this request are too large.',
    ],
    [
      'an expectation',
      'GET / HTTP/1.1\r\nhost: a\r\nexpect: more\r\n\r\n',
      417,
      'This server knows no other expectation than 100-continue.',
    ],
  ])('%s is refused as everything else is', async (_, bytes, status, message) => {
    for (const server of [plain, secure]) {
      const [head = '', body = ''] = (await send(server, bytes)).split('\r\n\r\n')
      const [first, ...lines] = head.split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.replace(/^.*?: /, '')]),
      )
      expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
      expect(JSON.parse(body)).toEqual({ success: false, code: 'invalid_request', message })
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
        connection: 'close',
      })
      const other = await server.call('GET', '/setup/state')
      for (const name of [...SECURITY_HEADERS, 'cache-control', 'strict-transport-security'])
        expect([name, headers[name]]).toEqual([name, other.headers[name]])
    }
  })

  test('a request that takes too long to arrive is 408', () => {
    let text = ''
    const write = (part: Buffer, _: unknown, done: () => void) => ((text += part.toString()), done())
    const socket = new Duplex({ read: () => undefined, write }).on('error', () => undefined)
    // What Node tells of a request that has not ended in time: it looks only every half a minute.
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    plain.app.server.emit('clientError', late, socket)
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"invalid_request"/s)
    expect(socket.destroyed).toBe(true)
  })

  test('nothing is written into an answer that has begun', async () => {
    const { token } = await newOrganization(plain.call)
    const text = await send(
      plain,
      `GET /sync/events HTTP/1.1\r\nhost: a\r\nauthorization: ${token}\r\n\r\n`,
      (socket) => socket.once('data', () => socket.write('no HTTP\r\n\r\n')),
    )
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(text.match(/HTTP\/1/g)).toHaveLength(1)
  })
})

test('over TLS: nothing else is asked for from then on, and ciphers without authentication are refused', async () => {
  const certificate = join(import.meta.dirname, '../testing-certificate/clinic.test.crt')
  const secure = await testApp({ tls: { cert: certificate, key: certificate.replace(/crt$/, 'key') } })
  const { headers } = await secure.call('GET', '/setup/state')
  expect(headers['strict-transport-security']).toBe('max-age=2592000')
  await secure.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = secure.app.server.address() as AddressInfo
  const shakes = async (ciphers: string) => {
    const socket = connectTls({
      host: '127.0.0.1',
      port,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
      ciphers,
    })
    const taken = await new Promise<boolean>((resolve) => {
      socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    return taken
  }
  expect(await shakes('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe(true)
  expect(await shakes('ECDHE-ECDSA-AES128-SHA')).toBe(false)
})

test('with certificates of its own: nothing keeps a tablet from coming back over plain http to trust it anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own certificates '))
  const first = await ownCertificates(folder, { dns: ['localhost'], ip: ['127.0.0.1'] }, new Date())
  const own = await testApp({ tls: 'auto', certificates: { first, now: async () => first } })
  for (const url of ['/setup/state', '/trust', '/ca.crt']) {
    const reply = await own.call('GET', url)
    expect([reply.status, reply.headers['strict-transport-security']]).toEqual([200, undefined])
  }
  const page = await own.call('GET', '/trust')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  // Not even a screen of the app where there is nothing to trust.
  const without = await call('GET', '/trust', { headers: browser })
  expect([without.status, without.body['code']]).toEqual([404, 'not_found'])
  rmSync(folder, { recursive: true })
})

test('answers that hold records are kept by no cache', async () => {
  for (const url of [
    '/organization/users',
    '/new/drugs',
    '/ledger',
    '/user/profile',
    '/sync/pull?cursor=0',
  ]) {
    const reply = await call('GET', url, { token: clinic.token })
    expect([url, reply.status, reply.headers['cache-control']]).toEqual([url, 200, 'no-store'])
  }
  const both = await call('GET', '/controlled-substances', { token: clinic.token })
  expect([both.headers['vary'], both.headers['content-type']]).toEqual([
    'accept',
    'application/json; charset=utf-8',
  ])
})
