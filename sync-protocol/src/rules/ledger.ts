import { canonical } from '../records/json.ts'
import { EMPTY_LEDGER, type LedgerEntry, type LedgerHead } from '../records/ledger-entry.ts'
import { sha256Hex } from '../records/mutation-hash.ts'

export type LedgerFact = Omit<LedgerEntry, 'n' | 'prev' | 'hash'>

/**
 * The next link of a ledger (sync contract, section 12). `text` is the canonical JSON (RFC 8785) of the entry without its
 * `hash`; the hash is the hex SHA-256 of its UTF-8 bytes.
 */
export function nextEntry(head: LedgerHead, fact: LedgerFact): { text: string; head: LedgerHead } {
  const n = head.n + 1
  const text = canonical({ ...fact, n, prev: head.hash })
  return { text, head: { n, hash: sha256Hex(text) } }
}

export type BrokenBy =
  | 'number' // an entry is missing, doubled or out of its place
  | 'link' // it does not name the hash of the entry before it
  | 'hash' // it was changed after it was written
  | 'remembered' // it is not the entry that was seen under this number
  | 'cut' // it was seen once, and the ledger ends before it

export type Verified = { ok: true; head: LedgerHead } | { ok: false; n: number; by: BrokenBy }

/**
 * Follows a chain from its beginning, or from `after`, and names the first broken entry by its number. A chain alone cannot
 * show that its end was cut off: `remembered` are heads seen before (on a tablet, on a printed sheet).
 */
export function verifyLedger(
  entries: readonly LedgerEntry[],
  { after = EMPTY_LEDGER, remembered = [] }: { after?: LedgerHead; remembered?: readonly LedgerHead[] } = {},
): Verified {
  let head = after
  const seen = new Map(remembered.map(({ n, hash }) => [n, hash]))
  for (const { hash, ...entry } of entries) {
    const n = head.n + 1
    if (entry.n !== n) return { ok: false, n, by: 'number' }
    if (entry.prev !== head.hash) return { ok: false, n, by: 'link' }
    if (sha256Hex(canonical(entry)) !== hash) return { ok: false, n, by: 'hash' }
    if ((seen.get(n) ?? hash) !== hash) return { ok: false, n, by: 'remembered' }
    head = { n, hash }
  }
  if (remembered.some(({ n }) => n > head.n)) return { ok: false, n: head.n + 1, by: 'cut' }
  return { ok: true, head }
}
