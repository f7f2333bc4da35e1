import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { createOnce } from '../accounts/secrets.ts'
import { HEADERS, oneAddress, type Deliver } from './message.ts'

export const mailFolder = (dataFolder: string) => join(dataFolder, 'mail')

interface FileParts {
  dataFolder: string
  from: string
  now(): Date
  /** Tells whoever runs the server where the message is. */
  say(line: string): void
}

/** Without a mail server each message becomes an .eml file, for the eyes of whoever runs the server only. */
export function fileDelivery({ dataFolder, from, now, say }: FileParts): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folder = mailFolder(dataFolder)
  return async (message) => {
    const date = now()
    const made = await transport.sendMail({
      ...message,
      to: oneAddress(message.to),
      from,
      date,
      headers: HEADERS,
    })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${date.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
    const path = join(folder, name)
    // With `buffer` it is one.
    await createOnce(path, (made.message as Buffer).toString())
    say(`No SMTP_URL is set: an e-mail is in ${path}`)
  }
}
