/** An e-mail to one person; the address that it comes from is the installation's. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
}

/** Hands a message over; resolves when that is done, and rejects when it did not work. */
export type Deliver = (message: Message) => Promise<void>

/** A delivery that no later attempt can bring about: the mail server refused the message itself. */
export class Undeliverable extends Error {}

/** Sent by a machine: no out-of-office replies, please. */
export const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** As text a `,` or `<` in it would make more addresses, or others, of what somebody was registered with. */
export const oneAddress = (address: string) => ({ name: '', address })
