import { letter } from '../mail/letter.ts'
import type { Message } from '../mail/message.ts'
import { backupText as text } from './backup-text.ts'

/** To a holder of 0: the backup failed, and why. */
export const backupMail = (to: string, why: string): Message =>
  letter(to, {
    subject: text.subject,
    heading: text.heading,
    before: [why],
    after: [text.kept, text.what],
    last: text.again,
  })
