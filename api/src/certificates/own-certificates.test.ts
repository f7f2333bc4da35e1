import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CannotStart } from '../cannot-start.ts'
import type { HostNames } from './host-names.ts'
import { authorityFile } from './files.ts'
import { ownCertificates } from './own-certificates.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const DAY_MS = 24 * 3_600_000
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
const NAMES: HostNames = {
  dns: ['localhost', 'reception', 'reception.local'],
  ip: ['127.0.0.1', '::1', '192.168.1.20', 'fd12::7'],
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own certificates '))
})
afterEach(() => rm(folder, { recursive: true }))

const certificates = (now = NOW, names = NAMES) => ownCertificates(folder, names, now)
const complaint = (now?: Date): Promise<string> =>
  certificates(now).then(
    () => '',
    (error: unknown) => (error instanceof CannotStart ? error.message : String(error)),
  )
const daysUntil = (end: string, now = NOW) => (Date.parse(end) - now.getTime()) / DAY_MS
const inFolder = (name: string) => join(folder, 'tls', name)

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Whether openssl takes the server's certificate under a name, from the authority alone. */
async function isVerified(authority: X509Certificate, server: string, ...args: string[]): Promise<boolean> {
  await writeFile(join(folder, 'ca.pem'), authority.toString())
  await writeFile(join(folder, 'leaf.pem'), new X509Certificate(server).toString())
  const given = ['-x509_strict', '-purpose', 'sslserver', '-attime', String(NOW.getTime() / 1000), ...args]
  try {
    execFileSync(
      'openssl',
      ['verify', ...given, '-CAfile', join(folder, 'ca.pem'), join(folder, 'leaf.pem')],
      { stdio: 'ignore' },
    )
    return true
  } catch {
    return false
  }
}

describe('the authority', () => {
  test('signs for ten years, and signs no other authority', async () => {
    const { authority } = await certificates()
    expect(authority.ca).toBe(true)
    expect(authority.subject).toBe('CN=Veterinary Anesthesia authority')
    expect(authority.verify(authority.publicKey)).toBe(true)
    expect(authority.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect(authority.validTo).toBe('Nov 27 12:00:00 2036 GMT')
    expect(Date.parse(authority.validFrom)).toBe(later(-1).getTime())
  })

  test.skipIf(!hasOpenssl())('is bound to its own network, as openssl reads it', async () => {
    const { authority } = await certificates()
    const said = execFileSync('openssl', ['x509', '-noout', '-text'], {
      input: authority.toString(),
      encoding: 'utf8',
    })
    expect(said).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/)
    expect(said).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/)
    const constraints = /Name Constraints: critical\s+Permitted:\n((?: +(?:DNS|IP):.*\n)+)/.exec(said)?.[1]
    expect(constraints?.trim().split(/\s+/)).toEqual([
      'DNS:localhost',
      'DNS:local',
      'DNS:lan',
      'DNS:internal',
      'DNS:home.arpa',
      'DNS:reception',
      'IP:10.0.0.0/255.0.0.0',
      'IP:172.16.0.0/255.240.0.0',
      'IP:192.168.0.0/255.255.0.0',
      'IP:127.0.0.0/255.0.0.0',
      'IP:0:0:0:0:0:0:0:1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF',
      'IP:FD00:0:0:0:0:0:0:0/FF00:0:0:0:0:0:0:0',
      'IP:FE80:0:0:0:0:0:0:0/FFC0:0:0:0:0:0:0:0',
    ])
  })

  test.each([
    ['broken', 'nothing'],
    ['empty', ''],
  ])('that is %s is refused in one sentence', async (_, content) => {
    await certificates()
    await writeFile(authorityFile(folder), content)
    expect(await complaint()).toBe(
      `${authorityFile(folder)} does not hold the authority and its key: put it back from a copy, or remove it and let every tablet trust the new one.`,
    )
  })

  test('with the key of another is refused', async () => {
    await certificates()
    const first = await readFile(authorityFile(folder), 'utf8')
    await rm(authorityFile(folder))
    await certificates()
    const second = await readFile(authorityFile(folder), 'utf8')
    const [key] = first.split('-----BEGIN CERTIFICATE')
    const [, certificate] = second.split('-----BEGIN CERTIFICATE')
    await writeFile(authorityFile(folder), `${key}-----BEGIN CERTIFICATE${certificate}`)
    expect(await complaint()).toContain('does not hold the authority and its key')
  })

  test('that cannot be read is refused in one sentence', async () => {
    await certificates()
    await rm(authorityFile(folder))
    // As root everything can be read, but no folder as a file.
    execFileSync('mkdir', [authorityFile(folder)])
    expect(await complaint()).toBe(
      `${authorityFile(folder)} cannot be read (EISDIR): make it belong to the user that runs the server.`,
    )
  })

  test('that ended, or is still to begin, is refused in one sentence', async () => {
    await certificates()
    expect(await complaint(later(3653 + 1))).toBe(
      `The authority ended on 2036-11-27: remove ${authorityFile(folder)}, start again, and let every tablet trust the new one.`,
    )
    expect(await complaint(later(-730))).toBe(
      `This computer's clock says 2024-11-27, but the authority begins on 2026-11-26: set the clock, or if it is right, remove ${authorityFile(folder)} and let every tablet trust the new one.`,
    )
  })
})

