import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { readable } from './testing-letters.ts'

const certificates = join(import.meta.dirname, '../testing-certificate')
export const CERTIFICATE = readFileSync(join(certificates, 'clinic.test.crt'), 'utf8')
const KEY = readFileSync(join(certificates, 'clinic.test.key'), 'utf8')

export const USER = 'clinic'
export const SMTP_PASSWORD = 'p@ss/word:1'
/** The part of an SMTP_URL before the port, and after it: the name and authority of the server's certificate. */
export const WITH_LOGIN = `${USER}:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1`
export const TRUSTED = `tls.servername=clinic.test&tls.ca=${encodeURIComponent(CERTIFICATE)}`

export interface Received {
  from: string
  to: string[]
  user: string | undefined
  secure: boolean
  text: string
}

/** A real mail server on this machine, which keeps what it is given. */
export async function smtpServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = []
  const logins: string[] = []
  const server = new SMTPServer({
    cert: CERTIFICATE,
    key: KEY,
    authOptional: true,
    closeTimeout: 500,
    onAuth({ username = '', password }, _, done) {
      logins.push(username)
      if (username === USER && password === SMTP_PASSWORD) done(null, { user: username })
      else done(new Error('Wrong user name or password'))
    },
    onData(stream, { envelope, user, secure }, done) {
      const keep = async () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        const raw = await text(stream)
        received.push({ from, to, user: user as string | undefined, secure, text: readable(raw) })
      }
      keep().then(() => done(), done)
    },
    ...options,
  })
  // A client that leaves in the middle of TLS is a matter of the test, not of the server.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    logins,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
export type TestSmtpServer = Awaited<ReturnType<typeof smtpServer>>
