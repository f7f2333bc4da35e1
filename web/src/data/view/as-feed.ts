import { keyOf, type Collection } from 'sync-protocol/records/envelope'
import type { MutationResult } from 'sync-protocol/records/outcome'
import type { Piece } from './take-page.ts'

/** Such a record and the ledger's head that covers it are stored together. */
const IN_LEDGER: ReadonlySet<Collection> = new Set(['draws', 'balances'])
export const isInLedger = ({ collection }: { collection: Collection }) => IN_LEDGER.has(collection)

/**
 * What these answers bring of the feed to a tablet whose cursor is there; undefined where somebody else's commit, or one that
 * is not among them, comes first, and where one enters the ledger, unless the head that covers it was told. An answer names every record that its mutation changed,
 * as it stands after the push: so commits without a gap from the cursor on are all that the feed has up to the last of them.
 */
export function asFeed(
  results: readonly Pick<MutationResult, 'seq' | 'replayed' | 'records'>[],
  cursor: number,
  ledgerTold: boolean,
): Piece | undefined {
  let reached = cursor
  for (const { seq, replayed } of results) {
    if (seq === undefined || replayed) continue
    // @rule answer-as-feed
    if (seq !== reached + 1) return undefined
    reached = seq
  }
  if (reached === cursor) return undefined
  const named = results.flatMap(({ records }) => records)
  // What a later mutation of the same push changed again comes with that one.
  const records = named.filter(({ seq }) => seq > cursor && seq <= reached)
  if (!ledgerTold && records.some(isInLedger)) return undefined
  return { records: [...new Map(records.map((record) => [keyOf(record), record])).values()], cursor: reached }
}
