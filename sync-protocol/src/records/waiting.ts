import type { AttentionContent } from './attention.ts'

/** The server's word for a change that came back after a restore before a record that it is about (sync contract L6). */
export const WAITS =
  'This came back after the server was restored, before the record that it is about. It is done by itself when a tablet brings that record back.'

/** Whether the server does it by itself once its record is here: nobody has to decide. */
export const isWaiting = ({ status, code, message }: Pick<AttentionContent, 'message'> & Said): boolean =>
  status === 'parked' && code === 'depends_on' && message === WAITS

interface Said {
  status: string
  code: string
}
