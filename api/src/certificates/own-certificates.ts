import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'
import { access, constants, mkdir, readFile, rename } from 'node:fs/promises'
import { isIP } from 'node:net'
import { createOnce } from '../accounts/secrets.ts'
import { isEverywhere } from '../addresses.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Config } from '../config.ts'
import { authorityFile, serverFile, tlsFolder } from './files.ts'
import { certificatesText as text } from './certificates-text.ts'
import { RENEW_MS } from './end-warning.ts'
import { hostNames, permits, permittedFor, type HostNames } from './host-names.ts'
import { certifiedNames, permittedNames, signAuthority, signServer, type Period } from './sign-certificate.ts'

const DAY_MS = 24 * 3_600_000
/** For a tablet whose clock is behind. */
const BEFORE_MS = DAY_MS
const AUTHORITY_YEARS = 10
/** Less than any system's limit, also those that hold for public authorities only. */
const SERVER_MS = 397 * DAY_MS

/** Said by the tablets' settings, where it stands among authorities of the whole world. */
const AUTHORITY_NAME = 'Veterinary Anesthesia authority'
const SERVER_NAME = 'Veterinary Anesthesia server'

export interface OwnCertificates {
  /** The server's key and certificate, in PEM form. */
  server: string
  certificate: X509Certificate
  authority: X509Certificate
  /** Names and addresses of this computer that the authority may not speak for. */
  uncovered: string[]
}

/** Those of a server, for all that this computer is called now. */
export function certificatesOf(
  { dataFolder, host, publicUrl }: Pick<Config, 'dataFolder' | 'host' | 'publicUrl'>,
  now: Date,
): Promise<OwnCertificates> {
  const listening = isEverywhere(host) ? [] : [host]
  return ownCertificates(dataFolder, hostNames([...listening, new URL(publicUrl).hostname]), now)
}

/**
 * The authority and the server's certificate in the data folder, made where they are missing, the latter anew when it is about
 * to end or this computer is called otherwise now. Each file holds a key and its certificate, so that the two never part.
 *
 * @throws CannotStart where the authority cannot be used.
 */
export async function ownCertificates(
  dataFolder: string,
  names: HostNames,
  now: Date,
): Promise<OwnCertificates> {
  await makeFolder(tlsFolder(dataFolder))
  const authority = await keptAuthority(authorityFile(dataFolder), names, now)
  const permitted = permittedNames(authority.certificate.raw)
  const isPermitted = (name: string) => permits(permitted, name)
  const covered = { dns: names.dns.filter(isPermitted), ip: names.ip.filter(isPermitted) }
  const uncovered = [...names.dns, ...names.ip.filter((address) => isIP(address) === 4)].filter(
    (name) => !isPermitted(name),
  )
  const path = serverFile(dataFolder)
  const found = pairIn(await readIfThere(path))
  const until = Math.min(now.getTime() - BEFORE_MS + SERVER_MS, Date.parse(authority.certificate.validTo))
  const isSound =
    found?.certificate.verify(authority.certificate.publicKey) && !isDue(found.certificate, now, until)
  const kept = isSound ? found : undefined
  const isGood = kept !== undefined && covers(kept.certificate, covered)
  const { text: server, certificate } = isGood ? kept : await writeServer()
  return { server, certificate, authority: authority.certificate, uncovered }

  async function writeServer(): Promise<Pair> {
    const { privateKey, publicKey } = newKey()
    const made = signServer(
      { name: AUTHORITY_NAME, key: authority.key },
      { name: SERVER_NAME, publicKey },
      // Until it ends it is also for what it was for: several processes may share a data folder, each with its own addresses.
      kept ? union(certifiedNames(kept.certificate.raw), covered) : covered,
      { from: before(now), until: new Date(until) },
    )
    const draft = `${path}.${randomBytes(6).toString('hex')}`
    await createOnce(draft, pem(privateKey) + made)
    await rename(draft, path)
    return { text: pem(privateKey) + made, key: privateKey, certificate: new X509Certificate(made) }
  }
}

const union = (one: HostNames, other: HostNames): HostNames => ({
  dns: [...new Set([...one.dns, ...other.dns])],
  ip: [...new Set([...one.ip, ...other.ip])],
})

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new CannotStart(text.unwritable(path, why), { cause })
  }
}

interface Pair {
  text: string
  key: KeyObject
  certificate: X509Certificate
}

async function keptAuthority(path: string, names: HostNames, now: Date): Promise<Pair> {
  // Of two processes that start at once one makes it.
  if ((await readIfThere(path)) === undefined) await createOnce(path, newAuthority(names, now))
  const kept = pairIn(await readIfThere(path))
  if (kept === undefined || !kept.certificate.ca) throw new CannotStart(text.broken(path))
  const { validFrom, validTo } = kept.certificate
  const from = Date.parse(validFrom)
  if (now.getTime() < from) throw new CannotStart(text.beforeItBegan(path, day(now), day(new Date(from))))
  if (now.getTime() >= Date.parse(validTo))
    throw new CannotStart(text.ended(path, day(new Date(Date.parse(validTo)))))
  return kept
}

function newAuthority(names: HostNames, now: Date): string {
  const { privateKey } = newKey()
  const period: Period = { from: before(now), until: new Date(now) }
  period.until.setUTCFullYear(now.getUTCFullYear() + AUTHORITY_YEARS)
  return (
    pem(privateKey) + signAuthority({ name: AUTHORITY_NAME, key: privateKey }, permittedFor(names), period)
  )
}

const day = (date: Date) => date.toISOString().slice(0, 10)
const before = (now: Date) => new Date(now.getTime() - BEFORE_MS)
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Also when its first day is still to come: the clock was ahead when it was made. */
function isDue({ validFrom, validTo }: X509Certificate, now: Date, until: number): boolean {
  const end = Date.parse(validTo)
  return now.getTime() < Date.parse(validFrom) || (end - now.getTime() < RENEW_MS && end < until)
}

const covers = (certificate: X509Certificate, { dns, ip }: HostNames) =>
  dns.every((name) => certificate.checkHost(name) !== undefined) &&
  ip.every((address) => certificate.checkIP(address) !== undefined)

/** A key and the certificate of that key; undefined for anything else. */
function pairIn(content: string | undefined): Pair | undefined {
  if (content === undefined) return undefined
  try {
    const certificate = new X509Certificate(content)
    const key = createPrivateKey(content)
    return certificate.publicKey.equals(createPublicKey(key))
      ? { text: content, key, certificate }
      : undefined
  } catch {
    return undefined
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CannotStart(text.unreadable(path, error.code ?? error.message), { cause: error })
  })
}
