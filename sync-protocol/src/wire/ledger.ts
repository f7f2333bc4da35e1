import * as z from 'zod'
import { id } from '../records/fields.ts'
import { ledgerEntry, ledgerHead } from '../records/ledger-entry.ts'

/** How many entries one answer holds at most. */
export const LEDGER_PAGE = 1000

export const ledgerQuery = z.object({ after: z.coerce.number().int().nonnegative().default(0) })
export type LedgerQuery = z.infer<typeof ledgerQuery>

/** Entries in order of `n`; there are more while the last one's `n` is below the head's. */
export const ledgerReply = z.object({
  protocol: z.int(),
  epoch: id,
  entries: z.array(ledgerEntry),
  head: ledgerHead,
})
export type LedgerReply = z.infer<typeof ledgerReply>
