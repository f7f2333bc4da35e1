import type { BalanceCard } from './card-facts.ts'
import type { ListEntry } from './list-search.ts'

/** A balance sheet without its rows, as the rules over all of them take it. */
export interface BalanceFacts extends BalanceCard {
  _id: string
  /** Place in the feed's order; this tablet's own unsent ones come after it, in the order of saving. */
  order: number
  drug_name: string
  voided: boolean
  author_id: string
  author_name: string
  /** Instant of creation. */
  date_created: string
}

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
