import * as z from 'zod'
import { collection } from './envelope.ts'
import { id, instant } from './fields.ts'

/** Before the first entry there is nothing: its `prev` is 64 zeros. */
export const NO_HASH = '0'.repeat(64)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The newest entry of an organization's ledger; `n` is 0 and `hash` 64 zeros while there is none. */
export const ledgerHead = z.object({ n: z.int().nonnegative(), hash })
export type LedgerHead = z.infer<typeof ledgerHead>
export const EMPTY_LEDGER: LedgerHead = { n: 0, hash: NO_HASH }

/**
 * What happened to one controlled-substance fact (sync contract, section 12). `at` is the person's own time, `received_at`
 * the server's; `user` sent the mutation, `record.author` is whose fact it is; `content` is the fact, or why it was voided.
 */
export const ledgerEntry = z.strictObject({
  n: z.int().positive(),
  at: instant,
  received_at: instant,
  org: id,
  epoch: id,
  user: id,
  device: id,
  mutation_id: id,
  op: z.enum(['create', 'void']),
  record: z.strictObject({ collection, _id: id, version: z.int().positive(), author: id }),
  content: z.record(z.string(), z.json()),
  prev: hash,
  hash,
})
export type LedgerEntry = z.infer<typeof ledgerEntry>
