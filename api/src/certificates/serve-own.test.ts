import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createPlain, request as plainRequest, type IncomingMessage } from 'node:http'
import { createServer, request as secureRequest } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as secureConnect } from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tlsOptions } from '../plugins/tls-options.ts'
import { alsoPlain } from './one-port.ts'
import { ownCertificates, type OwnCertificates } from './own-certificates.ts'
import { serveOwnCertificates } from './serve-own.ts'

const NAMES = { dns: ['localhost'], ip: ['127.0.0.1'] }

let folder: string
let own: OwnCertificates
let renewed: OwnCertificates | undefined
let app: FastifyInstance
let port: number
let read: unknown[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve own '))
  own = await ownCertificates(folder, NAMES, new Date())
  renewed = undefined
  read = []
  app = Fastify({ https: tlsOptions(own.server, own.server) })
  app.get('/', async () => 'the app')
  app.post('/user/login', async ({ body }) => {
    read.push(body)
    return {}
  })
  serveOwnCertificates(app, { first: own, now: async () => renewed ?? own }, 'https://192.168.1.20:3000')
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await rm(folder, { recursive: true })
})

async function listen(): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
}

interface Heard {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: Buffer
}
function ask(
  scheme: 'http' | 'https',
  path: string,
  { method = 'GET', body = '', headers = {}, ca = own.authority.toString() } = {},
): Promise<Heard> {
  const given = {
    host: '127.0.0.1',
    port,
    path,
    method,
    ca,
    headers,
    servername: 'localhost',
    agent: false as const,
  }
  return new Promise((resolve, reject) => {
    const sent = (scheme === 'http' ? plainRequest : secureRequest)(given, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () =>
        resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Resolves when the other side has cut it. */
const cut = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

function opened(at: number): Promise<Socket> {
  const socket = connect(at, '127.0.0.1')
  socket.on('error', () => {})
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)))
}

describe('one port', () => {
  beforeEach(listen)

  test('speaks https to whoever trusts the authority, and to no one else', async () => {
    const reply = await ask('https', '/')
    expect([reply.status, reply.body.toString()]).toEqual([200, 'the app'])
    await expect(ask('https', '/', { ca: '' })).rejects.toThrow('unable to verify the first certificate')
  })

  test.each(['/', '/new-sheet?x=1', '//elsewhere.example/', '/health'])(
    'leads %s from plain http to https',
    async (path) => {
      const { status, headers, body } = await ask('http', path, { headers: { connection: 'keep-alive' } })
      expect([status, headers.location, body.length]).toEqual([308, `https://127.0.0.1:${port}${path}`, 0])
      expect([headers['cache-control'], headers.connection]).toEqual(['no-store', 'close'])
      expect((await ask('http', path, { method: 'HEAD' })).status).toBe(308)
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('reads no %s over plain http', async (method) => {
    const body = JSON.stringify({ email: 'ana@clinic.test', password: 'Correct horse 1' })
    const headers = { 'content-type': 'application/json' }
    const reply = await ask('http', '/user/login', { method, body, headers })
    expect([reply.status, JSON.parse(reply.body.toString())]).toEqual([
      403,
      {
        success: false,
        code: 'forbidden',
        message: 'This address is not secure. Use the one that starts with https.',
      },
    ])
    expect(reply.headers.location).toBeUndefined()
    expect(read).toEqual([])
    await ask('https', '/user/login', { method: 'POST', body, headers })
    expect(read).toHaveLength(1)
  })

  test.each([
    ['the way to https', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', 308],
    ['the authority', 'GET /ca.crt HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
    ['a login', 'POST /user/login HTTP/1.1\r\nHost: localhost\r\ncontent-length: 0\r\n\r\n', 403],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['what Node cannot read', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['a method that Node does not know', 'FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: cake\r\n\r\n', 417],
  ])('%s over plain http is answered with the headers of every answer', async (_, request, status) => {
    const socket = await opened(port)
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.write(request)
    await cut(socket)
    const [head = ''] = Buffer.concat(parts).toString().split('\r\n\r\n')
    expect(head).toMatch(`HTTP/1.1 ${status} `)
    const headers = new Map(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('permissions-policy')).toContain('camera=()')
    // Over plain http a browser must not be told of https only (RFC 6797, 7.2).
    expect(headers.has('strict-transport-security')).toBe(false)
  })

  test.each(['a b', 'evil.example/path', 'user@evil.example'])(
    'leads nowhere for the host %j',
    async (host) => {
      const reply = await ask('http', '/', { headers: { host } })
      expect([reply.status, JSON.parse(reply.body.toString()).code]).toEqual([400, 'invalid_request'])
    },
  )

  test('renews its certificate while it runs', async () => {
    await app.close()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    app = Fastify({ https: tlsOptions(own.server, own.server) })
    serveOwnCertificates(app, { first: own, now: async () => renewed ?? own }, 'https://localhost')
    await listen()
    const shown = () =>
      new Promise<string>((resolve, reject) => {
        const socket = secureConnect({ port, host: '127.0.0.1', ca: own.authority.toString() }, () => {
          resolve(socket.getPeerCertificate().fingerprint256)
          socket.destroy()
        })
        socket.on('error', reject)
      })
    expect(await shown()).toBe(own.certificate.fingerprint256)
    renewed = await ownCertificates(folder, { ...NAMES, ip: ['127.0.0.1', '10.0.0.9'] }, new Date())
    await vi.advanceTimersByTimeAsync(59_000)
    expect(await shown()).toBe(own.certificate.fingerprint256)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await shown()).toBe(renewed.certificate.fingerprint256)
  })

  test('closes at once, whoever is connected in whatever way', async () => {
    const silent = await opened(port)
    const half = await opened(port)
    half.write('GET / HTTP/1.1\r\nHost: x')
    const gone = Promise.all([cut(silent), cut(half)])
    const began = performance.now()
    await app.close()
    await gone
    expect(performance.now() - began).toBeLessThan(5000)
    await expect(ask('http', '/')).rejects.toThrow('ECONNREFUSED')
    await expect(ask('https', '/')).rejects.toThrow('ECONNREFUSED')
  })
})

describe('a connection without TLS', () => {
  test('is cut when it says nothing, and when it takes its time; one with TLS is not', async () => {
    const secure = createServer(tlsOptions(own.server, own.server), (_, reply) => reply.end('slow'))
    const end = alsoPlain(secure, createPlain(), 300)
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const { port: at } = secure.address() as AddressInfo
    const held = secureConnect({ port: at, host: '127.0.0.1', ca: own.authority.toString() })
    await new Promise((resolve) => held.once('secureConnect', resolve))
    const silent = await opened(at)
    const slow = await opened(at)
    slow.write('GET / HTTP/1.1\r\n')
    const dripping = setInterval(() => slow.write('X-Drop: 1\r\n'), 20)
    await Promise.all([cut(silent), cut(slow)])
    clearInterval(dripping)
    const answer = new Promise<string>((resolve) =>
      held.once('data', (part: Buffer) => resolve(String(part))),
    )
    held.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 200/)
    end()
    secure.close()
  })
})

describe('what a tablet needs to trust the server', () => {
  beforeEach(listen)

  test.each(['http', 'https'] as const)('is there over %s', async (scheme) => {
    const file = await ask(scheme, '/ca.crt')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/x-x509-ca-cert'])
    expect(new X509Certificate(file.body).fingerprint256).toBe(own.authority.fingerprint256)
    const page = await ask(scheme, '/trust?from=code')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /)
    expect(page.headers['strict-transport-security']).toBeUndefined()
    const html = page.body.toString()
    for (const words of ['<h2>iPad</h2>', '<h2>Android</h2>', '<h2>Windows</h2>', '<h2>Mac</h2>'])
      expect(html).toContain(words)
    expect(html).toContain('“Veterinary Anesthesia authority”')
    expect(html).toContain(own.authority.fingerprint256.replaceAll(':', '').slice(0, 4))
    expect(html).not.toMatch(/<script|undefined/)
  })

  test('leads other tablets to where they find the server', async () => {
    const page = async (host: string) => (await ask('http', '/trust', { headers: { host } })).body.toString()
    expect(await page('192.168.1.21:3000')).toContain('QR code of http://192.168.1.21:3000/trust')
    expect(await page('localhost:3000')).toContain('QR code of http://192.168.1.20:3000/trust')
    expect(await page('localhost:3000')).toContain('>http://192.168.1.20:3000<wbr>/trust</p>')
    expect(await page('localhost:3000')).toContain('href="https://localhost:3000/"')
    expect(await page('192.168.1.21:3000')).toContain('href="https://192.168.1.21:3000/"')
  })

  test('holds no key', async () => {
    for (const path of ['/trust', '/ca.crt'])
      expect((await ask('http', path)).body.toString()).not.toContain('PRIVATE')
  })

  test('shows nothing of the caller’s as code', async () => {
    const reply = await ask('https', '/trust', { headers: { host: '"><script>alert(1)</script>' } })
    expect(reply.body.toString()).not.toContain('<script')
  })
})
