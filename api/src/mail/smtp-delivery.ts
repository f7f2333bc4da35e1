import { createTransport } from 'nodemailer'
import { HEADERS, oneAddress, Undeliverable, type Deliver } from './message.ts'

const SECOND = 1000

/** Hands messages to the mail server of `url` (smtp:// or smtps://, with nodemailer's options as its query). */
export function smtpDelivery(
  url: string,
  from: string,
): {
  deliver: Deliver
  /** Greets the mail server and logs in; rejects with what it says otherwise. */
  greet: () => Promise<void>
  close: () => void
} {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    // A password never travels in the clear, unless the address itself says so (?requireTLS=false).
    requireTLS: new URL(url).username !== '',
    connectionTimeout: 15 * SECOND,
    greetingTimeout: 15 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deliver: async (message) => {
      try {
        await transport.sendMail({ ...message, to: oneAddress(message.to), from, headers: HEADERS })
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(error.message, { cause: error }) : error
      }
    },
    greet: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** The server's own 5xx: the same again would be refused again. A refused login is one, too: only a restart changes it. */
const isFinal = (error: unknown): error is Error =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
