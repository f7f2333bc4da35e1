import type { BalanceFacts } from 'sync-protocol/rules/balance-facts'
import type { ListEntry } from './list-search.ts'

const place = ({ seq }: ListEntry) => (seq === 0 ? Infinity : seq)
const byOrder = (a: ListEntry, b: ListEntry) => {
  if (place(a) !== place(b)) return place(a) < place(b) ? -1 : 1
  return a._id < b._id ? -1 : 1
}

const factsOnce = new WeakMap<readonly ListEntry[], readonly BalanceFacts[]>()

/** Facts of `listIndex('balances').entries()` in their order, voided ones too; the same array for the same entries. */
export function balanceFacts(entries: readonly ListEntry[]): readonly BalanceFacts[] {
  const kept = factsOnce.get(entries)
  if (kept) return kept
  const facts = [...entries].sort(byOrder).flatMap((entry, order): BalanceFacts[] => {
    const { _id, name, voided, author_id, author_name, date_created, card } = entry
    if (card.balance === undefined) return []
    return [{ ...card.balance, _id, order, drug_name: name, voided, author_id, author_name, date_created }]
  })
  factsOnce.set(entries, facts)
  return facts
}
