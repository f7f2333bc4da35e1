import { letter } from '../mail/letter.ts'
import type { Message } from '../mail/message.ts'
import { watchText as text } from './watch-text.ts'

/** To a holder of 0: what the look at the ledger found. */
export const watchMail = (to: string, clinic: string, findings: readonly string[]): Message =>
  letter(to, {
    subject: text.subject,
    heading: text.heading,
    before: [text.found(clinic)],
    items: findings.map((one) => `${one}.`),
    after: [text.what],
    last: text.once,
  })
