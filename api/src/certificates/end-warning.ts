import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { certificatesText as text } from './certificates-text.ts'

const DAY_MS = 24 * 3_600_000
/** So long before its end a certificate is renewed, or its operator told. */
export const RENEW_MS = 30 * DAY_MS

/** Every tablet has to be visited. */
const AUTHORITY_SOON_MS = 90 * DAY_MS

/** What to tell of a certificate that its operator renews; undefined while it is valid and its end is far. */
export function endOfGiven(certificate: X509Certificate, now: Date): string | undefined {
  const left = leftOf(certificate, now)
  if (Date.parse(certificate.validFrom) > now.getTime())
    return text.givenBegins(dayOf(certificate.validFrom), dayOf(now.toISOString()))
  if (left <= 0) return text.givenEnded(endDay(certificate))
  return left < RENEW_MS ? text.givenEnds(endDay(certificate)) : undefined
}

/** What to tell of a certificate that is not for the address at which people open the server; undefined where it is. */
export function forAnother(certificate: X509Certificate, publicUrl: string): string | undefined {
  const host = new URL(publicUrl).hostname.replaceAll(/^\[|\]$/g, '')
  // A browser looks only at the alternative names.
  const covered = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host, { subject: 'never' })
  return covered === undefined ? text.forAnother(host, certificate.subjectAltName ?? '') : undefined
}

/** What to tell of an authority of the server's own. */
export const endOfAuthority = (authority: X509Certificate, now: Date, path: string) =>
  leftOf(authority, now) < AUTHORITY_SOON_MS ? text.authorityEnds(endDay(authority), path) : undefined

const leftOf = ({ validTo }: X509Certificate, now: Date) => Date.parse(validTo) - now.getTime()
const dayOf = (at: string) => new Date(Date.parse(at)).toISOString().slice(0, 10)
export const endDay = ({ validTo }: X509Certificate) => dayOf(validTo)
