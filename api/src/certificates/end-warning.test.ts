import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endOfAuthority, endOfGiven, forAnother } from './end-warning.ts'

const file = join(import.meta.dirname, '../testing-certificate/clinic.test.crt')
const certificate = new X509Certificate(readFileSync(file))
const end = Date.parse(certificate.validTo)
const before = (days: number) => new Date(end - days * 24 * 3_600_000)

test('the end of a certificate of the operator is told from thirty days before it', () => {
  expect(endOfGiven(certificate, before(30))).toBeUndefined()
  expect(endOfGiven(certificate, before(29.9))).toMatch(
    /^The certificate in TLS_CERT ends on \d{4}-\d\d-\d\d: renew it/,
  )
})

test('a certificate that ended, and one that does not begin yet, are told as that', () => {
  const day = /\d{4}-\d\d-\d\d/.source
  expect(endOfGiven(certificate, before(0))).toMatch(
    new RegExp(`^The certificate in TLS_CERT ended on ${day}: renew it`),
  )
  expect(endOfGiven(certificate, before(-400))).toContain('ended on')
  const early = new Date(Date.parse(certificate.validFrom) - 1000)
  expect(endOfGiven(certificate, early)).toMatch(
    new RegExp(
      `^The certificate in TLS_CERT begins on ${day}, but this computer's clock says ${day}: set the clock`,
    ),
  )
})

test('the end of an authority is told from ninety days before it', () => {
  expect(endOfAuthority(certificate, before(90), '/data/tls/authority.pem')).toBeUndefined()
  expect(endOfAuthority(certificate, before(89.9), '/data/tls/authority.pem')).toMatch(
    /^The authority ends on \d{4}-\d\d-\d\d: remove \/data\/tls\/authority\.pem, start again/,
  )
})

test('a certificate for another host is told, with the names that it has', () => {
  expect(forAnother(certificate, 'https://clinic.test:3000')).toBeUndefined()
  expect(forAnother(certificate, 'https://other.test')).toBe(
    'The certificate in TLS_CERT is not for other.test, but for clinic.test: browsers refuse it there. ' +
      'Get one for that name, or set PUBLIC_URL to the address at which the tablets open the server.',
  )
  expect(forAnother(certificate, 'https://[::1]:3000')).toContain('is not for ::1,')
})
