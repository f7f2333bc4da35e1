import * as z from 'zod/mini'
import { id } from '../records/fields.ts'
import { ledgerEntry, ledgerHead } from '../records/ledger-entry.ts'

/** How many entries one answer holds at most. */
export const LEDGER_PAGE = 1000

export const ledgerQuery = z.object({
  after: z._default(z.coerce.number().check(z.int(), z.nonnegative()), 0),
})
export type LedgerQuery = z.infer<typeof ledgerQuery>

/** Entries in order of `n`; there are more while the last one's `n` is below the head's. */
export const ledgerReply = z.object({
  protocol: z.int(),
  epoch: id,
  entries: z.array(ledgerEntry),
  head: ledgerHead,
})
export type LedgerReply = z.infer<typeof ledgerReply>

/**
 * First line of GET /ledger/lines: the history that the server serves, its own head of the ledger, and what the users that
 * entries name are called, those who were removed too.
 */
export const ledgerLinesHeader = z.object({
  protocol: z.int(),
  org: id,
  epoch: id,
  head: ledgerHead,
  people: z.array(z.object({ _id: id, name: z.string() })),
  /** Up to this entry a history may begin without the entry of a restore: earlier versions wrote none. */
  unmarked_until: z.optional(z.int().check(z.nonnegative())),
})

/**
 * A further line: an entry as it is stored, its canonical text within a text. So an entry that is damaged arrives as it is,
 * and its neighbours whole; nothing of it is judged on the way.
 */
export const ledgerLine = z.object({ n: z.int(), hash: z.string(), entry: z.string() })
export type LedgerLine = z.infer<typeof ledgerLine>

export interface LedgerPage {
  header: z.infer<typeof ledgerLinesHeader>
  entries: LedgerLine[]
  /** No entries come after these. */
  isLast: boolean
}

/**
 * Reads an answer of GET /ledger/lines.
 * @throws SyntaxError or ZodError when it is none; a damaged entry is no reason
 */
export function readLedgerLines(text: string): LedgerPage {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '')
  return {
    header: ledgerLinesHeader.parse(JSON.parse(first)),
    entries: lines.map((line) => ledgerLine.parse(JSON.parse(line))),
    isLast: lines.length < LEDGER_PAGE,
  }
}
