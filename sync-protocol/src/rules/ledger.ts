import { canonical } from '../records/json.ts'
import {
  EMPTY_LEDGER,
  type LedgerEntry,
  type LedgerFactEntry,
  type LedgerHead,
  type LedgerRestoreEntry,
} from '../records/ledger-entry.ts'
import { sha256Hex } from '../records/mutation-hash.ts'
import { LedgerWalk, type LedgerBreak, type LedgerWhole } from './ledger-walk.ts'

export type LedgerFact = Omit<LedgerFactEntry, 'n' | 'prev' | 'hash'>
export type LedgerRestore = Omit<LedgerRestoreEntry, 'n' | 'prev' | 'hash'>

/**
 * The next link of a ledger (sync contract, section 12). `text` is the canonical JSON (RFC 8785) of the entry without its
 * `hash`; the hash is the hex SHA-256 of its UTF-8 bytes. `hex` as `sha256Hex`, where the host has a faster one.
 */
export function nextEntry(
  head: LedgerHead,
  fact: LedgerFact | LedgerRestore,
  hex: (text: string) => string = sha256Hex,
): { text: string; head: LedgerHead } {
  const n = head.n + 1
  const text = canonical({ ...fact, n, prev: head.hash })
  return { text, head: { n, hash: hex(text) } }
}

/** Follows entries as a message holds them, from their beginning or from `after`, against heads seen in this epoch. */
export function verifyLedger(
  entries: readonly LedgerEntry[],
  { after = EMPTY_LEDGER, remembered = [] }: { after?: LedgerHead; remembered?: readonly LedgerHead[] } = {},
): LedgerBreak | LedgerWhole {
  const walk = new LedgerWalk(entries.at(-1)?.epoch ?? '', { known: remembered, after })
  let head = after
  for (const { hash, ...entry } of entries) {
    walk.take({ n: entry.n, text: canonical(entry), hash })
    head = { n: entry.n, hash }
  }
  return walk.end(head)
}
