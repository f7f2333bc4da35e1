import type { Config } from '../config.ts'
import { fileDelivery } from './file-delivery.ts'
import { mailQueue, type MailQueue } from './mail-queue.ts'
import type { Deliver } from './message.ts'
import { smtpDelivery } from './smtp-delivery.ts'

export interface Mail {
  deliver: Deliver
  queue: MailQueue
  failed(what: string, error: unknown, again: number | null): void
  close(): Promise<void>
}

interface MailParts {
  config: Pick<Config, 'dataFolder' | 'mail'>
  now(): Date
  say(line: string): void
  failed(what: string, error: unknown, again: number | null): void
}

/** The way out for e-mails: the configured mail server, else files in the data folder. */
export function openMail({ config, now, say, failed }: MailParts): Mail {
  const { smtpUrl, from } = config.mail
  const smtp = smtpUrl === undefined ? null : smtpDelivery(smtpUrl, from)
  const queue = mailQueue({ failed })
  return {
    deliver: smtp?.deliver ?? fileDelivery({ dataFolder: config.dataFolder, from, now, say }),
    queue,
    failed,
    async close() {
      await queue.close()
      smtp?.close()
    },
  }
}