describe("the server's certificate", () => {
  test('is for every name and address of this computer, and no other', async () => {
    const { certificate, authority, uncovered } = await certificates()
    for (const name of NAMES.dns) expect(certificate.checkHost(name)).toBe(name)
    for (const address of NAMES.ip) expect(certificate.checkIP(address)).toBe(address)
    expect(certificate.checkHost('clinic.example')).toBeUndefined()
    expect(certificate.checkIP('192.168.1.21')).toBeUndefined()
    expect(certificate.ca).toBe(false)
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(certificate.checkIssued(authority)).toBe(true)
    expect(certificate.verify(authority.publicKey)).toBe(true)
    expect(daysUntil(certificate.validTo)).toBe(396)
    expect(daysUntil(certificate.validFrom)).toBe(-1)
    expect(uncovered).toEqual([])
  })

  test.skipIf(!hasOpenssl())('is taken by whoever trusts the authority', async () => {
    const { server, authority } = await certificates()
    for (const name of NAMES.dns)
      expect(await isVerified(authority, server, '-verify_hostname', name)).toBe(true)
    for (const address of NAMES.ip)
      expect(await isVerified(authority, server, '-verify_ip', address)).toBe(true)
    expect(await isVerified(authority, server, '-verify_hostname', 'clinic.example')).toBe(false)
    await rm(authorityFile(folder))
    const { authority: another } = await certificates()
    expect(await isVerified(another, server)).toBe(false)
  })

  test('is kept in files that only their owner reads, and made once', async () => {
    const first = await certificates()
    for (const name of ['authority.pem', 'server.pem'])
      expect((await stat(inFolder(name))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'tls'))).mode & 0o777).toBe(0o700)
    expect((await certificates(later(1))).server).toBe(first.server)
    expect((await readdir(join(folder, 'tls'))).sort()).toEqual(['authority.pem', 'server.pem'])
  })

  test('is one and the same for two processes that start at once', async () => {
    const both = await Promise.all([certificates(), certificates()])
    expect(both[0].authority.fingerprint256).toBe(both[1].authority.fingerprint256)
    expect((await certificates()).certificate.checkIssued(both[0].authority)).toBe(true)
  })

  test('is renewed thirty days before it ends, under the same authority', async () => {
    const first = await certificates()
    expect((await certificates(later(365))).server).toBe(first.server)
    const renewed = await certificates(later(367))
    expect(renewed.server).not.toBe(first.server)
    expect(daysUntil(renewed.certificate.validTo, later(367))).toBe(396)
    expect(renewed.authority.fingerprint256).toBe(first.authority.fingerprint256)
    expect((await certificates(later(368))).server).toBe(renewed.server)
  })

  test('is renewed when this computer has another address, not when it has one fewer', async () => {
    const first = await certificates()
    const fewer = { ...NAMES, ip: ['127.0.0.1', '::1'] }
    expect((await certificates(NOW, fewer)).server).toBe(first.server)
    const moved = { ...NAMES, ip: ['127.0.0.1', '::1', '10.3.0.9'] }
    const renewed = await certificates(NOW, moved)
    expect(renewed.certificate.checkIP('10.3.0.9')).toBe('10.3.0.9')
    expect(renewed.certificate.verify(first.authority.publicKey)).toBe(true)
    if (hasOpenssl())
      expect(await isVerified(first.authority, renewed.server, '-verify_ip', '10.3.0.9')).toBe(true)
  })

  test('is for the addresses of every process on one data folder until it ends', async () => {
    const other = { ...NAMES, ip: ['127.0.0.1', '10.3.0.9', 'fd12::8'] }
    await certificates()
    const { server, certificate } = await certificates(NOW, other)
    for (const address of [...NAMES.ip, ...other.ip]) expect(certificate.checkIP(address)).toBe(address)
    expect((await certificates()).server).toBe(server)
    const renewed = await certificates(later(367), other)
    expect(renewed.certificate.checkIP('192.168.1.20')).toBeUndefined()
  })

  test('never claims what the authority may not speak for', async () => {
    await certificates()
    const renamed = { dns: [...NAMES.dns, 'clinic.example'], ip: [...NAMES.ip, '203.0.113.9', '2001:db8::1'] }
    const { server, authority, uncovered } = await certificates(NOW, renamed)
    expect(uncovered).toEqual(['clinic.example', '203.0.113.9'])
    if (hasOpenssl()) expect(await isVerified(authority, server, '-verify_hostname', 'reception')).toBe(true)
    await rm(authorityFile(folder))
    const anew = await certificates(NOW, renamed)
    expect(anew.uncovered).toEqual([])
    expect(anew.certificate.checkHost('clinic.example')).toBe('clinic.example')
    for (const address of ['203.0.113.9', '2001:db8::1'])
      if (hasOpenssl())
        expect(await isVerified(anew.authority, anew.server, '-verify_ip', address)).toBe(true)
  })

  test('is made anew where it is broken, of another authority, or of a clock that was ahead', async () => {
    const first = await certificates()
    await writeFile(inFolder('server.pem'), 'half')
    const second = await certificates()
    expect(second.server).not.toBe(first.server)
    await rm(authorityFile(folder))
    const third = await certificates()
    expect(third.certificate.verify(third.authority.publicKey)).toBe(true)
    await certificates(later(400))
    const back = await certificates()
    expect(Date.parse(back.certificate.validFrom)).toBe(later(-1).getTime())
  })

  test('does not outlive its authority, and is not made again and again at its end', async () => {
    const { authority } = await certificates()
    const last = new Date(Date.parse(authority.validTo) - 10 * DAY_MS)
    const { certificate, server } = await certificates(last)
    expect(certificate.validTo).toBe(authority.validTo)
    expect((await certificates(last)).server).toBe(server)
  })

  test('is not made where its folder cannot be', async () => {
    await writeFile(join(folder, 'tls'), 'a file')
    expect(await complaint()).toBe(
      `${join(folder, 'tls')} cannot be written (EEXIST): make it a folder of the user that runs the server.`,
    )
  })
})
