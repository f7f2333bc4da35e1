import type { LedgerBreak } from 'sync-protocol/rules/ledger-walk'

/** What the server's nightly look at the ledgers says. */
export const watchText = {
  name: 'The server',
  differs: (words: string) => `A record is not what the ledger of controlled substances says. ${words}`,
  broken: ({ n }: LedgerBreak) =>
    `The ledger of controlled substances is broken at entry ${n}: someone changed it in the database`,
  logged: (clinic: string, place: string) =>
    `The ledger of controlled substances of clinic ${clinic} and its records do not agree at ${place}. The action log says how.`,
  subject: 'A controlled-substance record was changed | Veterinary Anesthesia',
  heading: 'A controlled-substance record was changed',
  found: (clinic: string) =>
    `The server compared the controlled-substance ledger of ${clinic} with its records and found:`,
  what: 'Nothing in the app can do that: someone changed the database itself. Keep the printed balance sheets, open the ledger in the app to see more, export it, and tell whoever is responsible for controlled substances.',
  once: 'You are told about each finding once. It is also in the action log.',
} as const
