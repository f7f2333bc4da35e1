import * as z from 'zod/mini'
import { collectionName, type Voided } from './envelope.ts'
import { id, instant } from './fields.ts'
import { fieldsOf } from './unchecked.ts'

/** Before the first entry there is nothing: its `prev` is 64 zeros. */
export const NO_HASH = '0'.repeat(64)
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The newest entry of an organization's ledger; `n` is 0 and `hash` 64 zeros while there is none. */
export const ledgerHead = z.object({ n: z.int().check(z.nonnegative()), hash })
export type LedgerHead = z.infer<typeof ledgerHead>
export const EMPTY_LEDGER: LedgerHead = { n: 0, hash: NO_HASH }

const links = { n: z.int().check(z.positive()), at: instant, received_at: instant, org: id, epoch: id }

/**
 * What happened to one controlled-substance fact (sync contract, section 12). `at` is the person's own time, `received_at`
 * the server's; `user` sent the mutation, `record.author` is whose fact it is; `content` is the fact, or why it was voided. Since
 * 2026-11-29 the entry of a new fact says its author's name, which paper shows, and its own time where that is not `at`: somebody
 * approved it later.
 */
export const ledgerFactEntry = z.strictObject({
  ...links,
  user: id,
  device: id,
  mutation_id: id,
  op: z.enum(['create', 'void']),
  record: z.strictObject({
    collection: collectionName,
    _id: id,
    version: z.int().check(z.positive()),
    author: id,
    author_name: z.optional(z.string()),
    made_at: z.optional(instant),
  }),
  content: z.record(z.string(), z.json()),
  prev: hash,
  hash,
})
export type LedgerFactEntry = z.infer<typeof ledgerFactEntry>
/** What the content of an entry says of a voiding: who voided the fact, when and why. */
export const voidingIn = (content: unknown) => fieldsOf<{ voided: Voided }>(content).voided

/** The end of a ledger in one epoch of the server. */
export const epochHead = z.strictObject({ epoch: id, n: z.int().check(z.nonnegative()), hash })
export type EpochHead = z.infer<typeof epochHead>

export const restoreContent = z.strictObject({
  /** When the backup was made. */
  backup_at: instant,
  /** The epoch that the backup holds, and where it ended there: the entry right before this one. */
  continues: epochHead,
  /** Heads that stood in the database and are not in the backup; null when nothing stood there to tell. */
  lost: z.nullable(z.array(epochHead)),
})
export type RestoreContent = z.infer<typeof restoreContent>

/** The server was restored from a backup: a new epoch begins here. Its operator did it, who is no user of the clinic. */
export const ledgerRestoreEntry = z.strictObject({
  ...links,
  by: z.literal('operator'),
  op: z.literal('restore'),
  content: restoreContent,
  prev: hash,
  hash,
})
export type LedgerRestoreEntry = z.infer<typeof ledgerRestoreEntry>

export const ledgerEntry = z.discriminatedUnion('op', [ledgerFactEntry, ledgerRestoreEntry])
export type LedgerEntry = z.infer<typeof ledgerEntry>
