import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { ownCertificates } from '../certificates/own-certificates.ts'
import { newOrganization, testApp } from '../testing.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'assets '))
afterAll(() => rmSync(webRoot, { recursive: true }))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Veterinary Anesthesia Protocols</title>')

const { call } = await testApp({ webRoot })
const clinic = await newOrganization(call)
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
  const names = [
    'content-security-policy',
    'x-content-type-options',
    'x-frame-options',
    'referrer-policy',
    'permissions-policy',
  ] as const
  for (const name of names) {
    expect([name, first[name]]).toEqual([name, expect.stringMatching(/./)])
    expect([name, first[name]]).toEqual([name, later[name]])
  }
})

test('over TLS: nothing else is asked for from then on, and ciphers without authentication are refused', async () => {
  const certificate = join(import.meta.dirname, '../testing-certificate/clinic.test.crt')
  const secure = await testApp({ tls: { cert: certificate, key: certificate.replace(/crt$/, 'key') } })
  const { headers } = await secure.call('GET', '/setup/state')
  expect(headers['strict-transport-security']).toBe('max-age=2592000')
  await secure.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = secure.app.server.address() as AddressInfo
  const shakes = async (ciphers: string) => {
    const socket = connect({
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
